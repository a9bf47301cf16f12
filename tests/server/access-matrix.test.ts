import { api } from '#contract/api'
import { nothing, type Endpoint } from '#contract/endpoint'
import { problem } from '#contract/errors'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessWorld, PLACES, type AccessWorld, type Here, type Person, type Place } from '../support/access-world'
import {
  anybody,
  anywhere,
  ANSWERED,
  atSite,
  expectedAnswer,
  inSystem,
  inTrial,
  inWords,
  ofPack,
  ofParticipant,
  ofSite,
  signedIn,
  type Need,
} from '../support/needed-access'
import { plainRequest } from '../support/plain-request'
import { filled } from '../support/reads'

/* Every call, asked by everybody, everywhere: what the table of capabilities gives them is answered, and nothing else is. */

type Row = { call: keyof typeof api; needs: Need; query?: (here: Here) => string; body?: (here: Here) => unknown }

const ROWS: readonly Row[] = [
  { call: 'getAppInstance', needs: anybody },
  { call: 'redirectToPing', needs: anybody, query: () => 'idp=sso' },
  { call: 'redirectToAaf', needs: anybody },
  { call: 'returnFromPing', needs: anybody },
  { call: 'returnFromAaf', needs: anybody },
  { call: 'loginFromPing', needs: anybody, query: () => 'idp=sso&ref=none' },
  { call: 'loginFromAaf', needs: anybody, query: () => 'access_token=none' },

  { call: 'requestAssociation', needs: inSystem('manageUsers') },
  { call: 'deleteProfile', needs: inSystem('manageUsers') },
  // Whose invitation it is, is asked of its secret alone.
  { call: 'showAssociation', needs: anybody, query: () => 'token=none' },
  { call: 'createExternalAccount', needs: anybody },

  { call: 'logout', needs: signedIn },
  { call: 'confirmSignIn', needs: signedIn },
  { call: 'getMe', needs: signedIn },
  { call: 'getOutboxKey', needs: signedIn },
  { call: 'updateMe', needs: signedIn },
  { call: 'listOwnSessions', needs: signedIn },
  { call: 'endOwnSession', needs: signedIn },
  { call: 'endOtherSessions', needs: signedIn },
  { call: 'listOwnNotifications', needs: signedIn },
  { call: 'listTimezones', needs: anybody },
  { call: 'displayTime', needs: signedIn },
  { call: 'getSystemPermission', needs: signedIn },
  { call: 'getTrialPermission', needs: signedIn },
  { call: 'getPermittedSites', needs: inTrial('viewTrial') },

  { call: 'listTrials', needs: signedIn },
  { call: 'createTrial', needs: inSystem('createTrial') },
  { call: 'getTrial', needs: inTrial('viewTrial') },
  { call: 'updateTrial', needs: inTrial('editTrial') },
  { call: 'previewTrialSave', needs: inTrial('editTrial') },
  { call: 'getReadiness', needs: inTrial('changeTrialStatus') },
  { call: 'getDesignConfirmation', needs: inTrial('viewSettings') },
  { call: 'confirmDesign', needs: inTrial('confirmDesign') },
  { call: 'getSite', needs: ofSite('viewTrial') },
  { call: 'openSite', needs: inTrial('openSite') },
  { call: 'changeTrialStatus', needs: inTrial('changeTrialStatus') },
  { call: 'getTrialStatistics', needs: inTrial('viewTrial') },
  { call: 'getGuessability', needs: inTrial('viewGuessability') },

  { call: 'startSimulation', needs: anywhere('simulate') },
  { call: 'getSimulation', needs: anywhere('simulate') },
  { call: 'getSimulation', needs: anywhere('simulate', 'somebody else') },
  { call: 'cancelSimulation', needs: anywhere('simulate') },
  { call: 'cancelSimulation', needs: anywhere('simulate', 'somebody else') },

  { call: 'getLedger', needs: inTrial('viewLedger') },
  { call: 'enterStartNonce', needs: inTrial('enterStartNonce') },
  { call: 'revealSeed', needs: { for: 'trial', can: 'viewLedger', and: 'revealSeed' } },

  { call: 'listParticipants', needs: inTrial('viewTrial') },
  { call: 'getParticipantsSnapshot', needs: inTrial('viewTrial') },
  { call: 'getParticipant', needs: ofParticipant('viewTrial') },
  { call: 'getParticipantHistory', needs: ofParticipant('viewTrial') },
  { call: 'randomiseParticipant', needs: atSite('randomise') },
  { call: 'settleRandomisation', needs: inTrial('randomise') },
  { call: 'flagParticipant', needs: ofParticipant('flagParticipant') },
  { call: 'unblindParticipant', needs: ofParticipant('unblind') },
  { call: 'recordInadvertentUnblinding', needs: ofParticipant('recordInadvertentUnblinding') },
  { call: 'recordRandomisationError', needs: ofParticipant('recordRandomisationError') },

  { call: 'listStudyPacks', needs: inTrial('viewStudyPacks') },
  { call: 'getStudyPack', needs: ofPack('viewStudyPacks') },
  { call: 'activateStudyPacks', needs: ofPack('manageStudyPacks') },
  { call: 'deactivateStudyPacks', needs: ofPack('manageStudyPacks') },
  { call: 'removeStudyPacks', needs: ofPack('manageStudyPacks') },
  { call: 'expireStudyPacks', needs: ofPack('manageStudyPacks') },
  { call: 'transferStudyPacks', needs: ofPack('transferStudyPacks') },
  { call: 'updateStudyPacks', needs: ofPack('editStudyPackExpiration') },
  { call: 'dispenseStudyPacks', needs: ofPack('manageStudyPacks') },
  { call: 'recallStudyPacks', needs: ofPack('manageStudyPacks') },
  { call: 'checkStudyPack', needs: ofPack('manageStudyPacks') },
  { call: 'importStudyPacks', needs: inTrial('importStudyPacks') },
  { call: 'generateStudyPacks', needs: inTrial('importStudyPacks') },
  { call: 'printStudyPackLabels', needs: inTrial('printStudyPackLabels') },

  { call: 'makeLongReport', needs: inTrial('viewReports') },
  { call: 'makeLongReport', needs: inTrial('viewReports'), body: () => ({ type: 'token' }) },
  { call: 'makeShortReport', needs: inTrial('viewReports') },
  { call: 'makeTrialManagementReport', needs: { for: 'trial', can: 'viewReports', and: 'viewReports' } },
  { call: 'makeManagementReport', needs: inSystem('viewReports') },
  // Who asks is told by the token alone.
  { call: 'downloadLongReport', needs: anybody, query: () => 'token=none' },
  { call: 'downloadShortReport', needs: anybody, query: () => 'token=none' },
  { call: 'downloadTrialManagementReport', needs: anybody, query: () => 'token=none' },
  { call: 'downloadManagementReport', needs: anybody, query: () => 'token=none' },

  { call: 'prepareParticipantsExport', needs: inTrial('viewTrial') },
  { call: 'prepareStudyPacksExport', needs: inTrial('viewStudyPacks') },
  { call: 'prepareAuditExport', needs: inSystem('viewAuditLogs') },
  { call: 'downloadParticipants', needs: anybody, query: () => 'token=none&format=csv' },
  { call: 'downloadStudyPacks', needs: anybody, query: () => 'token=none&format=csv' },
  { call: 'downloadAuditLogs', needs: anybody, query: () => 'token=none&format=json' },

  { call: 'listMessages', needs: inTrial('viewMessages') },
  { call: 'resendMessage', needs: inTrial('resendMessage') },

  { call: 'listRoles', needs: signedIn },
  { call: 'getUser', needs: inSystem('manageUsers') },
  { call: 'listUsers', needs: inSystem('manageUsers') },
  { call: 'listUsers', needs: inTrial('manageTrialUsers'), query: ({ trial }) => `trial=${trial.trial_id}` },
  { call: 'createUsers', needs: inSystem('manageUsers') },
  { call: 'createUsers', needs: inSystem('manageUsers'), query: () => 'insert_type=bulk', body: () => [newUser()] },
  { call: 'previewUsers', needs: inSystem('manageUsers') },
  { call: 'updateUser', needs: inSystem('manageUsers') },
  { call: 'setUserActive', needs: inSystem('manageUsers') },
  { call: 'resetSecondFactor', needs: inSystem('manageUsers') },
  { call: 'extendUser', needs: inSystem('manageUsers') },
  { call: 'countBroadcast', needs: inSystem('manageUsers') },
  { call: 'broadcastMessage', needs: inSystem('manageUsers') },
  { call: 'listTrialUsers', needs: inTrial('viewTrial') },
  { call: 'previewTrialUsers', needs: { for: 'trial', can: 'importTrialUsers', and: 'manageUsers' } },
  { call: 'saveTrialNotification', needs: inTrial('manageTrialUsers') },
  { call: 'listUserPermissions', needs: { for: 'somewhere', can: 'manageTrialUsers', or: 'manageUsers' } },
  { call: 'grantPermission', needs: inTrial('manageTrialUsers') },
  { call: 'grantPermission', needs: inSystem('manageUsers'), body: () => ({ role_id: 1, is_blinded_whole: true }) },
  { call: 'changePermission', needs: inTrial('manageTrialUsers') },
  { call: 'endPermission', needs: inTrial('manageTrialUsers') },
  { call: 'grantManyPermissions', needs: inTrial('manageTrialUsers') },

  { call: 'listAuditLogs', needs: inSystem('viewAuditLogs') },
  { call: 'getAuditLog', needs: inSystem('viewAuditLogs') },
  { call: 'checkAuditLogs', needs: inSystem('viewAuditLogs') },
  { call: 'reviewAuditLog', needs: inSystem('viewAuditLogs') },
]

let world: AccessWorld
beforeAll(async () => {
  world = await accessWorld()
})
afterAll(() => world.stop())

test('no call is without a row', () => {
  expect(new Set(ROWS.map(({ call }) => call))).toEqual(new Set(Object.keys(api)))
})

/** What nobody knows the secret of here, and a few tries of that are enough. */
const SECRETS_UNKNOWN = ['ref_invalid', 'download_token_invalid', 'association_token_invalid', 'too_many_tries']

const isWrite = ({ method, body }: Endpoint): boolean => method !== 'GET' && body !== nothing

/** Calls in whose body it stands where they are meant, and calls that answer for their own keys (`once`): their bodies are read first. */
const LOOKS_FIRST = new Set<Row['call']>([
  'grantPermission',
  'grantManyPermissions',
  'randomiseParticipant',
  'dispenseStudyPacks',
  'makeShortReport',
])

/** Done, or not to be done as things stand: either way the one who asked was let through. */
const heard = (status: number, text: string): string => {
  if (status < 400) return ANSWERED
  const { code } = v.parse(problem, JSON.parse(text))
  return status === 409 || SECRETS_UNKNOWN.includes(code) ? ANSWERED : `${status} ${code}`
}

/** No call takes this. */
const UNREAD = { no_such_field: true }

let count = 0

const answerTo = async (
  { call, needs, query, body }: Row,
  person: Person | null,
  here: Here,
  isUnread = false,
): Promise<string> => {
  const { method, path }: Endpoint = api[call]
  const { site_id, participant_id, message_id, study_pack_id } = here
  const { trial_id } = here.trial
  const someone = await world.bystander(trial_id)
  const simulations = new Map(world.people.map(({ key, simulation_id }) => [key, simulation_id]))
  const others = person?.key === 'administrator' ? simulations.get('coordinator') : simulations.get('administrator')
  const isOthers = person === null || (needs.for === 'anywhere' && needs.of !== undefined)
  const simulation_id = (isOthers ? others : person.simulation_id) ?? 0
  const address = filled(path, {
    trial_id,
    site_id,
    participant_id,
    message_id,
    simulation_id,
    study_pack_id,
    ...someone,
    notification_id: someone.user_id,
    audit_log_id: 1,
    session_id: call === 'endOwnSession' && person ? await world.anotherSession(person.key) : 1,
  })
  const sound = body ? body(here) : bodyOf(call, here, someone.user_id, person)
  const sent = isUnread ? UNREAD : sound
  // Signing out ends the session, so it takes one of its own.
  const session = person && (call === 'logout' ? await world.freshSession(person.key) : world.session(person.key))
  const { status, text } = await plainRequest(world.portal, `${address}?${query?.(here) ?? ''}`, {
    method,
    headers: {
      ...(session && { Authorization: `Bearer ${session.token}` }),
      ...(sent !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(sent !== undefined && { body: JSON.stringify(sent) }),
  })
  return heard(status, text)
}

/** A body that would do here: for somebody who has not randomised this one yet, nor been given anything. */
const bodyOf = (
  call: Row['call'],
  { bodies, site_id, study_pack_id }: Here,
  user_id: number,
  person: Person | null,
): unknown => {
  count += 1
  const body = bodies[call]
  if (call === 'randomiseParticipant') return { ...body, site_id, participant_id: `P-${count}` }
  if (call === 'settleRandomisation') return { idempotency_key: `key-${count}` }
  if (call === 'updateMe')
    return { ...newUser(), id: person ? world.portal.personId(person.key) : user_id, name: 'Ignored' }
  if (call === 'createUsers' || call === 'updateUser') return newUser()
  // Who is blinded gives none that are not.
  if (call === 'grantPermission') return { ...body, is_blinded_whole: true }
  if (call === 'grantManyPermissions') return [{ ...bodies.grantPermission, is_blinded_whole: true, user_id }]
  return body && 'study_pack_id' in body ? { ...body, study_pack_id } : body
}

/** Somebody whom there is not yet. */
const newUser = () => {
  count += 1
  return { name: 'Somebody new', email: `somebody-${count}@example.org` }
}

/** Who asks where: everybody where they have a permission and where they have none, and the administrator in what is protected. */
const asking = (needs: Need): { who: string; person: Person | null; place: Place }[] => {
  const everybody = [...world.people, null]
  const [administrator] = world.people
  const places: readonly Place[] =
    needs.for !== 'trial'
      ? ['own site']
      : needs.of
        ? ['own site', 'other site', 'another trial']
        : ['own site', 'another trial']
  const beyond = needs.for === 'trial' ? PLACES.filter((place) => /theirs|them|protected/.test(place)) : []
  return [
    ...places.flatMap((place) => everybody.map((person) => ({ person, place }))),
    ...beyond.map((place) => ({ person: administrator ?? null, place })),
  ].map((one) => ({ ...one, who: `${one.person?.key ?? 'nobody'}, ${one.place}` }))
}

describe('what a call needs is what it asks for', () => {
  test.each(ROWS.map((row) => [row.call, inWords(row.needs), row] as const))('%s: %s', async (_call, _needs, row) => {
    const answers: Record<string, string> = {}
    const due: Record<string, string> = {}
    for (const { who, person, place } of asking(row.needs)) {
      const here = world.places[place]
      answers[who] = await answerTo(row, person, here)
      due[who] = expectedAnswer(row.needs, person, here, world.places['own site'])
    }
    expect(answers).toEqual(due)
  })
})

describe('who may not write is told so, whatever they sent', () => {
  const rows = ROWS.filter(({ call }) => !LOOKS_FIRST.has(call) && isWrite(api[call]))
  test.each(rows.map((row) => [row.call, inWords(row.needs), row] as const))('%s: %s', async (_call, _needs, row) => {
    const answers: Record<string, string> = {}
    const due: Record<string, string> = {}
    for (const { who, person, place } of asking(row.needs).filter((one) => one.place === 'own site')) {
      const here = world.places[place]
      const expected = expectedAnswer(row.needs, person, here, world.places['own site'])
      answers[who] = await answerTo(row, person, here, true)
      due[who] = expected === ANSWERED ? '422 validation_failed' : expected
    }
    expect(answers).toEqual(due)
  })
})
