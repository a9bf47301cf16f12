import { api } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
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
  ofParticipant,
  signedIn,
  type Need,
} from '../support/needed-access'
import { plainRequest } from '../support/plain-request'
import { filled } from '../support/reads'

/* Every call, asked by everybody, everywhere: what the table of capabilities gives him is answered, and nothing else is. */

type Row = { call: keyof typeof api; needs: Need; query?: (here: Here) => string; body?: (here: Here) => unknown }

const ROWS: readonly Row[] = [
  { call: 'getAppInstance', needs: anybody },
  { call: 'redirectToPing', needs: anybody, query: () => 'idp=sso' },
  { call: 'redirectToAaf', needs: anybody },
  { call: 'returnFromPing', needs: anybody },
  { call: 'returnFromAaf', needs: anybody },
  { call: 'loginFromPing', needs: anybody, query: () => 'idp=sso&ref=none' },
  { call: 'loginFromAaf', needs: anybody, query: () => 'access_token=none' },

  { call: 'logout', needs: signedIn },
  { call: 'getMe', needs: signedIn },
  { call: 'getSystemPermission', needs: signedIn },
  { call: 'getTrialPermission', needs: signedIn },
  { call: 'getPermittedSites', needs: inTrial('viewTrial') },

  { call: 'listTrials', needs: signedIn },
  { call: 'createTrial', needs: inSystem('createTrial') },
  { call: 'getTrial', needs: inTrial('viewTrial') },
  { call: 'updateTrial', needs: inTrial('editTrial') },
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

  { call: 'listMessages', needs: inTrial('viewMessages') },
  { call: 'resendMessage', needs: inTrial('resendMessage') },

  { call: 'listRoles', needs: signedIn },
  { call: 'getUser', needs: inSystem('manageUsers') },
  { call: 'listUsers', needs: inSystem('manageUsers') },
  { call: 'listUsers', needs: inTrial('manageTrialUsers'), query: ({ trial }) => `trial=${trial.trial_id}` },
  { call: 'listTrialUsers', needs: inTrial('viewTrial') },
  { call: 'listUserPermissions', needs: { for: 'somewhere', can: 'manageTrialUsers', or: 'manageUsers' } },
  { call: 'grantPermission', needs: inTrial('manageTrialUsers') },
  { call: 'grantPermission', needs: inSystem('manageUsers'), body: () => ({ role_id: 1, is_blinded_whole: true }) },
  { call: 'changePermission', needs: inTrial('manageTrialUsers') },
  { call: 'endPermission', needs: inTrial('manageTrialUsers') },
  { call: 'grantManyPermissions', needs: inTrial('manageTrialUsers') },
]

let world: AccessWorld
beforeAll(async () => {
  world = await accessWorld()
})
afterAll(() => world.stop())

test('no call is without a row', () => {
  expect(new Set(ROWS.map(({ call }) => call))).toEqual(new Set(Object.keys(api)))
})

/** Done, or not to be done as things stand: either way the one who asked was let through. */
const heard = (status: number, text: string): string => {
  if (status < 400) return ANSWERED
  const { code } = v.parse(problem, JSON.parse(text))
  return status === 409 || code === 'ref_invalid' ? ANSWERED : `${status} ${code}`
}

let count = 0

const asked = async ({ call, needs, query, body }: Row, person: Person | null, here: Here): Promise<string> => {
  const { method, path }: Endpoint = api[call]
  const { participant_id, message_id } = here
  const { trial_id } = here.trial
  const someone = await world.bystander(trial_id)
  const simulations = new Map(world.people.map(({ key, simulation_id }) => [key, simulation_id]))
  const others = person?.key === 'administrator' ? simulations.get('coordinator') : simulations.get('administrator')
  const isOthers = person === null || (needs.for === 'anywhere' && needs.of !== undefined)
  const simulation_id = (isOthers ? others : person.simulation_id) ?? 0
  const address = filled(path, { trial_id, participant_id, message_id, simulation_id, ...someone })
  const sent = body ? body(here) : bodyOf(call, here, someone.user_id)
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
const bodyOf = (call: Row['call'], { bodies, site_id }: Here, user_id: number): unknown => {
  count += 1
  const body = bodies[call]
  if (call === 'randomiseParticipant') return { ...body, site_id, participant_id: `P-${count}` }
  if (call === 'settleRandomisation') return { idempotency_key: `key-${count}` }
  // Who is blinded gives none that are not.
  if (call === 'grantPermission') return { ...body, is_blinded_whole: true }
  if (call === 'grantManyPermissions') return [{ ...bodies.grantPermission, is_blinded_whole: true, user_id }]
  return body
}

/** Who asks where: everybody where he has a permission and where he has none, and the administrator in what is protected. */
const asking = (needs: Need): { who: string; person: Person | null; place: Place }[] => {
  const everybody = [...world.people, null]
  const [administrator] = world.people
  const places: readonly Place[] =
    needs.for !== 'trial'
      ? ['own site']
      : needs.of
        ? ['own site', 'other site', 'another trial']
        : ['own site', 'another trial']
  const his = needs.for === 'trial' ? PLACES.filter((place) => /his|him|protected/.test(place)) : []
  return [
    ...places.flatMap((place) => everybody.map((person) => ({ person, place }))),
    ...his.map((place) => ({ person: administrator ?? null, place })),
  ].map((one) => ({ ...one, who: `${one.person?.key ?? 'nobody'}, ${one.place}` }))
}

describe('what a call needs is what it asks for', () => {
  test.each(ROWS.map((row) => [row.call, inWords(row.needs), row] as const))('%s: %s', async (_call, _needs, row) => {
    const told: Record<string, string> = {}
    const due: Record<string, string> = {}
    for (const { who, person, place } of asking(row.needs)) {
      const here = world.places[place]
      told[who] = await asked(row, person, here)
      due[who] = expectedAnswer(row.needs, person, here, world.places['own site'])
    }
    expect(told).toEqual(due)
  })
})
