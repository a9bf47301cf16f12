import { api } from '#contract/api'
import { MOST_LISTED, reportDeviceActions } from '#contract/device-actions'
import { getDesk, type DecisionKind } from '#contract/desk'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SAMPLE_ACCOUNTS, type SampleAccountKey } from '../../../../src/server/doors/idp/sample-accounts'
import { aTrial, grant, type BuiltTrial } from '../../../support/a-trial'
import { ask, posted, valueOf } from '../../../support/ask'
import { aTrialWithWaitingList, confirmWaiting } from '../../../support/own-list'
import { drawnAt, recordInadvertent, unblind } from '../../../support/participant-actions'
import { testPortal, type TestPortal } from '../../../support/portal'
import { signedInAs } from '../../../support/sign-in'

/* What needs a decision in a trial: who of everyone gets it, and that it goes once it is done. */

/**
 * The administrator and the unblinder run the service, and so does the blinded nurse, who is blinded in each trial of
 * these tests. The coordinator runs those trials, the monitor another one alone. The nurse works at the first site.
 */
const staffs = async ({ trial_id, sites }: BuiltTrial) => {
  const everywhere = { trial_id, site_id: null }
  await grant(world, { person: 'coordinator', role: 'Trial administrator', ...everywhere })
  await grant(world, { person: 'blinded-nurse', role: 'Trial viewer', ...everywhere, is_blinded_whole: true })
  await grant(world, { person: 'nurse', role: 'Site user', trial_id, site_id: sites[0]?.id ?? 0 })
}

let world: TestPortal
let another: BuiltTrial
beforeAll(async () => {
  world = await testPortal()
  const inSystem = { role: 'System administrator', trial_id: null, site_id: null } as const
  await grant(world, { person: 'unblinder', ...inSystem })
  await grant(world, { person: 'blinded-nurse', ...inSystem })
  another = await aTrial(world)
  await grant(world, { person: 'monitor', role: 'Trial administrator', trial_id: another.trial_id, site_id: null })
})
afterAll(() => world.stop())

const staffed = async () => {
  const trial = await aTrial(world)
  await staffs(trial)
  return trial
}

const found = async (key: SampleAccountKey, kind: DecisionKind, { trial_id }: Pick<BuiltTrial, 'trial_id'>) => {
  const { decisions } = valueOf(await ask(await signedInAs(world, key), getDesk.response, getDesk.path))
  return decisions.find((one) => one.kind === kind && one.trial?.id === trial_id)
}

/** All people with such a decision in a trial. */
const readersOf = async (kind: DecisionKind, trial: Pick<BuiltTrial, 'trial_id'>): Promise<SampleAccountKey[]> => {
  const readers: SampleAccountKey[] = []
  for (const { key } of SAMPLE_ACCOUNTS) if ((await found(key, kind, trial)) !== undefined) readers.push(key)
  return readers
}

const THOSE_WHO_RUN_IT: SampleAccountKey[] = ['administrator', 'coordinator', 'blinded-nurse', 'unblinder']

test('an action that a device reported is for those who run the trial, until it is corrected', async () => {
  const trial = await staffed()
  const administrator = await signedInAs(world, 'administrator')
  const { id: participant_id } = await drawnAt(administrator, trial, 0)
  const action = { id: randomUUID(), participant_id }
  const reports = async (state: string) => {
    const nurse = await signedInAs(world, 'nurse')
    const body = { device_id: '0d4fb0b5-5a4b-4c39-9e7e-1f6f0f0a1c11', actions: [{ ...action, state }] }
    expect((await nurse.fetch(reportDeviceActions.path, posted(body))).status).toBe(204)
  }
  expect(await readersOf('unsent_actions', trial)).toEqual([])
  await reports('refused')
  await reports('refused')
  expect(await readersOf('unsent_actions', trial)).toEqual(THOSE_WHO_RUN_IT)
  expect(await readersOf('unsent_actions', another)).toEqual([])
  expect(await found('coordinator', 'unsent_actions', trial)).toMatchObject({ count: 1, at: world.clock.now() })
  await reports('corrected')
  expect(await readersOf('unsent_actions', trial)).toEqual([])
})

test('actions that devices reported are all counted, also those that the trial’s list leaves out', async () => {
  const trial = await staffed()
  const { id: participant_id } = await drawnAt(await signedInAs(world, 'administrator'), trial, 0)
  const nurse = await signedInAs(world, 'nurse')
  for (const many of [MOST_LISTED, 1]) {
    const actions = Array.from({ length: many }, () => ({ id: randomUUID(), state: 'unsent', participant_id }))
    const body = { device_id: '0d4fb0b5-5a4b-4c39-9e7e-1f6f0f0a1c11', actions }
    expect((await nurse.fetch(reportDeviceActions.path, posted(body))).status).toBe(204)
  }
  expect(await found('coordinator', 'unsent_actions', trial)).toMatchObject({ count: MOST_LISTED + 1 })
})

test('a design to be confirmed is for an unblinded system administrator who did not make it, until they do', async () => {
  const trial = await aTrial(world, { status: 'planning', is_design_checked: true })
  await staffs(trial)
  expect(await readersOf('unconfirmed_design', trial)).toEqual(['unblinder'])
  const second = await signedInAs(world, 'unblinder')
  const path = `trials/${trial.trial_id}/design-confirmation`
  const { design_version } = valueOf(await ask(second, api.getDesignConfirmation.response, path))
  valueOf(await ask(second, api.confirmDesign.response, path, posted({ design_version })))
  expect(await readersOf('unconfirmed_design', trial)).toEqual([])
})

test('no design waits where the trial asks for no second person', async () => {
  const trial = await aTrial(world, { status: 'planning' })
  await staffs(trial)
  expect(await readersOf('unconfirmed_design', trial)).toEqual([])
})

test('a list to be confirmed is for unblinded system administrators, until one confirms it', async () => {
  const { trial } = await aTrialWithWaitingList(world, 'pharmacist')
  await staffs(trial)
  expect(await readersOf('unconfirmed_list', trial)).toEqual(['administrator', 'unblinder'])
  expect(await found('administrator', 'unconfirmed_list', trial)).toMatchObject({ count: 1, at: world.clock.now() })
  valueOf(await confirmWaiting(await signedInAs(world, 'administrator'), trial.trial_id))
  expect(await readersOf('unconfirmed_list', trial)).toEqual([])
})

test('an unblinded participant is listed once for a week, for those who run the trial', async () => {
  const trial = await staffed()
  const administrator = await signedInAs(world, 'administrator')
  const participant = await drawnAt(administrator, trial, 0)
  await drawnAt(administrator, another, 0)
  expect(await readersOf('unblinded', trial)).toEqual([])
  valueOf(await unblind(await signedInAs(world, 'blinded-nurse'), participant))
  world.clock.step(60)
  valueOf(await recordInadvertent(await signedInAs(world, 'coordinator'), participant))
  expect(await readersOf('unblinded', trial)).toEqual(THOSE_WHO_RUN_IT)
  expect(await readersOf('unblinded', another)).toEqual([])
  expect(await found('coordinator', 'unblinded', trial)).toMatchObject({ count: 1, at: world.clock.now() })
  const week = 7 * 24 * 60 * 60
  world.clock.step(week)
  expect(await found('coordinator', 'unblinded', trial)).toMatchObject({ count: 1 })
  world.clock.step(1)
  expect(await readersOf('unblinded', trial)).toEqual([])
})
