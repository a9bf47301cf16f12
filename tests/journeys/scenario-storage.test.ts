import { expect } from 'vitest'
import { countEffects } from '../support/effect-count'
import { journeys } from '../support/journey'
import { aWard, flags, isKept, NOBODY_ANSWERS, opensWard, SAVED_HERE } from '../support/ward'
import type { Visitor } from '../support/visitor'

/* A tablet that cannot keep what it should, or has another time: it says so, and nothing is lost or done twice. */

const test = journeys('people')

const WAITING = 'Will be sent when online'
const ONE_FLAG = { flagged: 1, 'audit: Participant flagged': 1 }
const HOUR_MS = 60 * 60 * 1000

const isThrough = async (nurse: Visitor) => {
  await nurse.opens('/outbox')
  await nurse.sees('Nothing is waiting')
  await nurse.sees(/confirmed by the server/)
}

/** Browsers that store nothing for the portal, each in its way. */
const REFUSALS: Record<string, (nurse: Visitor, origin: string) => Promise<unknown>> = {
  'the storage is full': async ({ context, page }, origin) => {
    const browser = await context.newCDPSession(page)
    await browser.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 })
  },
  'the browser blocks the storage': ({ context }) =>
    context.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('The user denied permission to access the database.', 'SecurityError')
      }
    }),
}

for (const [when, refuses] of Object.entries(REFUSALS)) {
  test(`given a flag to be set, when ${when}, then it is said that it is NOT saved, the words stay, and nothing happens`, async ({
    arrive,
    portal,
  }) => {
    const ward = await aWard(portal)
    const effects = await countEffects(portal, ward)
    const nurse = await arrive({ as: 'nurse', hasNoWorker: true })
    await refuses(nurse, portal.url)
    await nurse.opens(`/trials/${ward.trial_id}/participants`)
    await flags(nurse, 1, 'Not to be forgotten')
    await nurse.sees(/NOT saved: /)
    expect(await nurse.finds('textbox', 'Comment').inputValue()).toBe('Not to be forgotten')
    expect(await effects()).toEqual({})
  })
}

test('given a flag that waits, when the browser wipes what it stored, then its loss is noticed and named', async ({
  arrive,
  portal,
}) => {
  const ward = await aWard(portal)
  const effects = await countEffects(portal, ward)
  const nurse = await arrive({ as: 'nurse' })
  await opensWard(nurse, ward.trial_id)
  nurse.expectsError(NOBODY_ANSWERS)
  await portal.front.goDown()
  await nurse.reloads()
  await flags(nurse, 1, 'Wiped')
  await nurse.sees(WAITING)
  await nurse.evaluates(
    (name) =>
      new Promise<void>((resolve, reject) => {
        const deleting = indexedDB.deleteDatabase(name)
        deleting.addEventListener('success', () => resolve())
        deleting.addEventListener('error', () => reject(new Error(String(deleting.error))))
      }),
    'equipoise-outbox',
  )
  await portal.front.comeBack()
  await nurse.opens('/outbox')
  await nurse.sees(/1 unsent action cannot be found on this (tablet|device)/)
  await nurse.sees('Flag participant 1')
  expect(await effects()).toEqual({})
  await nurse.reloads()
  await nurse.sees(/1 unsent action cannot be found/)
  await nurse.presses('I have taken note of them')
  await nurse.seesNot(/1 unsent action cannot be found/)
})

test('given a browser that lets no worker in, when the server goes and comes back, then the page keeps the list and sends the flag itself', async ({
  arrive,
  portal,
}) => {
  const ward = await aWard(portal, 2)
  const effects = await countEffects(portal, ward)
  const nurse = await arrive({ as: 'nurse', hasNoWorker: true })
  await nurse.opens(`/trials/${ward.trial_id}/participants`)
  await isKept(nurse, ward.trial_id)
  nurse.expectsError(NOBODY_ANSWERS)
  await portal.front.goDown()
  await nurse.losesTheNetwork()
  await nurse.sees(/Offline · since \d{2}:\d{2}/)
  // The program of every page that was opened is here; the list is shown as it was, or as it is kept.
  await flags(nurse, 1, 'No worker')
  await nurse.sees(WAITING)
  await portal.front.comeBack()
  await nurse.findsTheNetworkAgain()
  await expect.poll(effects).toEqual(ONE_FLAG)
  await isThrough(nurse)
  expect(await effects()).toEqual(ONE_FLAG)
})

const CLOCKS = [
  { given: 'a day behind', hours: -24, isCorrected: false, isUncertain: false },
  { given: 'ten hours ahead', hours: 10, isCorrected: false, isUncertain: false },
  { given: 'ten hours ahead until it is put right', hours: 10, isCorrected: true, isUncertain: true },
]

for (const { given, hours, isCorrected, isUncertain } of CLOCKS) {
  test(`given a tablet whose clock is ${given}, when a flag waits for the server, then it is sent at once, set once, and told with the right time`, async ({
    arrive,
    portal,
  }) => {
    const ward = await aWard(portal)
    const effects = await countEffects(portal, ward)
    // A worker has a clock of its own here, which on a tablet it has not.
    const nurse = await arrive({ as: 'nurse', hasNoWorker: true })
    await nurse.context.clock.setSystemTime(Date.now() + hours * HOUR_MS)
    await nurse.opens(`/trials/${ward.trial_id}/participants`)
    await isKept(nurse, ward.trial_id)
    nurse.expectsError(NOBODY_ANSWERS)
    await portal.front.goDown()
    await nurse.losesTheNetwork()
    await nurse.sees(/Offline · since \d{2}:\d{2}/)
    const before = Date.now()
    await flags(nurse, 1, 'By which clock')
    await nurse.sees(SAVED_HERE)
    if (isCorrected) await nurse.context.clock.setSystemTime(Date.now())
    await portal.front.comeBack()
    await nurse.findsTheNetworkAgain()
    await expect.poll(effects).toEqual(ONE_FLAG)
    await isThrough(nurse)
    expect(await effects()).toEqual(ONE_FLAG)
    const { performed_at, clock_uncertain } = await portal.database.queries
      .selectFrom('participant_flags')
      .innerJoin('participants', 'participants.id', 'participant_flags.participant_id')
      .select(['performed_at', 'clock_uncertain'])
      .where('trial_id', '=', ward.trial_id)
      .executeTakeFirstOrThrow()
    const off = Math.abs(Date.parse(performed_at ?? '') - before)
    expect({ off: off < 60_000 ? 'less than a minute' : `${off} ms`, clock_uncertain }).toEqual({
      off: 'less than a minute',
      clock_uncertain: isUncertain,
    })
  })
}
