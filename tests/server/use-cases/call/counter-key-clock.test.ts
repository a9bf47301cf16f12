import { randomiseParticipant } from '#contract/participants'
import { createTrial } from '#contract/trials'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { later } from '../../../../src/server/ground/time/clock'
import { aTrial } from '../../../support/a-trial'
import { aTrialForm } from '../../../support/a-trial-form'
import { ask, posted } from '../../../support/ask'
import { testPortal, type TestPortal } from '../../../support/portal'
import { signedInAs, type SignedIn } from '../../../support/sign-in'

/* A key of client id and request counter, at two processes whose clocks are five minutes apart. */

const AHEAD_SECONDS = 300

let world: TestPortal
let ahead: TestPortal
beforeAll(async () => {
  world = await testPortal()
  const { now, step } = world.clock
  const clock = { now: () => later(now(), AHEAD_SECONDS), step }
  ahead = await testPortal({ beside: world, clock, clock_ahead_ms: AHEAD_SECONDS * 1000 })
})
afterAll(async () => {
  await ahead.stop()
  await world.stop()
})

type Send = (who: SignedIn, headers: Record<string, string>) => Promise<{ status: number; replayed: boolean }>

/** Each is sent with the same body every time. */
const CALLS: { says: string; prepare: () => Promise<Send> }[] = [
  {
    says: 'creates a trial',
    prepare: async () => {
      const form = aTrialForm({ title: randomUUID() })
      return (who, headers) => ask(who, createTrial.response, 'trials', posted(form, headers))
    },
  },
  {
    says: 'randomises a participant',
    prepare: async () => {
      const { trial_id, sites } = await aTrial(world)
      const body = { site_id: sites[0]?.id }
      const path = `trials/${trial_id}/participants`
      return (who, headers) => ask(who, randomiseParticipant.response, path, posted(body, headers))
    },
  },
]

describe.each(CALLS)('a request that $says', ({ prepare }) => {
  test.each([
    ['right', () => [world, ahead]],
    ['ahead', () => [ahead, world]],
  ])('is one for 60 seconds where the first process is %s and the other is not', async (_, portals) => {
    const send = await prepare()
    const [one, other] = await Promise.all(portals().map((portal) => signedInAs(portal, 'administrator')))
    if (!one || !other) throw new Error('there are not two processes')
    const headers = { 'X-Client-Id': randomUUID(), 'X-Request-Counter': '1' }
    const outcomes = [await send(one, headers)]
    for (const seconds of [1, 59, 1]) {
      world.clock.step(seconds)
      outcomes.push(await send(other, headers))
    }
    expect(outcomes.map(({ status, replayed }) => [status, replayed])).toEqual([
      [201, false],
      [201, true],
      [201, true],
      [201, false],
    ])
  })
})
