import { STORED_ACTION_VERSION } from '#contract/stored-action'
import { storedAt } from '#offline/outbox-item'
import { participantTarget } from '#offline/targets'
import { randomUUID } from 'node:crypto'
import type { FaultKind } from '../fault-proxy'
import { doneHere, storesSealed, type DoneHere } from '../store-in-outbox'
import type { Tablet } from '../tablet'
import { until } from '../until'
import { FLAGGING, flags } from '../ward'
import { isThrough, losesTheServer, onTheWard, WAITING } from './ground'
import { flagged, type Ground, type Scenario, type Tally } from './scenario'

/** The time in which many actions must be sent on a busy machine, in milliseconds. */
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
      const { ward, nurse, counted } = await onTheWard(ground, 2)
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
      // Its tabs close too.
      await ground.device.switchOff()
      return { reported: flagged(2), counted: await counted() }
    },
  },
]

/** This many flags wait on the nurse's tablet while the server is dead. */
const manyWait = async (ground: Ground, count: number) => {
  const { ward, nurse, counted } = await onTheWard(ground, count)
  await losesTheServer(ground, nurse)
  // The newest participant, on the first page of the list.
  await flags(nurse, count, 'One of many')
  await nurse.sees(WAITING)
  await waitToo(nurse, ward.participants.slice(0, -1))
  const isSent = async (): Promise<Tally> => {
    await until('all are set', async () => (await counted())['flagged'] === count, MANY_MS)
    await isThrough(nurse)
    return { reported: flagged(count), counted: await counted() }
  }
  return { nurse, isSent }
}

/** Stores further flags, one for each of the others, which would take a person long. Each has a key of its own. */
export const waitToo = (nurse: Tablet, others: readonly { id: number; trial_id: number }[]): Promise<void> =>
  nurse.evaluates(storesSealed, doneHere('Amara Hughes', others.map(aFlag)))

const aFlag = ({ id, trial_id }: { id: number; trial_id: number }): DoneHere => {
  const at = Date.now()
  const performed_at = new Date(at).toISOString()
  const { notes, ...delivery } = storedAt(at)
  return {
    id: randomUUID(),
    version: STORED_ACTION_VERSION,
    trial: { id: trial_id, title: 'A trial of two tablets' },
    kind: 'flag',
    targets: [participantTarget(id)],
    label: 'Flag participant 1',
    performed_at,
    call: {
      kind: 'flag',
      parameters: { trial_id: String(trial_id), participant_id: String(id) },
      body: { comment: 'One of many', flag_status: 'Flagged', performed_at },
    },
    ...delivery,
    notes: [...notes],
  }
}
