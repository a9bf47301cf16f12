import { describe, expect, it } from 'vitest'
import { weightSum, type AllocationDesign } from '#domain/randomisation/design'
import { stateKeys } from '#domain/randomisation/state-keys'
import { aDesign, blocks, crossed, weighted, type NamedSettings } from './designs'
import { drawParticipants, drawTrial } from './draw-trial'
import { keystream } from './keystream'

const ARRIVALS = 2_400
const FLAGS = [
  { is_stratified: false, is_site_stratified: false },
  { is_stratified: false, is_site_stratified: true },
  { is_stratified: true, is_site_stratified: false },
  { is_stratified: true, is_site_stratified: true },
]

const range = (length: number) => Array.from({ length }, (_, index) => index)

const comes = keystream('who comes', ARRIVALS)
const arrivals = range(ARRIVALS).map((t) => ({
  site_id: 1 + Number(comes(t)(0) % 3n),
  options: [
    { trial_stratum_id: 5, trial_stratum_option_id: 51 + Number(comes(t)(1) % 2n) },
    { trial_stratum_id: 6, trial_stratum_option_id: 61 + Number(comes(t)(2) % 2n) },
  ],
}))

const blocksOfSix = (named: NamedSettings) =>
  aDesign({
    randomisation_method_id: 1,
    block_size_min: 6,
    block_size_max: 6,
    trial_strata: [
      { id: 5, option_ids: [51, 52] },
      { id: 6, option_ids: [61, 62] },
    ],
    ...named,
  })

/** Groupings in which draws can be balanced: arrivals with the same key. */
const GROUPINGS: readonly { readonly by: string; readonly keyOf: (arrival: (typeof arrivals)[number]) => string }[] = [
  { by: 'trial', keyOf: () => '' },
  { by: 'site', keyOf: ({ site_id }) => `${site_id}` },
  { by: 'strata', keyOf: ({ options }) => JSON.stringify(options) },
  { by: 'site, strata', keyOf: (arrival) => JSON.stringify(arrival) },
  { by: 'first stratum', keyOf: ({ options: [first] }) => JSON.stringify(first) },
  { by: 'site, first stratum', keyOf: ({ site_id, options: [first] }) => JSON.stringify([site_id, first]) },
]

/** The groupings in which every six consecutive draws of a key have each cell as often as its weight says. */
const balancedGroupings = (design: AllocationDesign, drawn: readonly string[]) => {
  const rounds = 6 / weightSum(design.cells)
  const full = design.cells
    .flatMap(({ group_ids, weight }) => range(rounds * weight).map(() => group_ids.join()))
    .toSorted()
  return GROUPINGS.filter(({ keyOf }) => {
    const keys = arrivals.map(keyOf)
    return [...new Set(keys)].every((key) => {
      const within = drawn.filter((_, index) => keys[index] === key)
      return range(Math.floor(within.length / 6)).every(
        (block) =>
          within
            .slice(block * 6, block * 6 + 6)
            .toSorted()
            .join(' ') === full.join(' '),
      )
    })
  }).map(({ by }) => by)
}

describe('blocks end balanced in exactly the configured key and in no finer or coarser one', () => {
  const CONFIGURED = ['trial', 'site', 'strata', 'site, strata']
  const TRIALS = [
    { of: 'parallel 2 : 1', named: { study_groups: weighted(2, 1) } },
    { of: 'factorial 2 : 1 by 1 : 1', named: crossed([2, 1], [1, 1]) },
  ]

  it.each(TRIALS.flatMap((trial) => FLAGS.map((flags, index) => ({ ...trial, ...flags, by: CONFIGURED[index] }))))(
    '$of, strata $is_stratified, sites $is_site_stratified: by $by',
    ({ of, named, by, is_stratified, is_site_stratified }) => {
      const design = blocksOfSix({ ...named, is_stratified, is_site_stratified })
      const drawn = drawParticipants(design, arrivals, keystream(`blocks in keys ${of}`, ARRIVALS + 1))
      expect(
        balancedGroupings(
          design,
          drawn.map(({ group_ids }) => group_ids.join()),
        ),
      ).toEqual([by])
    },
  )
})

describe('a new epoch', () => {
  it('abandons the open block', () => {
    const design = blocks(4, 4, 1, 1)
    const keys = [1, 1, 2, 2, 2, 2].flatMap((epoch) => stateKeys(design, epoch, { site_id: 1, options: [] }))
    for (const label of range(20)) {
      const drawn = drawTrial(design, keys, keystream(`epoch ${label}`, keys.length + 1)).slice(2)
      expect(drawn.toSorted((a, b) => a - b)).toEqual([1, 1, 2, 2])
    }
  })
})
