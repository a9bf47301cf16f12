import { randomiseParticipant } from '#contract/participants'
import { changeTrialStatus, createTrial } from '#contract/trials'
import { PAUSED, STARTED } from '#domain/trials/trial-status'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aTrial, grant } from '../../../support/a-trial'
import { aTrialForm } from '../../../support/a-trial-form'
import { ask, posted } from '../../../support/ask'
import { testPortal, type TestPortal } from '../../../support/portal'
import { signedInAs, type SignedIn } from '../../../support/sign-in'

let world: TestPortal
let administrator: SignedIn
let nurse: SignedIn

beforeAll(async () => {
  world = await testPortal()
  administrator = await signedInAs(world, 'administrator')
  nurse = await signedInAs(world, 'nurse')
})
afterAll(() => world.stop())

type Headers = Record<string, string>

/** A key whose first refusal is final. */
const aFinalKey = (): Headers => ({ 'Idempotency-Key': randomUUID(), 'X-Refusal-Is-Final': '1' })

const setStatus = (trialId: number, trial_status_id: number, headers: Headers = {}, who = administrator) =>
  ask(
    who,
    changeTrialStatus.response,
    `trials/${trialId}/status`,
    posted({ trial_status_id, reason: 'Ready' }, headers),
  )

const statusOf = async (trialId: number) =>
  (
    await world.context.database.queries
      .selectFrom('trials')
      .select('trial_status_id')
      .where('id', '=', trialId)
      .executeTakeFirstOrThrow()
  ).trial_status_id

const createdAs = (title: string, headers: Headers, who: SignedIn) =>
  ask(who, createTrial.response, 'trials', posted(aTrialForm({ title }), headers))

const promoteNurse = () =>
  grant(world, { person: 'nurse', role: 'System administrator', trial_id: null, site_id: null })
const endPermissionsOfNurse = () =>
  world.context.database.queries.deleteFrom('user_permissions').where('user_id', '=', world.personId('nurse')).execute()

const codeOf = ({ status, problem }: { status: number; problem: { code: string } | null }) => [
  status,
  problem?.code ?? null,
]
const CLOSED = [409, 'idempotency_key_closed']

describe('a copy that arrives after a final refusal', () => {
  test('has no effect, although the same request would be granted by now', async () => {
    const { trial_id } = await aTrial(world)
    const headers = aFinalKey()
    expect(codeOf(await setStatus(trial_id, STARTED, headers))).toEqual([409, 'status_change_not_allowed'])
    await setStatus(trial_id, PAUSED)
    expect(codeOf(await setStatus(trial_id, STARTED, headers))).toEqual(CLOSED)
    expect(await statusOf(trial_id)).toBe(PAUSED)
    // Without that promise it is judged again.
    expect((await setStatus(trial_id, STARTED, { 'Idempotency-Key': randomUUID() })).status).toBe(200)
  })

  test('is refused for the same reason as long as that holds, even if the key is closed', async () => {
    const { trial_id } = await aTrial(world)
    const headers = aFinalKey()
    await setStatus(trial_id, STARTED, headers)
    expect(codeOf(await setStatus(trial_id, STARTED, headers))).toEqual([409, 'status_change_not_allowed'])
    await setStatus(trial_id, PAUSED)
    expect(codeOf(await setStatus(trial_id, STARTED, headers))).toEqual(CLOSED)
  })

  test('has no effect where the person has the permission by now', async () => {
    const headers = aFinalKey()
    expect((await createdAs('Promoted', headers, nurse)).status).toBe(403)
    await promoteNurse()
    expect(codeOf(await createdAs('Promoted', headers, nurse))).toEqual(CLOSED)
    await endPermissionsOfNurse()
  })

  test('draws nobody, where the request was to randomise', async () => {
    const { trial_id, sites } = await aTrial(world)
    const headers = aFinalKey()
    const randomised = () =>
      ask(
        administrator,
        randomiseParticipant.response,
        `trials/${trial_id}/participants`,
        posted({ site_id: sites[0]?.id }, headers),
      )
    await setStatus(trial_id, PAUSED)
    expect(codeOf(await randomised())).toEqual([409, 'trial_not_started'])
    await setStatus(trial_id, STARTED)
    expect(codeOf(await randomised())).toEqual(CLOSED)
  })
})

describe('a request whose refusals are final', () => {
  test('stays open where only the session was refused', async () => {
    const { trial_id } = await aTrial(world)
    const headers = aFinalKey()
    const earlier = await signedInAs(world, 'administrator')
    await earlier.fetch('auth/logout', { method: 'POST' })
    expect((await setStatus(trial_id, PAUSED, headers, earlier)).status).toBe(401)
    expect((await setStatus(trial_id, PAUSED, headers)).status).toBe(200)
  })

  test('keeps its effect where only the repeat is refused', async () => {
    await promoteNurse()
    const headers = aFinalKey()
    expect((await createdAs('Kept', headers, nurse)).status).toBe(201)
    await endPermissionsOfNurse()
    expect((await createdAs('Kept', headers, nurse)).status).toBe(404)
    await promoteNurse()
    expect(await createdAs('Kept', headers, nurse)).toMatchObject({ status: 201, replayed: true })
    await endPermissionsOfNurse()
  })

  test('three times at once beside a change is granted for all of them, or for none', async () => {
    const rounds = Array.from({ length: 12 }, async () => {
      const { trial_id } = await aTrial(world)
      const headers = aFinalKey()
      const start = () => setStatus(trial_id, STARTED, headers)
      const copies = [start(), start(), setStatus(trial_id, PAUSED), start()]
      const [one, two, , three] = (await Promise.all(copies)).map(codeOf)
      const isGranted = one?.[0] === 200
      const answers = isGranted ? [[200, null]] : [[409, 'status_change_not_allowed'], CLOSED]
      for (const answer of [one, two, three]) expect(answers).toContainEqual(answer)
      expect(await statusOf(trial_id)).toBe(isGranted ? STARTED : PAUSED)
    })
    await Promise.all(rounds)
  })

  test('stays open without a key of its own, and for a call that saves nothing', async () => {
    const { trial_id } = await aTrial(world)
    const counted = { 'X-Client-Id': randomUUID(), 'X-Request-Counter': '1', 'X-Refusal-Is-Final': '1' }
    expect((await setStatus(trial_id, STARTED, counted)).status).toBe(409)
    await setStatus(trial_id, PAUSED)
    expect((await setStatus(trial_id, STARTED, counted)).status).toBe(200)

    const headers = aFinalKey()
    const preview = await administrator.fetch(`trials/${trial_id}/changes`, posted({}, headers))
    expect(preview.status).toBe(422)
    expect((await setStatus(trial_id, PAUSED, headers)).status).toBe(200)
  })

  test('says so by 1 alone', async () => {
    const { trial_id } = await aTrial(world)
    const other = await setStatus(trial_id, PAUSED, { ...aFinalKey(), 'X-Refusal-Is-Final': 'no' })
    expect(codeOf(other)).toEqual([400, 'malformed_header'])
  })
})
