import { accepted, refused, type Outcome } from '../../outcome'
import type { ListRow, ListRowFault } from '../../own-lists/list-row'
import type { DesignOf } from '../design'
import type { ListStratum } from '../own-list'

/** What a list is read against: the design, and the names by which its rows speak. */
export type ListFrame = {
  readonly design: DesignOf<'list'>
  readonly study_groups: readonly { readonly id: number; readonly name: string }[]
  readonly sites: readonly { readonly id: number; readonly title: string; readonly is_deleted: boolean }[]
  readonly trial_strata: readonly {
    readonly id: number
    readonly name: string
    readonly trial_stratum_options: readonly { readonly id: number; readonly name: string }[]
  }[]
}

/** The strata of a list, and its cells in the order of the file. */
type ReadList = { readonly strata: readonly ListStratum[]; readonly as_written: readonly number[] }

/**
 * The strata of a list with their rows in order of position, or every row at fault. Positions of a stratum go on, without gap or
 * repeat, from the rows that earlier lists in force have for it.
 */
export const readListRows = (
  rows: readonly ListRow[],
  frame: ListFrame,
  before: readonly ListStratum[],
): Outcome<ReadList, readonly ListRowFault[]> => {
  const as_written: number[] = []
  const faults: ListRowFault[] = []
  const read = new Map<
    string,
    { stratum: Omit<ListStratum, 'cells'>; at: Map<number, { row: number; cell: number }> }
  >()
  for (const [index, line] of rows.entries()) {
    const row = index + 1
    const found = readRow(row, line, frame)
    if (!found.ok) {
      faults.push(...found.refusal)
      continue
    }
    const { stratum, cell } = found.value
    as_written.push(cell)
    const key = keyOf(stratum)
    const one = read.get(key) ?? { stratum, at: new Map<number, { row: number; cell: number }>() }
    read.set(key, one)
    const earlier = one.at.get(line.position)
    if (earlier) faults.push({ row, column: 'position', message: `Row ${earlier.row} has this place of the stratum` })
    else one.at.set(line.position, { row, cell })
  }
  const used = new Map(before.map((stratum) => [keyOf(stratum), stratum.cells.length]))
  const strata = [...read].map(([key, { stratum, at }]): ListStratum => {
    const placed = [...at].sort(([one], [other]) => one - other)
    const first = (used.get(key) ?? 0) + 1
    for (const [place, [position, { row }]] of placed.entries()) {
      if (position === first + place) continue
      faults.push({ row, column: 'position', message: `The next place of this stratum is ${first + place}` })
      break
    }
    return { ...stratum, cells: placed.map(([, { cell }]) => cell) }
  })
  if (faults.length > 0) return refused(faults.sort((one, other) => one.row - other.row))
  return accepted({ strata: strata.sort(inOrder), as_written })
}

/** Earlier strata with the rows of a list behind theirs, in order of site and options. */
export const joinedStrata = (before: readonly ListStratum[], added: readonly ListStratum[]): readonly ListStratum[] => {
  const joined = new Map(before.map((stratum) => [keyOf(stratum), stratum]))
  for (const stratum of added) {
    const earlier = joined.get(keyOf(stratum))
    joined.set(keyOf(stratum), { ...stratum, cells: [...(earlier?.cells ?? []), ...stratum.cells] })
  }
  return [...joined.values()].sort(inOrder)
}

/** How many strata the design and the sites that take part have, without making them: they may be more than memory holds. */
export const countStrata = ({ design, sites }: Pick<ListFrame, 'design' | 'sites'>): number =>
  (design.is_stratified ? design.strata : []).reduce(
    (product, { option_ids }) => product * option_ids.length,
    design.is_site_stratified ? sites.filter((site) => !site.is_deleted).length : 1,
  )

/** Every stratum for which the design and the sites that take part ask rows, in order. */
export const strataOfFrame = ({ design, sites }: Pick<ListFrame, 'design' | 'sites'>): readonly ListStratum[] => {
  const places = design.is_site_stratified ? sites.filter((site) => !site.is_deleted).map(({ id }) => id) : [null]
  const combinations = (design.is_stratified ? design.strata : []).reduce<ListStratum['options'][]>(
    (before, { id, option_ids }) =>
      before.flatMap((options) =>
        option_ids.map((option) => [...options, { trial_stratum_id: id, trial_stratum_option_id: option }]),
      ),
    [[]],
  )
  return places.flatMap((site_id) => combinations.map((options) => ({ site_id, options, cells: [] }))).sort(inOrder)
}

type Named = readonly (readonly [id: number, name: string])[]

/**
 * The study groups, sites, strata and options that a list names, each by its id with its name, in order of id. The heading of a column is
 * the name of its stratum. A list that was sealed before 30 November 2026 has no names of strata.
 */
export type ListNames = Record<'study_groups' | 'sites' | 'options', Named> & { readonly trial_strata?: Named }

/** What the cells and strata of a list are called at present. */
export const namesOfList = (strata: readonly ListStratum[], frame: ListFrame): Required<ListNames> => {
  const sites = new Set(strata.map(({ site_id }) => site_id))
  const options = new Set(strata.flatMap((one) => one.options.map((option) => option.trial_stratum_option_id)))
  const strataIds = new Set(strata.flatMap((one) => one.options.map(({ trial_stratum_id }) => trial_stratum_id)))
  const groups = new Set(frame.design.cells.flatMap(({ group_ids }) => group_ids))
  const named = (
    children: readonly { readonly id: number; readonly name: string }[],
    ids: ReadonlySet<number | null>,
  ) =>
    children.flatMap(({ id, name }) => (ids.has(id) ? [[id, name] as const] : [])).sort(([one], [other]) => one - other)
  return {
    study_groups: named(frame.study_groups, groups),
    sites: named(
      frame.sites.map(({ id, title }) => ({ id, name: title })),
      sites,
    ),
    trial_strata: named(frame.trial_strata, strataIds),
    options: named(
      frame.trial_strata.flatMap((stratum) => stratum.trial_stratum_options),
      options,
    ),
  }
}

/** Whether a list's names are those of the present. */
export const hasPresentNames = (names: ListNames, present: Required<ListNames>): boolean => {
  const { trial_strata = present.trial_strata } = names
  return JSON.stringify({ ...present, ...names, trial_strata }) === JSON.stringify(present)
}

/** A stratum in the words of its trial. */
export const nameOfStratum = ({ site_id, options }: Omit<ListStratum, 'cells'>, frame: ListFrame): string => {
  const site = frame.sites.find(({ id }) => id === site_id)?.title
  const names = options.map(
    ({ trial_stratum_id, trial_stratum_option_id }) =>
      frame.trial_strata
        .find(({ id }) => id === trial_stratum_id)
        ?.trial_stratum_options.find(({ id }) => id === trial_stratum_option_id)?.name ?? '',
  )
  return [...(site === undefined ? [] : [site]), ...names].join(', ') || 'Whole trial'
}

export const keyOf = ({ site_id, options }: Omit<ListStratum, 'cells'>): string =>
  [site_id ?? 0, ...options.map((one) => one.trial_stratum_option_id)].join('/')

const inOrder = (one: ListStratum, other: ListStratum): number => {
  const numbers = ({ site_id, options }: ListStratum) => [
    site_id ?? 0,
    ...options.map((o) => o.trial_stratum_option_id),
  ]
  const [a, b] = [numbers(one), numbers(other)]
  const at = a.findIndex((number, index) => number !== b[index])
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
}

const same = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()

const readRow = (
  row: number,
  line: ListRow,
  frame: ListFrame,
): Outcome<{ stratum: Omit<ListStratum, 'cells'>; cell: number }, readonly ListRowFault[]> => {
  const { design } = frame
  const faults: ListRowFault[] = []
  const site = design.is_site_stratified
    ? frame.sites.find(({ title, is_deleted }) => !is_deleted && same(title, line.site ?? ''))
    : null
  if (site === undefined) faults.push({ row, column: 'site', message: `No site is called “${line.site ?? ''}”` })
  const asked = design.is_stratified ? frame.trial_strata.toSorted((one, other) => one.id - other.id) : []
  const options = asked.map(({ id, name, trial_stratum_options }, index) => {
    const text = line.options[index] ?? ''
    const option = trial_stratum_options.find((one) => same(one.name, text))
    if (!option)
      faults.push({ row, column: `options.${index}`, message: `The stratum “${name}” has no option “${text}”` })
    return { trial_stratum_id: id, trial_stratum_option_id: option?.id ?? 0 }
  })
  const groups = line.study_groups.map((text) => frame.study_groups.find(({ name }) => same(name, text)))
  const unknown = groups.indexOf(undefined)
  const cell = design.cells.findIndex(
    ({ group_ids }) => group_ids.join() === groups.map((group) => group?.id ?? 0).join(),
  )
  if (unknown >= 0)
    faults.push({
      row,
      column: 'study_groups',
      message: `No study group is called “${line.study_groups[unknown] ?? ''}”`,
    })
  else if (cell < 0) faults.push({ row, column: 'study_groups', message: 'Name one study group of each factor' })
  else if (design.cells[cell]?.weight === 0)
    faults.push({ row, column: 'study_groups', message: 'This study group is closed: its weight is 0' })
  if (faults.length > 0) return refused(faults)
  return accepted({ stratum: { site_id: site?.id ?? null, options }, cell })
}
