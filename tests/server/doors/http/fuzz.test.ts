import { api } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import { problem } from '#contract/problem'
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findUserProfiles } from '../../../../src/server/ground/db/user-profiles'
import { errorsOf } from '../../../../src/server/doors/openapi/openapi-responses'
import { SAMPLE_ACCOUNTS, type SampleAccountKey } from '../../../../src/server/doors/idp/sample-accounts'
import { aTrial, grant, type BuiltTrial } from '../../../support/a-trial'
import { isFull } from '../../../support/full'
import { plainRequest, type PlainAnswer } from '../../../support/plain-request'
import { testPortal, type TestPortal } from '../../../support/portal'
import { raisedAlarm } from '../../../support/raised-alarm'
import { randomise } from '../../../support/randomise'
import { requestedReopening } from '../../../support/requested-reopening'
import { revealedTrial } from '../../../support/revealed-trial'
import { shownTo } from '../../../support/save-trial'
import { sessionsOf, signedInAs } from '../../../support/sign-in'
import { soundBodies, type SoundBodies } from '../../../support/sound-bodies'
import { storedDoneTest } from '../../../support/a-randomisation-test'
import { storedSimulation } from '../../../support/stored-simulation'
import { storedWaiting } from '../../../support/stored-waiting'
import { packsToActOn, storedPack } from '../../../support/study-packs'
import { giveSecondFactor } from '../../../support/writing-calls'
import { permissionsOf } from '../../use-cases/people/permissions/permission-calls'
import { arbitraryRequest, soundRequest, type ArbitraryRequest } from './arbitrary-requests'
import { openNotice } from '../../../support/open-notice'
import { groupsInBlocks, rowsOf } from '../../../support/list-rows'
import { aTrialByList, aTrialWithWaitingList } from '../../../support/own-list'
import { openWallView } from '../../../support/open-wall-view'

/** Each call draws requests of its own. With one seed for all, every call would miss the same ones. */
const drawnFor = (name: string) =>
  isFull ? { numRuns: 40 } : { numRuns: 10, seed: createHash('sha256').update(name).digest().readInt32BE() }

let world: TestPortal
let trial: BuiltTrial
/** Trials that requests may change in any way. */
let expendable: number[]
/** Trials in the state that a call needs, by the name of the call; a valid request takes the first. */
let trialsFor: Partial<Record<string, number[]>>
let bodies: SoundBodies
let participants: number[]
/** Permissions of a person whose access requests may change in any way. */
let permissions: number[]
/** Emails that may be sent again. */
let messages: number[]
let simulations: number[]
/** Packs that wait to be dispensed. */
let packs: number[]
let auditLogs: number[]
let alarms: number[]
let wallViews: number[]
let waitingIds: number[]
let randomisationTests: number[]
let notices: number[]
/** Profiles of a person who does not manage users. */
let profiles: number[]
/** Sessions of the administrator, other than the one that sends requests. */
let sessions: number[]
/** Sites that wait to be opened. */
let unopened: number[]
const tokens = new Map<SampleAccountKey, string>()

/** A trial whose design was made by another person than the administrator. */
const awaitingConfirmation = async (): Promise<number> => {
  const { trial_id } = await aTrial(world, { status: 'planning', is_design_checked: true })
  const made = world.database.queries.updateTable('trials').set({ design_changed_by: world.personId('nurse') })
  await made.where('id', '=', trial_id).execute()
  return trial_id
}

beforeAll(async () => {
  world = await testPortal()
  trial = await aTrial(world, {
    is_participant_id_used: true,
    participant_id_warning_id: 2,
    trial_strata: [{ name: 'Sex', options: ['Female', 'Male'] }],
    packs: 50,
    is_dispense_checked: true,
  })
  const inPlanning = async (count: number) => {
    const made = []
    for (let i = 0; i < count; i += 1) made.push((await aTrial(world, { status: 'planning' })).trial_id)
    return made
  }
  expendable = await inPlanning(4)
  const opening = await aTrial(world, { status: 'planning', is_opening_sites: true })
  unopened = opening.sites.map(({ id }) => id)
  const reopening = await aTrial(world, { status: 'finished' })
  const request_id = await requestedReopening(world, reopening.trial_id)
  // Uploaded by a person who is given no permission here.
  const waiting = await aTrialWithWaitingList(world, 'monitor')
  const paused = await aTrial(world, { is_participant_id_used: true, status: 'paused' })
  trialsFor = {
    addToWaitingList: [paused.trial_id],
    updateTrial: await inPlanning(1),
    previewTrialSave: await inPlanning(1),
    changeTrialStatus: expendable,
    enterStartNonce: await inPlanning(1),
    confirmDesign: [await awaitingConfirmation()],
    openSite: [opening.trial_id],
    nameListAuthor: [(await aTrialByList(world)).trial_id],
    confirmAllocationList: [waiting.trial.trial_id],
    revealSeed: [(await aTrial(world, { status: 'finished' })).trial_id],
    requestTrialReopening: [(await aTrial(world, { status: 'finished' })).trial_id],
    reopenTrial: [reopening.trial_id],
    prepareTrialArchive: [(await revealedTrial(world)).trial_id],
  }
  const site_id = trial.sites[0]?.id ?? null
  const inTrial = { trial_id: trial.trial_id, site_id: null }
  const atSite = { trial_id: trial.trial_id, site_id }
  await grant(world, { person: 'coordinator', role: 'Trial administrator', ...inTrial })
  await grant(world, { person: 'nurse', role: 'Site user', ...atSite })
  await grant(world, { person: 'pharmacist', role: 'Site user', ...atSite, has_study_packs_access: true })
  await grant(world, { person: 'monitor', role: 'Trial viewer', ...inTrial, is_blinded_partial: true })
  const unblinding = { is_blinded_whole: true, is_unblind_authorized: true }
  await grant(world, { person: 'blinded-nurse', role: 'Site user', ...atSite, ...unblinding })
  await grant(world, { person: 'unblinder', role: 'Trial viewer', ...inTrial })
  permissions = (await permissionsOf(world, world.personId('unblinder'))).map(({ id }) => id)
  await signEverybodyIn()
  const administrator = await signedInAs(world, 'administrator')
  const settings = await shownTo(administrator, trialsFor['updateTrial']?.[0] ?? 0)
  bodies = {
    ...soundBodies({
      trial,
      user_id: world.personId('nurse'),
      settings,
      packs: await packsToActOn(world, trial, 'pharmacist'),
    }),
    // For a trial of its own, which no other request saves meanwhile.
    previewTrialSave: await shownTo(administrator, trialsFor['previewTrialSave']?.[0] ?? 0),
  }
  bodies.reopenTrial = { request_id }
  bodies.addToWaitingList = { site_id: paused.sites[0]?.id, participant_id: 'Waits', comment: 'From Tuesday on' }
  bodies.confirmAllocationList = waiting.confirmation
  const rows = rowsOf(groupsInBlocks(waiting.trial))
  bodies.uploadAllocationList = { trial_id: waiting.trial.trial_id, rows }
  bodies.createExternalAccount = { ...bodies.createExternalAccount, ...(await invited('monitor')) }
  packs = [await storedPack(world, trial, 'allocated')]
  const drawn = await randomise(administrator, trial.trial_id, bodies.randomiseParticipant ?? {})
  participants = drawn.participants.map(({ id }) => id)
  // Other trials have emails too: of a revealed seed, to whoever reaches them through the system.
  const failed = world.database.queries.updateTable('messages').set({ state: 'failed' })
  const ofTrial = await failed.where('trial_id', '=', trial.trial_id).returning('id').execute()
  messages = ofTrial.map(({ id }) => id)
  simulations = [await storedSimulation(world, 'administrator')]
  const accounts = await findUserProfiles(world.database.queries, [world.personId('unblinder')])
  profiles = accounts.map(({ id }) => id)
  await giveSecondFactor(world, world.personId('unblinder'))
  await signedInAs(world, 'administrator')
  const own = await sessionsOf(world, 'administrator')
  sessions = own.slice(0, 1).map(({ number }) => number)
  alarms = [await raisedAlarm(world, trial.trial_id)]
  notices = [await openNotice(world)]
  wallViews = [await openWallView(world, trial.trial_id)]
  waitingIds = [await storedWaiting(world, trial.trial_id, trial.sites[0]?.id ?? 0)]
  randomisationTests = [await storedDoneTest(world, trial)]
  auditLogs = (await world.database.queries.selectFrom('audit_log').select('id').limit(1).execute()).map(({ id }) => id)
})
afterAll(() => world.stop())

/** The person who may send a call that is refused to people who see everything. */
const MEANT_BY: Record<string, SampleAccountKey> = {
  unblindParticipant: 'blinded-nurse',
  updateMe: 'nurse',
  uploadAllocationList: 'monitor',
}

const person = fc.oneof(
  { weight: 3, arbitrary: fc.constant('administrator' as const) },
  fc.constantFrom<(SampleAccountKey | null)[]>(null, ...SAMPLE_ACCOUNTS.map(({ key }) => key)),
)

/** An invitation that no other request uses up. */
const invited = async (key: SampleAccountKey) => {
  const association_token = `the invitation of ${key}`.replaceAll(' ', '-')
  const user_id = world.personId(key)
  const token_hash = createHash('sha256').update(association_token).digest()
  const token = { user_id, token_hash, created_at: world.clock.now(), expires_at: '2027-11-21T00:00:00.000Z' }
  await world.database.queries.insertInto('association_tokens').values(token).execute()
  return { user_id, association_token }
}

const signEverybodyIn = async () => {
  for (const { key } of SAMPLE_ACCOUNTS) tokens.set(key, (await signedInAs(world, key)).token)
}

/** Signing out ends a session, so each request gets a new one. */
const tokenOf = async (name: string, key: SampleAccountKey): Promise<string> =>
  ['logout', 'endOwnSession'].includes(name) ? (await signedInAs(world, key)).token : (tokens.get(key) ?? '')

/** Faults that no answer may have, whatever the request was. */
const faultsIn = (endpoint: Endpoint, { status, headers, text, json }: PlainAnswer): string[] => {
  const faults = headers.get('X-Api') === 'equipoise/1' ? [] : ['not an answer of the API']
  if (status >= 500) return [...faults, `${status} ${text}`]
  if (status < 400) return status === endpoint.status ? faults : [...faults, `${status} is not its success`]
  const parsed = v.parse(problem, json())
  if (parsed.status !== status) faults.push(`${status} says that it is ${parsed.status}`)
  if (!errorsOf(endpoint).some((code) => code === parsed.code)) faults.push(`${parsed.code} is not one of its errors`)
  if (text.includes('"fields":{}')) faults.push('no field is named')
  return faults
}

/** The answer to a REF or to the secret of a link that does not exist. */
const WITHOUT_SECRET: Readonly<Record<string, number>> = {
  confirmSignIn: 409,
  ...Object.fromEntries(
    Object.keys(api)
      .filter((name) => /^(login|download|showAssociation)/.test(name))
      .map((name) => [name, 422]),
  ),
}

describe('for any request by anybody, the answer is the call’s own or one of its errors, and never a 5xx', () => {
  test.each(Object.entries<Endpoint>(api))('%s', async (name, endpoint) => {
    const ids = {
      trial_id: trialsFor[name] ?? [trial.trial_id, ...expendable],
      participant_id: participants,
      site_id: name === 'openSite' ? unopened : trial.sites.map(({ id }) => id),
      user_id: [world.personId('unblinder')],
      permission_id: permissions,
      message_id: messages,
      simulation_id: simulations,
      study_pack_id: packs,
      notification_id: [world.personId('unblinder')],
      audit_log_id: auditLogs,
      profile_id: profiles,
      session_id: sessions,
      alarm_id: alarms,
      notice_id: notices,
      wall_view_id: wallViews,
      waiting_id: waitingIds,
      randomisation_test_id: randomisationTests,
    }
    const body = new Map(Object.entries(bodies)).get(name)
    const send = async (key: SampleAccountKey | null, { path, headers, body }: ArbitraryRequest) => {
      const authorised = key === null ? {} : { Authorization: `Bearer ${await tokenOf(name, key)}` }
      const sent = { method: endpoint.method, headers: { ...headers, ...authorised } }
      return plainRequest(world, path, body === undefined ? sent : { ...sent, body })
    }
    // A valid request succeeds, so the others do reach the call. A REF or a link's secret cannot be had here.
    const soundAnswer = await send(MEANT_BY[name] ?? 'administrator', soundRequest(endpoint, ids, body))
    expect(soundAnswer.status).toBe(WITHOUT_SECRET[name] ?? endpoint.status)
    await fc.assert(
      fc.asyncProperty(person, arbitraryRequest(endpoint, ids, body), async (key, request) => {
        expect(faultsIn(endpoint, await send(key, request))).toEqual([])
      }),
      drawnFor(name),
    )
    if (name === 'endOwnSession') await signEverybodyIn()
  })
})
