import { expect } from 'vitest'
import { countEffects } from '../support/effect-count'
import type { FaultKind } from '../support/fault-proxy'
import { journeys } from '../support/journey'
import type { JourneyPortal } from '../support/journey-portal'
import { until } from '../support/until'
import type { Visitor } from '../support/visitor'
import { aWard, FLAGGING, flags, NOBODY_ANSWERS, opensWard } from '../support/ward'

/*
 * A tablet on which several actions wait, and what may happen meanwhile: each is done once. What waits meets a lost permission in
 * lost-permission, a new version in update, another person in offline-session.
 */

const test = journeys('people')

/** How long many actions may take to go out on a busy machine, in milliseconds. */
const MANY_MS = 120_000
const WAITING = 'Will be sent when online'
const OFFLINE = /Offline · since \d{2}:\d{2}/
const flagged = (count: number) => ({ flagged: count, 'audit: Participant flagged': count })

/** The nurse at a list that the tablet keeps, with the server dead. */
const offlineOnTheWard = async (
  portal: JourneyPortal,
  arrive: (arrival: { as: 'nurse' }) => Promise<Visitor>,
  participants: number,
) => {
  const ward = await aWard(portal, participants)
  const effects = await countEffects(portal, ward)
  const nurse = await arrive({ as: 'nurse' })
  await opensWard(nurse, ward.trial_id)
  nurse.expectsError(NOBODY_ANSWERS)
  await portal.front.goDown()
  await nurse.reloads()
  await nurse.sees(OFFLINE)
  return { ward, nurse, effects }
}

/**
 * As many more flags as there are other participants, as the first one that waits was stored: what a person would be long about.
 * Each has a key of its own.
 */
const waitToo = (nurse: Visitor, first: number, others: readonly number[]) =>
  nurse.evaluates(
    (told) =>
      new Promise<void>((resolve, reject) => {
        const [one = 0, ...ids] = told.split(' ').map(Number)
        const opening = indexedDB.open('equipoise-outbox')
        opening.addEventListener('success', () => {
          const writing = opening.result.transaction('items', 'readwrite')
          const items = writing.objectStore('items')
          const reading = items.getAll()
          reading.addEventListener('success', () => {
            const stored = JSON.stringify(reading.result[0].item)
            for (const other of ids) {
              const copied = stored.replaceAll(`participant:${one}"`, `participant:${other}"`)
              const item = JSON.parse(copied.replaceAll(`"participant_id":"${one}"`, `"participant_id":"${other}"`))
              const id = crypto.randomUUID()
              items.add({ id, item: { ...item, id } })
            }
          })
          writing.addEventListener('complete', () => {
            opening.result.close()
            resolve()
          })
          writing.addEventListener('error', () => reject(new Error(String(writing.error))))
        })
      }),
    [first, ...others].join(' '),
  )

const isThrough = async (nurse: Visitor) => {
  await nurse.opens('/outbox')
  await nurse.sees('Nothing is waiting')
}

test('given a hundred flags that wait, when the server is back at 150 ms, then each is set once', async ({
  arrive,
  portal,
}) => {
  const { ward, nurse, effects } = await offlineOnTheWard(portal, arrive, 100)
  const [first = 0, ...others] = ward.participants.map(({ id }) => id)
  await flags(nurse, 1, 'One of a hundred')
  await nurse.sees(WAITING)
  await waitToo(nurse, first, others)
  await nurse.opens('/')
  await nurse.finds('link', '100 waiting').waitFor()
  portal.front.inflict({ delayed: 150 })
  await portal.front.comeBack()
  await expect.poll(effects, { timeout: MANY_MS }).toEqual(flagged(100))
  await isThrough(nurse)
  expect(await effects()).toEqual(flagged(100))
})

test('given twelve flags that wait, when the connection comes and goes in every way, then each is set once', async ({
  arrive,
  portal,
}) => {
  const { ward, nurse, effects } = await offlineOnTheWard(portal, arrive, 12)
  const [first = 0, ...others] = ward.participants.map(({ id }) => id)
  await flags(nurse, 1, 'Flapping')
  await nurse.sees(WAITING)
  await waitToo(nurse, first, others)
  nurse.allowsError(/Failed to load resource/)
  const ways: FaultKind[] = ['answer_lost', 'question_lost', { status: 503 }, 'truncated', 'captive_portal']
  for (const way of ways) {
    const fault = portal.front.inflict(way, FLAGGING)
    await portal.front.comeBack()
    await nurse.opens('/outbox')
    await until(`one is met by ${JSON.stringify(way)}`, () => fault.met() > 0)
    fault.lift()
    await portal.front.goDown()
  }
  await portal.front.comeBack()
  await nurse.opens('/outbox')
  await expect.poll(effects, { timeout: MANY_MS }).toEqual(flagged(12))
  await nurse.sees('Nothing is waiting')
  expect(await effects()).toEqual(flagged(12))
})

test('given two tabs with the same flags waiting, when the server is back for both, then each is set once', async ({
  arrive,
  portal,
}) => {
  const { ward, nurse, effects } = await offlineOnTheWard(portal, arrive, 2)
  const tab = await nurse.opensTab(`/trials/${ward.trial_id}/participants`)
  await flags(nurse, 1, 'In one tab')
  await flags(tab, 2, 'In the other tab')
  for (const each of [nurse, tab]) {
    await each.finds('link', '2 waiting').waitFor()
    await each.finds('button', 'Unflag: participant 1').waitFor()
    await each.finds('button', 'Unflag: participant 2').waitFor()
  }
  await portal.front.comeBack()
  for (const each of [nurse, tab]) await each.finds('link', '2 waiting').waitFor({ state: 'hidden' })
  await isThrough(nurse)
  expect(await effects()).toEqual(flagged(2))
})

test('given a tablet in a Wi-Fi that wants a sign-in, when its page is answered to everything, then it says so, keeps what it has, and sends once it is through', async ({
  arrive,
  portal,
}) => {
  const ward = await aWard(portal)
  const effects = await countEffects(portal, ward)
  const nurse = await arrive({ as: 'nurse' })
  await opensWard(nurse, ward.trial_id)
  const wifi = portal.front.inflict('captive_portal')
  await nurse.reloads()
  await nurse.sees('Sign in to the Wi-Fi')
  await nurse.sees(/What you see is as of/)
  await flags(nurse, 1, 'Behind a portal')
  await nurse.sees(WAITING)
  await nurse.reloads()
  await nurse.finds('button', 'Unflag: participant 1').waitFor()
  expect(await effects()).toEqual({})
  wifi.lift()
  await nurse.sees('Online')
  await isThrough(nurse)
  expect(await effects()).toEqual(flagged(1))
})
