import type { FaultKind } from '../fault-proxy'
import type { Tablet } from '../tablet'
import { until } from '../until'
import { FLAGGING, flags } from '../ward'
import { isThrough, losesTheServer, onTheWard, WAITING } from './ground'
import { flagged, type Ground, type Scenario, type Tally } from './scenario'

/** How long many actions may take to go out on a busy machine, in milliseconds. */
const MANY_MS = 120_000

/** Several actions wait on one tablet, and each is done once. */
export const MANY_WAITING: readonly Scenario[] = [
  {
    name: 'a hundred at once',
    given: 'a hundred flags that wait',
    when: 'the server is back at 150 ms',
    outcome: 'each is set once',
    walk: async (ground) => {
      const { nurse, isSent } = await manyWait(ground, 100)
      await nurse.opens('/')
      await until('the header counts them', () => nurse.isThere('link', '100 waiting'))
      const slow = ground.portal.front.inflict({ delayed: 150 })
      await ground.portal.front.comeBack()
      const tally = await isSent()
      slow.lift()
      return tally
    },
  },
  {
    name: 'flapping connection',
    given: 'twelve flags that wait',
    when: 'the connection comes and goes in every way',
    outcome: 'each is set once',
    walk: async (ground) => {
      const { nurse, isSent } = await manyWait(ground, 12)
      nurse.allowsError(/Failed to load resource/, 'a way may be lifted before a request meets it')
      const ways: FaultKind[] = ['answer_lost', 'question_lost', { status: 503 }, 'truncated', 'captive_portal']
      for (const way of ways) {
        const fault = ground.portal.front.inflict(way, FLAGGING)
        await ground.portal.front.comeBack()
        await nurse.opens('/outbox')
        await until(`one is met by ${JSON.stringify(way)}`, () => fault.met() > 0)
        fault.lift()
        await ground.portal.front.goDown()
      }
      await ground.portal.front.comeBack()
      await nurse.opens('/outbox')
      return isSent()
    },
  },
  {
    name: 'two tabs',
    given: 'two tabs with the same flags waiting',
    when: 'the server is back for both',
    outcome: 'each is set once',
    walk: async (ground) => {
      const { ward, nurse, found } = await onTheWard(ground, 2)
      await losesTheServer(ground, nurse)
      const tab = await nurse.opensTab(`/trials/${ward.trial_id}/participants`)
      await flags(nurse, 1, 'In one tab')
      await flags(tab, 2, 'In the other tab')
      for (const each of [nurse, tab]) {
        await until('it counts both', () => each.isThere('link', '2 waiting'))
        await until('it shows the first', () => each.isThere('button', 'Unflag: participant 1'))
        await until('it shows the second', () => each.isThere('button', 'Unflag: participant 2'))
      }
      await ground.portal.front.comeBack()
      for (const each of [nurse, tab])
        await until('it counts none', async () => !(await each.isThere('link', '2 waiting')))
      await isThrough(nurse)
      // With its tabs.
      await ground.device.switchOff()
      return { told: flagged(2), found: await found() }
    },
  },
]

/** So many flags wait on the nurse's tablet, with the server dead. */
const manyWait = async (ground: Ground, count: number) => {
  const { ward, nurse, found } = await onTheWard(ground, count)
  await losesTheServer(ground, nurse)
  await flags(nurse, 1, 'One of many')
  await nurse.sees(WAITING)
  await waitToo(nurse, ward.participants)
  const isSent = async (): Promise<Tally> => {
    await until('all are set', async () => (await found())['flagged'] === count, MANY_MS)
    await isThrough(nurse)
    return { told: flagged(count), found: await found() }
  }
  return { nurse, isSent }
}

/**
 * As many more flags as there are other participants, as the one of the first that waits was stored: what a person would be long
 * about. Each has a key of its own.
 */
export const waitToo = (nurse: Tablet, participants: readonly { id: number }[]): Promise<void> =>
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
            // What was done before may have left its receipt.
            const stored = JSON.stringify(reading.result.at(-1).item)
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
    participants.map(({ id }) => id).join(' '),
  )
