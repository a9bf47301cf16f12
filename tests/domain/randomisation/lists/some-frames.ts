import type { ListRow } from '#domain/own-lists/list-row'
import type { ListFrame } from '#domain/randomisation/lists/list-rows'
import { aDesign, type NamedSettings } from '../designs'

/** Two groups, unless the test changes it, for the trial as a whole, which has two sites and asks for the sex. */
export const aFrame = (named: NamedSettings = {}): ListFrame => {
  const design = aDesign({ randomisation_method_id: 10, trial_strata: [{ id: 1, option_ids: [10, 11] }], ...named })
  if (design.method !== 'list') throw new Error('this is no design by a list')
  return { design, study_groups: GROUPS, sites: SITES, trial_strata: STRATA }
}

const GROUPS = [
  { id: 1, name: 'Amlodipine' },
  { id: 2, name: 'Placebo' },
  { id: 3, name: 'Third' },
]

const SITES = [
  { id: 1, title: 'North', is_deleted: false },
  { id: 2, title: 'South', is_deleted: false },
]

const STRATA = [
  {
    id: 1,
    name: 'Sex',
    trial_stratum_options: [
      { id: 10, name: 'Female' },
      { id: 11, name: 'Male' },
    ],
  },
]

/** A row as a file has it, by default of the whole trial. */
export const aRow = (position: number, group: string, more: Partial<ListRow> = {}): ListRow => ({
  site: null,
  options: [],
  position,
  study_groups: [group],
  ...more,
})
