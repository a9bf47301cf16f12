import { getMe } from '#contract/session'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ask } from '../../../../support/ask'
import { chainFaults, readChain } from '../../../../support/audit-chain'
import { grant } from '../../../../support/a-trial'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { signedInAs, type SignedIn } from '../../../../support/sign-in'
import { setActive } from './user-calls'

/* A user who was marked inactive by mistake is activated again by the same audited act backwards. */

let world: TestPortal
let administrator: SignedIn
let id: number
beforeAll(async () => {
  world = await testPortal()
})
afterAll(() => world.stop())
beforeEach(async () => {
  administrator = await signedInAs(world, 'administrator')
  id = world.personId('nurse')
  await world.database.queries.updateTable('users').set({ is_active: true }).where('id', '=', id).execute()
  world.clock.step(61)
})

const undo = { undo: true }
const outcomeOf = ({ status, problem }: Awaited<ReturnType<typeof setActive>>) => [
  status,
  problem?.code,
  problem?.message,
]
const CHANGED = [409, 'not_undone', 'Nothing was undone: it has been changed again since']
const TOO_LATE = [409, 'not_undone', 'Nothing was undone: the action was more than a minute ago, or was not yours']

const lastEntries = async (count: number) => {
  const rows = await world.database.queries
    .selectFrom('audit_log')
    .select(['id', 'kind', 'description', 'changes'])
    .where('kind', 'in', ['user_activated', 'user_deactivated'])
    .orderBy('id', 'desc')
    .limit(count)
    .execute()
  return rows.toReversed()
}

const isActive = async () => {
  const users = world.database.queries.selectFrom('users').select('is_active').where('id', '=', id)
  return (await users.executeTakeFirstOrThrow()).is_active
}

describe('marking a user', () => {
  test('inactive is undone: they may sign in again, no session is revived, and the log has the undo', async () => {
    const session = await signedInAs(world, 'nurse')
    await setActive(administrator, id, false)
    world.clock.step(9)
    expect((await setActive(administrator, id, true, undo)).value?.is_active).toBe(true)
    const [done, undone] = await lastEntries(2)
    expect(undone?.description).toMatch(new RegExp(`^User ${id} marked active: .* \\(undoes entry ${done?.id}\\)$`))
    expect(undone?.changes).toEqual([
      { field: 'undoes', old: null, new: done?.id },
      { field: 'is_active', old: false, new: true },
    ])
    expect((await ask(session, getMe.response, 'auth/me')).status).toBe(401)
    expect((await ask(await signedInAs(world, 'nurse'), getMe.response, 'auth/me')).status).toBe(200)
    expect(chainFaults(await readChain(world.database.queries, 0))).toEqual([])
  })

  test('active is undone', async () => {
    await setActive(administrator, id, false)
    world.clock.step(61)
    await setActive(administrator, id, true)
    expect((await setActive(administrator, id, false, undo)).value?.is_active).toBe(false)
    expect((await lastEntries(1))[0]?.description).toContain('undoes entry')
  })

  test('is undone once, however often that is sent', async () => {
    await setActive(administrator, id, false)
    const headers = { 'Idempotency-Key': randomUUID() }
    const sent = await Promise.all([1, 2].map(() => setActive(administrator, id, true, undo, headers)))
    expect(sent.map(({ status }) => status)).toEqual([200, 200])
    expect((await lastEntries(2)).map(({ kind }) => kind)).toEqual(['user_deactivated', 'user_activated'])
    expect(outcomeOf(await setActive(administrator, id, true, undo))).toEqual(TOO_LATE)
  })

  test('stays after a minute has passed', async () => {
    await setActive(administrator, id, false)
    world.clock.step(61)
    expect(outcomeOf(await setActive(administrator, id, true, undo))).toEqual(TOO_LATE)
    expect(await isActive()).toBe(false)
  })

  test('stays where another administrator did it, or did it again since', async () => {
    await grant(world, { person: 'coordinator', role: 'System administrator', trial_id: null, site_id: null })
    const other = await signedInAs(world, 'coordinator')
    await setActive(other, id, false)
    expect(outcomeOf(await setActive(administrator, id, true, undo))).toEqual(CHANGED)
    await setActive(administrator, id, true)
    await setActive(other, id, false)
    expect(outcomeOf(await setActive(administrator, id, true, undo))).toEqual(CHANGED)
    expect(await isActive()).toBe(false)
  })

  test.each([false, 'true', null])('is not undone by %j', async (wrong) => {
    await setActive(administrator, id, false)
    const { status, problem } = await setActive(administrator, id, true, { undo: wrong })
    expect([status, Object.keys(problem?.fields ?? {})]).toEqual([422, ['undo']])
  })
})
