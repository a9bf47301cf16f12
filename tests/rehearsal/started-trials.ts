import { trial, type Trial } from '#contract/trials'
import * as v from 'valibot'
import type { Target } from './load'
import { ask } from './reckon'

/** A trial for each of these methods, all of which store a state. */
const METHODS = [
  { randomisation_method_id: 1, block_size_min: 2, block_size_max: 4 },
  { randomisation_method_id: 1, block_size_min: 4, block_size_max: 8 },
  { randomisation_method_id: 1, block_size_min: 2, block_size_max: 2 },
]

/** Started trials in which people can randomise at once. */
export const startedTrials = (target: Target): Promise<Trial[]> =>
  Promise.all(METHODS.map((method) => startedTrial(target, method)))

const startedTrial = async (target: Target, method: object): Promise<Trial> => {
  const created = await ask(target, 'POST', 'trials', {
    title: 'Rehearsal',
    start_on: '2026-01-01',
    end_on: '2030-12-31',
    org_name: 'A trials unit',
    sites: [{ title: 'Ward' }],
    study_groups: [{ name: 'Aspirin' }, { name: 'Avoid aspirin' }],
    ...method,
  })
  const { id } = v.parse(trial, created)
  const status = { trial_status_id: 3, reason: 'Rehearsal' }
  return v.parse(trial, await ask(target, 'POST', `trials/${id}/status`, status))
}
