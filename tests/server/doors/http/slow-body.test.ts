import { API_BASE } from '#contract/api-address'
import { problem } from '#contract/problem'
import * as v from 'valibot'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { createApp } from '../../../../src/server/start/app'
import { aTrial, grant, type BuiltTrial } from '../../../support/a-trial'
import { posted } from '../../../support/ask'
import { testPortal, type TestPortal } from '../../../support/portal'
import { signedInAs, type SignedIn } from '../../../support/sign-in'
import { until } from '../../../support/until'

/* The body of a request may take minutes. What its sender lost meanwhile does not count any more. */

let world: TestPortal
let trial: BuiltTrial
let administrator: SignedIn
let nurse: SignedIn
let steady: number
beforeEach(async () => {
  await world?.stop()
  world = await testPortal()
  steady = 0
  trial = await aTrial(world)
  await grant(world, {
    person: 'nurse',
    role: 'Site user',
    trial_id: trial.trial_id,
    site_id: trial.sites[0]?.id ?? null,
  })
  administrator = await signedInAs(world, 'administrator')
  nurse = await signedInAs(world, 'nurse')
})
afterAll(() => world.stop())

/** A nurse’s randomisation that has arrived but for its last byte, which the returned function sends so many milliseconds later. */
const begun = async () => {
  const app = createApp({ ...world.context, steady: () => steady })
  const bytes = new TextEncoder().encode(JSON.stringify({ site_id: trial.sites[0]?.id, participant_strata: [] }))
  let finish = () => {}
  let isRead = false
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(bytes.subarray(0, -1))
      finish = () => {
        controller.enqueue(bytes.subarray(-1))
        controller.close()
      }
    },
  }).pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (part, controller) => {
        isRead = true
        controller.enqueue(part)
      },
    }),
  )
  const headers = { Authorization: `Bearer ${nurse.token}`, 'Content-Type': 'application/json' }
  const request: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' }
  const answer = Promise.resolve(app.request(`${API_BASE}/trials/${trial.trial_id}/participants`, request))
  await until('its first bytes were read', () => isRead)
  return async (milliseconds: number): Promise<Response> => {
    steady += milliseconds
    finish()
    return answer
  }
}

const participants = () =>
  world.database.queries.selectFrom('participants').select('id').where('trial_id', '=', trial.trial_id).execute()

const LOSSES: readonly [string, string, () => Promise<unknown>][] = [
  ['signed out', 'token_revoked', () => nurse.fetch('auth/logout', posted({}))],
  [
    'was deactivated',
    'account_inactive',
    () => administrator.fetch(`users/${world.personId('nurse')}/active`, posted({ is_active: false })),
  ],
  [
    'lost the trial',
    'not_found',
    async () => {
      const id = world.personId('nurse')
      const own = world.database.queries.selectFrom('user_permissions').select('id').where('user_id', '=', id)
      for (const { id: permission } of await own.where('trial_id', '=', trial.trial_id).execute())
        await administrator.fetch(`users/${id}/permissions/${permission}`, { method: 'DELETE' })
    },
  ],
]

it.each(LOSSES)('whoever %s while the body was sent randomises nobody', async (_, code, lose) => {
  const finish = await begun()
  await lose()
  const response = await finish(4 * 60_000)
  expect(v.parse(problem, await response.json()).code).toBe(code)
  expect(await participants()).toEqual([])
})

it('whoever lost nothing meanwhile randomises, however long the body took', async () => {
  const finish = await begun()
  expect((await finish(240_000)).status).toBe(201)
  expect(await participants()).toHaveLength(1)
})
