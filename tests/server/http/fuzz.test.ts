import { api } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import { problem } from '#contract/errors'
import fc from 'fast-check'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorsOf } from '../../../src/server/openapi/openapi-responses'
import { SAMPLE_ACCOUNTS, type SampleAccountKey } from '../../../src/server/sample-data/sample-accounts'
import { aTrial, grant, type BuiltTrial } from '../../support/a-trial'
import { aTrialForm } from '../../support/a-trial-form'
import { plainRequest, type PlainAnswer } from '../../support/plain-request'
import { testPortal, type TestPortal } from '../../support/portal'
import { randomise } from '../../support/randomise'
import { signedInAs } from '../../support/sign-in'
import { arbitraryRequest, soundRequest, type ArbitraryRequest } from './arbitrary-requests'

/** So many requests to each call. */
const RUNS = 40

let world: TestPortal
let trial: BuiltTrial
/** Trials whose status may come to anything. */
let expendable: number[]
let participants: number[]
const tokens = new Map<SampleAccountKey, string>()

beforeAll(async () => {
  world = await testPortal()
  trial = await aTrial(world, {
    is_participant_id_used: true,
    participant_id_warning_id: 2,
    trial_strata: [{ name: 'Sex', options: ['Female', 'Male'] }],
    packs: 50,
  })
  expendable = []
  for (let i = 0; i < 4; i += 1) expendable.push((await aTrial(world, { status: 'planning' })).trial_id)
  const site_id = trial.sites[0]?.id ?? null
  const inTrial = { trial_id: trial.trial_id, site_id: null }
  const atSite = { trial_id: trial.trial_id, site_id }
  await grant(world, { person: 'coordinator', role: 'Trial administrator', ...inTrial })
  await grant(world, { person: 'nurse', role: 'Site user', ...atSite })
  await grant(world, { person: 'pharmacist', role: 'Site user', ...atSite, has_study_packs_access: true })
  await grant(world, { person: 'monitor', role: 'Trial viewer', ...inTrial, is_blinded_partial: true })
  await grant(world, { person: 'blinded-nurse', role: 'Site user', ...atSite, is_blinded_whole: true })
  for (const { key } of SAMPLE_ACCOUNTS) tokens.set(key, (await signedInAs(world, key)).token)
  const drawn = await randomise(
    await signedInAs(world, 'administrator'),
    trial.trial_id,
    soundBodies()['randomiseParticipant'] ?? {},
  )
  participants = drawn.participants.map(({ id }) => id)
})
afterAll(() => world.stop())

/** Bodies that would do, by the name of the call. */
const soundBodies = (): Record<string, object> => ({
  createTrial: aTrialForm({
    description: 'Text',
    expires_at: '2028-01-01',
    selected_timezone: 'Europe/London',
    sample_size: 10,
    randomisation_method_id: 1,
    allocation_method_id: 1,
    block_size_min: 2,
    block_size_max: 6,
    is_stratified: true,
    is_managing_packs: true,
    pack_alert_level: 3,
    org_quote_amount: 1.5,
    org_quote_date: '2026-01-01',
    sites: [{ id: 1, title: 'A', is_deleted: false, low_pack_level: 4 }, { title: 'B' }],
    study_groups: [
      { name: 'A', label: 'X', weight: 2, factorial_level: null },
      { name: 'B', label: 'Y', weight: 1 },
    ],
    trial_strata: [
      { name: 'Sex', description: 'As registered', trial_stratum_options: [{ name: 'F' }, { name: 'M' }] },
    ],
  }),
  changeTrialStatus: { trial_status_id: 3, reason: 'Ready' },
  randomiseParticipant: {
    site_id: trial.sites[0]?.id,
    participant_id: 'W-1',
    approve_duplicate: true,
    participant_strata: trial.trial_strata.map(({ id, options }) => ({
      trial_stratum_id: id,
      trial_stratum_option_id: options[0]?.id,
    })),
  },
  settleRandomisation: { idempotency_key: 'key' },
})

const person = fc.oneof(
  { weight: 3, arbitrary: fc.constant('administrator' as const) },
  fc.constantFrom<(SampleAccountKey | null)[]>(null, ...SAMPLE_ACCOUNTS.map(({ key }) => key)),
)

/** Signing out ends a session, so whoever may do it gets a new one each time. */
const tokenOf = async (name: string, key: SampleAccountKey): Promise<string> =>
  name === 'logout' ? (await signedInAs(world, key)).token : (tokens.get(key) ?? '')

/** What is wrong with an answer, whatever the question. */
const faultsIn = (endpoint: Endpoint, { status, headers, text, json }: PlainAnswer): string[] => {
  const faults = headers.get('X-Api') === 'equipoise/1' ? [] : ['not an answer of the API']
  if (status >= 500) return [...faults, `${status} ${text}`]
  if (status < 400) return status === endpoint.status ? faults : [...faults, `${status} is not its success`]
  const told = v.parse(problem, json())
  if (told.status !== status) faults.push(`${status} says that it is ${told.status}`)
  if (!errorsOf(endpoint).some((code) => code === told.code)) faults.push(`${told.code} is not one of its errors`)
  if (text.includes('"fields":{}')) faults.push('no field is named')
  return faults
}

describe('whatever is asked by whomever, the answer is the call’s own or one of its errors, and never a 5xx', () => {
  test.each(Object.entries<Endpoint>(api))('%s', async (name, endpoint) => {
    const trial_id = name === 'changeTrialStatus' ? expendable : [trial.trial_id, ...expendable]
    const known = { trial_id, participant_id: participants }
    const body = soundBodies()[name]
    const send = async (key: SampleAccountKey | null, { path, headers, body }: ArbitraryRequest) => {
      const authorised = key === null ? {} : { Authorization: `Bearer ${await tokenOf(name, key)}` }
      const sent = { method: endpoint.method, headers: { ...headers, ...authorised } }
      return plainRequest(world, path, body === undefined ? sent : { ...sent, body })
    }
    // As it is meant, so that the questions do reach it; a REF is not to be had so.
    const meant = await send('administrator', soundRequest(endpoint, known, body))
    expect(meant.status).toBe(name.startsWith('login') ? 422 : endpoint.status)
    await fc.assert(
      fc.asyncProperty(person, arbitraryRequest(endpoint, known, body), async (key, request) => {
        expect(faultsIn(endpoint, await send(key, request))).toEqual([])
      }),
      { numRuns: RUNS },
    )
  })
})
