import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { piecewiseReading } from '../../../../src/server/ground/db/long-reading'
import type { Actor } from '../../../../src/server/use-cases/call/call'
import { acquireReadingPlace } from '../../../../src/server/use-cases/reports/acquire-reading-place'
import { testPortal, type TestPortal } from '../../../support/portal'
import { signedInAs } from '../../../support/sign-in'

/* A person's rights may change while they wait for a place to read. */

let world: TestPortal
let actor: Actor

beforeAll(async () => {
  world = await testPortal()
})
afterAll(() => world.stop())

beforeEach(async () => {
  await signedInAs(world, 'administrator')
  const session = await world.database.queries
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', world.personId('administrator'))
    .where('ended_at', 'is', null)
    .orderBy('signed_in_at', 'desc')
    .executeTakeFirstOrThrow()
  const found = await world.context.readSession(session.id)
  if (!found) throw new Error('the administrator has no session')
  actor = found
})

/** A place that comes free after an event. */
const after = (happens: () => Promise<unknown>) => ({
  ...piecewiseReading(world.database.queries),
  acquirePlace: async () => {
    await happens()
  },
})

const outcomeAfter = async (happens: () => Promise<unknown>) => {
  const outcome = await acquireReadingPlace(world.context, actor, after(happens))
  return outcome.ok ? 'taken' : outcome.refusal.code
}

describe('a place to read', () => {
  test('is for a person who still has the rights they asked with', async () => {
    expect(await outcomeAfter(() => Promise.resolve())).toBe('taken')
  })

  test('is refused where the session has ended meanwhile', async () => {
    const ending = () =>
      world.database.queries
        .updateTable('sessions')
        .set({ ended_at: world.clock.now() })
        .where('user_id', '=', actor.user_id)
        .execute()
    expect(await outcomeAfter(ending)).toBe('unavailable')
  })

  test('is refused where a permission has ended meanwhile', async () => {
    const ending = () =>
      world.database.queries
        .updateTable('user_permissions')
        .set({ ended_at: world.clock.now() })
        .where('user_id', '=', actor.user_id)
        .execute()
    expect(await outcomeAfter(ending)).toBe('unavailable')
  })
})
