import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { signedInAs } from '../../../../support/sign-in'

let world: TestPortal
beforeAll(async () => {
  world = await testPortal()
})
afterAll(async () => world.stop())

test('signing out twice, with or without its key, gets the same answer and is recorded once', async () => {
  const nurse = await signedInAs(world, 'nurse')
  const headers = { 'Idempotency-Key': randomUUID() }
  const answers = []
  for (const init of [{ headers }, { headers }, {}])
    answers.push(await nurse.fetch('auth/logout', { method: 'POST', ...init }))
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204])
  expect(answers.map((answer) => answer.headers.get('Idempotency-Replayed'))).toEqual([null, 'true', null])
  expect(answers.map((answer) => answer.headers.get('X-Refreshed-Token'))).toEqual([null, null, null])
  const entries = world.context.database.queries.selectFrom('audit_log').select('kind').where('kind', '=', 'signed_out')
  expect(await entries.execute()).toHaveLength(1)
  expect((await nurse.fetch('auth/me')).status).toBe(401)
})
