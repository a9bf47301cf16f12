import { minus, plus, shareOf, wholeFraction, ZERO, type Fraction } from '../fraction'

/** The parts of a balance report by which its rows count participants, the widest first. */
export const BALANCE_PARTS = ['trial', 'site', 'option', 'site_option', 'cell', 'site_cell'] as const
export type BalancePart = (typeof BALANCE_PARTS)[number]

/** So many participants were drawn alike: at one site, in one epoch, with these options and groups. */
export type DrawnAlike = {
  readonly site_id: number
  readonly epoch: number
  /** The ratio within the epoch, where it differs by an option (`lotOf`). */
  readonly lot?: RatioLot
  /** One of each stratum, in the order of the strata. */
  readonly option_ids: readonly number[]
  /** One, or one of each factor. */
  readonly group_ids: readonly number[]
  readonly count: number
}

/** A possible result of a draw, and its weight. */
export type WeightedCell = { readonly group_ids: readonly number[]; readonly weight: number }

/** Those who were drawn in one ratio: an epoch, or one option in it. */
export type RatioLot = number | `${number}:${number}`

/** The cells of each epoch by its number, or of each lot of it. */
export type CellsOfEpochs = ReadonlyMap<RatioLot, readonly WeightedCell[]>

export type BalanceRow = {
  readonly part: BalancePart
  /** Null: every site. */
  readonly site_id: number | null
  /** One for each stratum; null: every option. */
  readonly option_ids: readonly (number | null)[]
  readonly participants: number
  /** In the order of the groups that were asked for. */
  readonly groups: readonly GroupBalance[]
}

type GroupBalance = {
  readonly observed: number
  /** Under the ratio of the epoch in which each participant was drawn. */
  readonly expected: Fraction
  /** Observed less expected, in people. */
  readonly imbalance: Fraction
}

/**
 * All drawn participants, flagged or not, counted by group: in the whole trial, and by site, option and combination
 * wherever there is a participant. Each participant is expected in group g with the chance of the ratio: Σ over epochs
 * of n_e · w_g,e / S_e, of each lot where the ratio differs by an option. An epoch without cells expects nobody; a caller without the cells of an epoch with participants
 * must not call it.
 */
export const balanceOf = (
  drawn: readonly DrawnAlike[],
  { group_ids, cells }: { group_ids: readonly number[]; cells: CellsOfEpochs },
  strata: number,
): BalanceRow[] => {
  const everywhere = { part: 'trial', site_id: null, option_ids: Array<null>(strata).fill(null) } as const
  const tallies = new Map<string, Tally>([
    [keyOf(everywhere), { place: everywhere, byEpoch: new Map(), byGroup: new Map() }],
  ])
  const hasSeveralSites = new Set(drawn.map(({ site_id }) => site_id)).size > 1
  for (const alike of drawn) {
    for (const place of placesOf(alike, strata, hasSeveralSites)) {
      const key = keyOf(place)
      const tally = tallies.get(key) ?? { place, byEpoch: new Map(), byGroup: new Map() }
      tallies.set(key, tally)
      add(tally.byEpoch, alike.lot ?? alike.epoch, alike.count)
      for (const group of alike.group_ids) add(tally.byGroup, group, alike.count)
    }
  }
  return [...tallies.values()].map(({ place, byEpoch, byGroup }) => ({
    ...place,
    participants: [...byEpoch.values()].reduce((sum, count) => sum + count, 0),
    groups: group_ids.map((group) => {
      const observed = byGroup.get(group) ?? 0
      const expected = expectedIn(group, byEpoch, cells)
      return { observed, expected, imbalance: minus(wholeFraction(observed), expected) }
    }),
  }))
}

type Place = Pick<BalanceRow, 'part' | 'site_id' | 'option_ids'>
type Tally = { place: Place; byEpoch: Map<RatioLot, number>; byGroup: Map<number, number> }

const keyOf = ({ part, site_id, option_ids }: Place): string => `${part} ${site_id} ${option_ids.join(',')}`

const add = <Key>(counts: Map<Key, number>, key: Key, count: number): void => {
  counts.set(key, (counts.get(key) ?? 0) + count)
}

/** Every row that counts these participants, without rows that repeat a wider one. */
const placesOf = ({ site_id, option_ids }: DrawnAlike, strata: number, hasSeveralSites: boolean): Place[] => {
  const none = Array<null>(strata).fill(null)
  const options = option_ids.map((option, at) => none.map((other, place) => (place === at ? option : other)))
  const hasCells = strata > 1
  return [
    { part: 'trial', site_id: null, option_ids: none },
    { part: 'site', site_id, option_ids: none },
    ...options.map((one): Place => ({ part: 'option', site_id: null, option_ids: one })),
    ...(hasSeveralSites ? options.map((one): Place => ({ part: 'site_option', site_id, option_ids: one })) : []),
    ...(hasCells ? [{ part: 'cell', site_id: null, option_ids } as const] : []),
    ...(hasCells && hasSeveralSites ? [{ part: 'site_cell', site_id, option_ids } as const] : []),
  ]
}

const expectedIn = (group: number, byEpoch: ReadonlyMap<RatioLot, number>, cells: CellsOfEpochs): Fraction =>
  [...byEpoch].reduce((sum, [epoch, count]) => {
    const ofEpoch = cells.get(epoch)
    if (!ofEpoch) return sum
    const all = ofEpoch.reduce((weights, { weight }) => weights + weight, 0)
    const own = ofEpoch.filter(({ group_ids }) => group_ids.includes(group))
    return plus(
      sum,
      shareOf(
        count,
        own.reduce((weights, { weight }) => weights + weight, 0),
        all,
      ),
    )
  }, ZERO)
