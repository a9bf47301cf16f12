import { previewUsers } from '#contract/user-accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SampleAccountKey } from '../../../../../src/server/doors/idp/sample-accounts'
import { ask, posted, valueOf } from '../../../../support/ask'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { signedInAs } from '../../../../support/sign-in'
import { everything, saidOf } from '../permissions/permission-calls'

/* The addresses of a file that are taken are shown before its users are created. */

let world: TestPortal

beforeAll(async () => {
  world = await testPortal()
})
afterAll(() => world.stop())

const previewed = async (key: SampleAccountKey, emails: unknown) =>
  ask(await signedInAs(world, key), previewUsers.response, 'users/preview', posted({ emails }))

test('names the row of each address that another user has, whatever its case, and creates nobody', async () => {
  const before = await everything(world)
  const emails = ['new.one@example.org', 'NURSE@example.org', null, 'monitor@example.org']
  expect(valueOf(await previewed('administrator', emails)).rows).toEqual(
    [2, 4].map((row) => ({ row, column: 'email', message: 'This email address is already in use' })),
  )
  expect(valueOf(await previewed('administrator', [])).rows).toEqual([])
  expect(await everything(world)).toEqual(before)
})

test('is for people who manage users', async () => {
  expect(saidOf(await previewed('nurse', ['monitor@example.org']))).toEqual([403, 'forbidden'])
})

test('accepts as many as an import', async () => {
  const { status, problem } = await previewed(
    'administrator',
    Array.from({ length: 10_001 }, () => null),
  )
  expect([status, problem?.fields]).toEqual([422, { emails: 'At most 10000 users' }])
})
