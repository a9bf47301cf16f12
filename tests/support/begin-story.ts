import { createTrial } from '#contract/trials'
import { accepted } from '#domain/outcome'
import { insertStudyPacks } from '../../src/server/ground/db/sample-data'
import { inTransaction } from '../../src/server/ground/db/transaction'
import { findTrial } from '../../src/server/ground/db/trials'
import type { SampleAccountKey } from '../../src/server/doors/idp/sample-accounts'
import { samplePacks } from '../../src/server/start/sample-data/sample-packs'
import { aTrialForm } from './a-trial-form'
import { ask, posted, valueOf } from './ask'
import { everybody } from './participant-actions'
import type { TestPortal } from './portal'
import { storedDoneTest } from './a-randomisation-test'
import { storedSimulation } from './stored-simulation'

export type Blinding = { is_blinded_whole?: true; is_blinded_partial?: true }

/** The sites of the trial, by place; the last has no study packs. */
export const [NORTH, SOUTH, EMPTY] = [0, 1, 2]

/**
 * A trial in Planning in which everybody but the nurse has this blinding. Level 4 is the administrator, level 3 the
 * coordinator, level 1 the monitor. Level 2 is the unblinder, and at the first site the pharmacist and the blinded
 * nurse.
 */
export const beginStory = async (world: TestPortal, blinding: Blinding, design: object) => {
  const people = await everybody(world)
  const answersOf = mapped((): string[] => [])
  /** Sends a request and records its answer. */
  const send = async (key: SampleAccountKey, path: string, body?: unknown, more: RequestInit = {}) => {
    const init = body === undefined ? more : { ...posted(body), ...more }
    const response = await people[key].fetch(path, init)
    const answer = `${init.method ?? 'GET'} ${path}: ${response.status} ${await response.text()}`
    if (response.status === 401) throw new Error(`${key} ${answer}`)
    answersOf[key].push(answer)
    if (init.method !== undefined) world.clock.step(60)
    return { answer, ok: response.ok }
  }
  /** The same for a request that must succeed, or the story differs. */
  const does: typeof send = async (...sent) => {
    const done = await send(...sent)
    if (!done.ok) throw new Error(`${sent[0]} ${done.answer}`)
    return done
  }

  const form = aTrialForm({
    title: 'A trial of two kits',
    sites: [{ title: 'North' }, { title: 'South' }, { title: 'Without packs' }],
    is_participant_id_used: true,
    participant_id_warning_id: 2,
    is_managing_packs: true,
    is_site_managing_packs: true,
    is_confirmable: true,
    is_dispense_checked: true,
    is_stratified: true,
    trial_strata: [{ name: 'Sex', trial_stratum_options: [{ name: 'Female' }, { name: 'Male' }] }],
    randomisation_method_id: 1,
    ...design,
  })
  const trial = valueOf(await ask(people.administrator, createTrial.response, 'trials', posted(form)))
  const { id } = trial
  await stocked(world, id)
  await storedSimulation(world, 'coordinator')
  await storedDoneTest(world, {
    trial_id: id,
    study_groups: trial.study_groups.map(({ id: group = 0 }) => ({ id: group })),
  })

  const site_id = trial.sites[NORTH]?.id
  const give = async (by: SampleAccountKey, key: SampleAccountKey, role_id: number, more: object = blinding) =>
    does(by, `users/${world.personId(key)}/permissions`, { role_id, trial_id: id, ...more })
  await give('administrator', 'coordinator', TRIAL_ADMINISTRATOR)
  await give('administrator', 'nurse', SITE_USER, { site_id })
  await give('administrator', 'pharmacist', SITE_USER, { site_id, has_study_packs_access: true, ...blinding })
  await give('administrator', 'blinded-nurse', SITE_USER, { site_id, ...blinding })
  await give('administrator', 'unblinder', TRIAL_USER, { is_unblind_authorized: true, ...blinding })
  await give('administrator', 'monitor', TRIAL_VIEWER)
  await give('coordinator', 'administrator', TRIAL_VIEWER)
  // The administrator was not blinded before, so earlier answers may name groups.
  answersOf.administrator = []
  return { world, people, answersOf, send, does, trial, id }
}

/** Roles by id. */
export const TRIAL_USER = 3
const [TRIAL_ADMINISTRATOR, TRIAL_VIEWER, SITE_USER] = [2, 4, 5]

const stocked = async ({ context, database }: TestPortal, trialId: number) => {
  const trial = await findTrial(database.queries, trialId)
  if (!trial) throw new Error('the trial that was created is not there')
  const batch = { batch_id: 'B1', prefix: 'PK', packs_each: 40, duration: 28, expire_on: '2099-12-31' } as const
  const sites = trial.sites.slice(0, EMPTY)
  const packs = samplePacks({ ...trial, sites }, [{ ...batch, status: 'active' }], context.randomBytes)
  await inTransaction(database, async (transaction) => accepted(await insertStudyPacks(transaction, packs)))
}

export type Story = Awaited<ReturnType<typeof beginStory>>

/** A value for each of the people. */
export const mapped = <T>(of: (key: SampleAccountKey) => T): Record<SampleAccountKey, T> => ({
  administrator: of('administrator'),
  coordinator: of('coordinator'),
  nurse: of('nurse'),
  pharmacist: of('pharmacist'),
  monitor: of('monitor'),
  'blinded-nurse': of('blinded-nurse'),
  unblinder: of('unblinder'),
})

/** The ids of participants in the order of their randomisation, from 1. */
export const idsOf = async ({ world, id }: Story) => {
  const participants = world.database.queries.selectFrom('participants').select('id').where('trial_id', '=', id)
  const rows = await participants.orderBy('trial_sequence_no').execute()
  return (number: number): number => rows[number - 1]?.id ?? 0
}
