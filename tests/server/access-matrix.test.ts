import { api } from '#contract/api'
import { noBody, type Endpoint } from '#contract/endpoint'
import { problem } from '#contract/problem'
import type { Need } from '#contract/needs'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { needsInWords } from '../../src/server/doors/openapi/needs-in-words'
import { accessWorld, PLACES, type AccessWorld, type Here, type Person, type Place } from '../support/access-world'
import { ANSWERED, expectedAnswer, type NeedVariant } from '../support/needed-access'
import { openNotice } from '../support/open-notice'
import { raisedAlarm } from '../support/raised-alarm'
import { plainRequest } from '../support/plain-request'
import { storedWaiting } from '../support/stored-waiting'
import { filled } from '../support/reads'

/* The table of capabilities decides the answer to every call, for every person at every place. */

type Row = NeedVariant & { query?: (here: Here) => string; body?: (here: Here) => unknown }

/** Query and body for calls that need more than an address and an ordinary body. Every other call is sent once. */
const ASKED: Partial<Record<keyof typeof api, readonly Row[]>> = {
  redirectToPing: [{ query: () => 'idp=sso' }],
  loginFromPing: [{ query: () => 'idp=sso&ref=none' }],
  loginFromAaf: [{ query: () => 'access_token=none' }],
  showAssociation: [{ query: () => 'token=none' }],

  getSimulation: [{}, { whose: 'somebody else' }],
  getSimulationReplicates: [{}, { whose: 'somebody else' }],
  cancelSimulation: [{}, { whose: 'somebody else' }],

  makeLongReport: [{}, { body: () => ({ type: 'token' }) }],
  downloadLongReport: [{ query: () => 'token=none' }],
  downloadShortReport: [{ query: () => 'token=none' }],
  downloadTrialManagementReport: [{ query: () => 'token=none' }],
  downloadManagementReport: [{ query: () => 'token=none' }],
  downloadBalanceReport: [{ query: () => 'token=none' }],
  downloadOpenBalanceReport: [{ query: () => 'token=none' }],
  downloadParticipants: [{ query: () => 'token=none&format=csv' }],
  downloadStudyPacks: [{ query: () => 'token=none&format=csv' }],
  downloadAnalysis: [{ query: () => 'token=none&format=csv' }],
  downloadRandomisationSpecification: [{ query: () => 'token=none&format=docx' }],
  downloadSealedAppendix: [{ query: () => 'token=none&format=docx' }],
  downloadRandomisationReport: [{ query: () => 'token=none&format=docx' }],
  downloadReferenceSet: [{ query: () => 'token=none&format=csv&test=1' }],
  downloadTrialArchive: [{ query: () => 'token=none' }],
  downloadEmails: [{ query: () => 'token=none&format=csv' }],
  downloadUsers: [{ query: () => 'token=none&format=csv' }],
  downloadAuditLogs: [{ query: () => 'token=none&format=json' }],

  // Only the author of a list may upload it. Everybody else is answered that there is none.
  uploadAllocationList: [{ whose: 'somebody else' }],

  listUsers: [{ of: 'no trial' }, { query: ({ trial }) => `trial=${trial.trial_id}` }],
  createUsers: [{}, { query: () => 'insert_type=bulk', body: () => [newUser()] }],
  grantPermission: [{}, { of: 'no trial', body: () => ({ role_id: 1, is_blinded_whole: true }) }],
}

const ROWS = keysOf(api).flatMap((call) => {
  const rows: readonly Row[] = ASKED[call] ?? [{}]
  return rows.map((row) => ({ call, needs: needsOf(call), ...row }))
})

function keysOf<K extends string>(record: Record<K, unknown>): K[] {
  return Object.keys(record).filter((key): key is K => key in record)
}

function needsOf(call: keyof typeof api): Need {
  return api[call].needs
}

let world: AccessWorld
let alarm_id: number
let notice_id: number
beforeAll(async () => {
  world = await accessWorld()
  alarm_id = await raisedAlarm(world.portal, null, 'audit_log')
  notice_id = await openNotice(world.portal)
})
afterAll(() => world.stop())

/** The answers to a secret that the test cannot know. A few attempts already reach the limit on tries. */
const SECRETS_UNKNOWN = ['ref_invalid', 'download_token_invalid', 'association_token_invalid', 'too_many_tries']

/** A success and a conflict both show that the caller had permission. */
const outcomeOf = (status: number, text: string): string => {
  if (status < 400) return ANSWERED
  const { code } = v.parse(problem, JSON.parse(text))
  return status === 409 || SECRETS_UNKNOWN.includes(code) ? ANSWERED : `${status} ${code}`
}

let count = 0

type RequestRow = (typeof ROWS)[number]

/** A body that no call accepts. */
const UNREAD = { no_such_field: true }

const answerTo = async (
  { call, whose, query, body }: RequestRow,
  person: Person | null,
  here: Here,
  isUnread = false,
): Promise<string> => {
  const { method, path }: Endpoint = api[call]
  const { site_id, participant_id, message_id, wall_view_id, randomisation_test_id, study_pack_id } = here
  const { trial_id } = here.trial
  const someone = await world.bystander(trial_id)
  const simulations = new Map(world.people.map(({ key, simulation_id }) => [key, simulation_id]))
  const others = person?.key === 'administrator' ? simulations.get('coordinator') : simulations.get('administrator')
  const isOthers = person === null || whose !== undefined
  const simulation_id = (isOthers ? others : person.simulation_id) ?? 0
  const address = filled(path, {
    trial_id,
    site_id,
    participant_id,
    message_id,
    wall_view_id,
    randomisation_test_id,
    simulation_id,
    study_pack_id,
    ...someone,
    notification_id: someone.user_id,
    audit_log_id: 1,
    alarm_id,
    notice_id,
    waiting_id: call === 'removeFromWaitingList' ? await storedWaiting(world.portal, trial_id, site_id) : 1,
    session_id: call === 'endOwnSession' && person ? await world.anotherSession(person.key) : 1,
  })
  const sound = body ? body(here) : bodyOf(call, here, someone.user_id, person)
  const sent = isUnread ? UNREAD : sound
  // Signing out ends the session, so it needs a session of its own.
  const session = person && (call === 'logout' ? await world.freshSession(person.key) : world.session(person.key))
  const { status, text } = await plainRequest(world.portal, `${address}?${query?.(here) ?? ''}`, {
    method,
    headers: {
      ...(session && { Authorization: `Bearer ${session.token}` }),
      ...(sent !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(sent !== undefined && { body: JSON.stringify(sent) }),
  })
  return outcomeOf(status, text)
}

/**
 * A body that succeeds here. It is for a participant whom this person has not randomised, and a user without
 * permission.
 */
const bodyOf = (
  call: RequestRow['call'],
  { bodies, site_id, study_pack_id }: Here,
  user_id: number,
  person: Person | null,
): unknown => {
  count += 1
  const body = bodies[call]
  if (call === 'randomiseParticipant') return { ...body, site_id, participant_id: `P-${count}` }
  if (call === 'addToWaitingList') return { ...body, site_id }
  if (call === 'settleRandomisation') return { idempotency_key: `key-${count}` }
  if (call === 'updateMe')
    return { ...newUser(), id: person ? world.portal.personId(person.key) : user_id, name: 'Ignored' }
  if (call === 'createUsers' || call === 'updateUser') return newUser()
  // A blinded person may only grant blinded permissions.
  if (call === 'grantPermission') return { ...body, is_blinded_whole: true }
  if (call === 'grantManyPermissions') return [{ ...bodies.grantPermission, is_blinded_whole: true, user_id }]
  return body && 'study_pack_id' in body ? { ...body, study_pack_id } : body
}

/** A user who does not exist yet. */
const newUser = () => {
  count += 1
  return { name: 'Somebody new', email: `somebody-${count}@example.org` }
}

/** Each caller and place: everybody with and without a permission there, and the administrator in protected trials. */
const asking = ({ needs, ...row }: RequestRow): { who: string; person: Person | null; place: Place }[] => {
  const everybody = [...world.people, null]
  const [administrator] = world.people
  const isOfTrial = needs.kind === 'trial' || needs.kind === 'under_lock' || isOfTrialNamed(needs, row)
  const isOfSite = needs.kind === 'under_lock' || (needs.kind === 'trial' && needs.of !== undefined)
  const places: readonly Place[] = [
    'own site',
    ...(isOfSite ? (['other site'] as const) : []),
    ...(isOfTrial ? (['another trial'] as const) : []),
  ]
  const beyond = isOfTrial ? PLACES.filter((place) => /theirs|them|protected/.test(place)) : []
  return [
    ...places.flatMap((place) => everybody.map((person) => ({ person, place }))),
    ...beyond.map((place) => ({ person: administrator ?? null, place })),
  ].map((one) => ({ ...one, who: `${one.person?.key ?? 'nobody'}, ${one.place}` }))
}

const isOfTrialNamed = (needs: Need, { of }: NeedVariant): boolean =>
  needs.kind === 'trial_or_system' && !needs.anywhere && of === undefined

describe('the need of a call is what its use case checks', () => {
  test.each(ROWS.map((row) => [row.call, needsInWords(row.needs), row] as const))(
    '%s: %s',
    async (_call, _needs, row) => {
      const answers: Record<string, string> = {}
      const due: Record<string, string> = {}
      for (const { who, person, place } of asking(row)) {
        const here = world.places[place]
        answers[who] = await answerTo(row, person, here)
        due[who] = expectedAnswer(row.needs, row, person, here, world.places['own site'])
      }
      expect(answers).toEqual(due)
    },
  )
})

/** The need of these calls depends on their body too. */
const isJudgedByBody = ({ kind }: Need): boolean => kind === 'trial_or_system'

const takesBody = ({ method, body }: Endpoint): boolean => method !== 'GET' && body !== noBody

describe('a caller without the right gets the same refusal for any input', () => {
  const rows = ROWS.filter(({ call, needs }) => takesBody(api[call]) && !isJudgedByBody(needs))
  test.each(rows.map((row) => [row.call, needsInWords(row.needs), row] as const))(
    '%s: %s',
    async (_call, _needs, row) => {
      const answers: Record<string, string> = {}
      const due: Record<string, string> = {}
      for (const { who, person, place } of asking(row).filter((one) => one.place === 'own site')) {
        const here = world.places[place]
        const expected = expectedAnswer(row.needs, row, person, here, world.places['own site'])
        answers[who] = await answerTo(row, person, here, true)
        // A call without a need checks its body before it checks whose list it is.
        const isLetThrough = expected === ANSWERED || (row.needs.kind === 'signed_in' && person !== null)
        due[who] = isLetThrough ? '422 validation_failed' : expected
      }
      expect(answers).toEqual(due)
    },
  )
})
