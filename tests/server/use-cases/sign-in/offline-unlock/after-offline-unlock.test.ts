import { api } from '#contract/api'
import { API_BASE } from '#contract/api-address'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { posted } from '../../../../support/ask'
import { CODE, dispensingTrial, servedAt, timesDispensed, type Served } from '../../../../support/dispensing'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { randomise } from '../../../../support/randomise'
import { refOf, returnedFrom, signedInAs, type SignedIn } from '../../../../support/sign-in'
import { act, type PackTrial } from '../../../../support/study-packs'
import { webBrowser } from '../../../../support/web-browser'

/* A PIN or passkey does what the app does offline, and no more: everything else waits for a sign-in (decision 0071). */

let world: TestPortal
let trial: PackTrial
let served: Served
let pharmacist: SignedIn
beforeAll(async () => {
  world = await testPortal()
  trial = await dispensingTrial(world)
  served = await servedAt(trial)
})
afterAll(() => world.stop())
beforeEach(async () => {
  pharmacist = await signedInAs(world, 'pharmacist')
  world.clock.step(60)
})

const sessionOf = async ({ token }: SignedIn): Promise<string> => {
  const claims = await world.context.tokens.read(token, world.clock.now())
  if (!claims.ok) throw new Error(`the token is ${claims.refusal}`)
  return claims.value.sid
}

type Opening = { secondsAgo?: number; session?: string }

/** Reports that a PIN or passkey opened the tablet, by its clock some seconds ago, in the session or a former one. */
const opens = async (
  event: 'unlocked' | 'unlocked_with_passkey',
  { secondsAgo = 0, session }: Opening = {},
): Promise<void> => {
  const performed_at = new Date(Date.parse(world.clock.now()) - secondsAgo * 1000).toISOString()
  const session_id = session ?? (await sessionOf(pharmacist))
  const body = { device_id: randomUUID(), event, performed_at, session_id, wrong_tries: 0 }
  expect((await pharmacist.fetch(api.reportOfflineUnlock.path, posted(body))).status).toBe(204)
}

const randomises = (key: string = randomUUID()) =>
  randomise(pharmacist, trial.trial_id, { site_id: trial.sites[0]?.id }, { 'Idempotency-Key': key })

const countParticipants = async (): Promise<number> => {
  const of = world.database.queries.selectFrom('participants').where('trial_id', '=', trial.trial_id)
  return (await of.select('id').execute()).length
}

/** Signs in again for the running session, as the dialog's other tab does. */
const signsInAgain = async (): Promise<void> => {
  const browser = webBrowser()
  const ref = refOf(await returnedFrom(world, 'sso', 'pharmacist', browser, { purpose: 'confirm' }))
  const answer = await browser.ask(`${world.url}${API_BASE}/${api.confirmSignIn.path}`, {
    ...posted({ idp: 'sso', ref }, { 'Content-Type': 'application/json', Authorization: `Bearer ${pharmacist.token}` }),
  })
  expect(answer.status).toBe(204)
}

describe.each(['unlocked', 'unlocked_with_passkey'] as const)('a session whose device was %s offline', (event) => {
  beforeEach(() => opens(event))

  it('randomises nobody before a sign-in, and once after it under the same key', async () => {
    const [key, before] = [randomUUID(), await countParticipants()]
    expect((await randomises(key)).problem?.code).toBe('sign_in_not_fresh')
    expect(await countParticipants()).toBe(before)

    world.clock.step(1)
    await signsInAgain()
    expect((await randomises(key)).status).toBe(201)
    expect((await randomises(key)).replayed).toBe(true)
    expect(await countParticipants()).toBe(before + 1)
    // The proof does not age: it is newer than the unlock.
    world.clock.step(6 * 60)
    expect((await randomises()).status).toBe(201)
  })

  it('asks again where the device was opened again since', async () => {
    world.clock.step(1)
    await signsInAgain()
    world.clock.step(1)
    await opens(event)
    expect((await randomises()).problem?.code).toBe('sign_in_not_fresh')
  })
})

it('flags and dispenses as the app does offline, reads, and asks for the outcome of a lost answer', async () => {
  await opens('unlocked')
  const { trial_id, id, pack } = served
  const performed_at = world.clock.now()
  const flag = { comment: 'Moved away', performed_at }
  expect((await pharmacist.fetch(`trials/${trial_id}/participants/${id}/flag`, posted(flag))).status).toBe(200)
  const dispensing = { study_pack_ids: [pack.id], confirmation_code: CODE, performed_at }
  expect((await act(trial, pharmacist, 'dispense', dispensing)).status).toBe(200)
  expect(await timesDispensed(world, pack.id)).toBe(1)
  expect((await pharmacist.fetch(`trials/${trial_id}/participants`)).status).toBe(200)
  const lost = { idempotency_key: randomUUID() }
  expect((await pharmacist.fetch(`trials/${trial_id}/participants/outcome`, posted(lost))).status).toBe(200)
})

it('answers the repeat of what was done before the unlock as done, and asks for the next', async () => {
  const path = `trials/${served.trial_id}/participants/${served.id}/inadvertent-unblinding`
  const headers = { 'Idempotency-Key': randomUUID() }
  const body = { comment: 'Seen on a label' }
  expect((await pharmacist.fetch(path, posted(body, headers))).ok).toBe(true)
  await opens('unlocked')
  const repeated = await pharmacist.fetch(path, posted(body, headers))
  expect([repeated.ok, repeated.headers.get('Idempotency-Replayed')]).toEqual([true, 'true'])
  expect((await pharmacist.fetch(path, posted(body))).status).toBe(403)
})

it('is refused what its person may not do, and not asked to sign in for it', async () => {
  await opens('unlocked')
  const answer = await pharmacist.fetch(`trials/${served.trial_id}/status`, posted({ trial_status_id: 4 }))
  const { code }: { code: string } = await answer.json()
  expect(code).toBe('forbidden')
})

it('is asked nothing for an unlock in a former session, which the device reports late', async () => {
  const former = await sessionOf(pharmacist)
  pharmacist = await signedInAs(world, 'pharmacist')
  await opens('unlocked', { session: former })
  expect((await randomises()).status).toBe(201)
})

it.each([24 * 60 * 60, -24 * 60 * 60])('asks whatever the device’s clock says: %i seconds ago', async (secondsAgo) => {
  await opens('unlocked', { secondsAgo })
  expect((await randomises()).problem?.code).toBe('sign_in_not_fresh')
})

it('does not ask other sessions of the same person', async () => {
  await opens('unlocked')
  pharmacist = await signedInAs(world, 'pharmacist')
  expect((await randomises()).status).toBe(201)
})
