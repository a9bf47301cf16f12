import { openDatabase } from '../../src/server/ground/db/open-database'
import { giveParticipants } from '../support/many-participants'
import { startServer } from '../support/server-process'

/** A trial with its participants. No other process may have the embedded database open while they are inserted. */
export const largeTrial = async (
  place: { database_url: string | undefined; data_dir: string },
  { participants: count, sites }: { participants: number; sites: number },
): Promise<number> => {
  const portal = await startServer(place)
  const trial = await portal.ask('POST', 'trials', {
    title: `Large bench of ${count}`,
    start_on: '2024-01-01',
    end_on: '2030-12-31',
    org_name: 'Bench',
    randomisation_method_id: 3,
    is_stratified: true,
    sites: Array.from({ length: sites }, (_, n) => ({ title: `Hospital ${n + 1}` })),
    study_groups: [{ name: 'Aspirin' }, { name: 'Avoid aspirin' }],
    trial_strata: ['Sex', 'Age group', 'Delay', 'Consciousness', 'Stroke type'].map((stratum) => ({
      name: stratum,
      trial_stratum_options: ['One', 'Two', 'Three'].map((option) => ({ name: option })),
    })),
  })
  await portal.stop()
  const database = await openDatabase(place, (problem, error) => {
    throw new Error(problem, { cause: error })
  })
  try {
    const given = { count, days: 900, until: new Date().toISOString() }
    await database.withoutTimeouts((queries) => giveParticipants(queries, trial.id, given))
    const trials = database.queries.updateTable('trials').where('id', '=', trial.id)
    await trials.set({ last_sequence_no: count, allocation_counter: count }).execute()
  } finally {
    await database.close()
  }
  return trial.id
}
