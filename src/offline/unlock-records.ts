import { PIN_TRIES } from '#domain/this-device/pin'
import { UNLOCK_WAYS, type UnlockWay } from '#domain/this-device/unlock-ways'
import { Dexie, type Table } from 'dexie'
import { abortWhenLeft } from './abort-when-left'
import { withTimeout } from './timeout'
import { transactInTime } from './transact-in-time'
import type { UnlockEvent, UnlockRecord } from './unlock-record'

export type UnlockRecords = {
  isOpen: () => boolean
  /** Resolves once the database is open, however long pages hold a former version of it. Everything else opens it too, in time. */
  open: () => PromiseLike<unknown>
  read: <Way extends UnlockWay>(way: Way, sub: string) => Promise<UnlockRecord<Way> | null>
  /** Stores a record in the place of any other of its way, and deletes those of other sessions. Where it rejects, the former one stays. */
  put: <Way extends UnlockWay>(way: Way, record: UnlockRecord<Way>) => Promise<void>
  /** Passes the records of a session on to the next of the same person. */
  passOn: (sub: string, from: string, to: string) => Promise<void>
  /** Deletes every record but those of these sessions; null is none. */
  deleteOthers: (...sessions: readonly (string | null)[]) => Promise<void>
  /**
   * Counts one try, before the PIN is checked, and returns the record as it was before; null where no try is left: then the record
   * is deleted and `spent` stored. Tabs and restarts count together. Where it rejects, none was counted.
   */
  spendTry: (sub: string, spent: UnlockEvent) => Promise<UnlockRecord<'pin'> | null>
  /**
   * After the right PIN or passkey: gives all tries back and stores the event; false where the record is gone meanwhile. A passkey
   * gives no try back to a PIN that has none left: the page closed before its outcome was stored. That PIN is deleted and `spent` stored.
   * Where it rejects, nothing is stored.
   */
  succeed: (way: UnlockWay, event: UnlockEvent, spent: UnlockEvent) => Promise<boolean>
  /** Where the device stayed locked after `succeed`: deletes its event, of which only the wrong PINs before remain one. */
  withdrawUnlock: (event: UnlockEvent) => Promise<void>
  /** After a wrong PIN: the tries left; with the last one the record is deleted and the event stored. */
  fail: (spent: UnlockEvent) => Promise<number>
  /** Deletes a person's record and stores the event. Where it rejects, the record stays. */
  remove: (way: UnlockWay, event: UnlockEvent) => Promise<void>
  /**
   * Where wrong PINs were typed and no unlock has reported them: stores their number as an event. A PIN without a try left is deleted;
   * another one gets all tries back where the device `isOpen`, since a sign-in has proved its person.
   */
  settleTries: (sub: string, isOpen: boolean) => Promise<void>
  /** Stores an event that no record goes with. Where it rejects, nothing is stored. */
  addEvent: (event: UnlockEvent) => Promise<void>
  /** A person's events that are not yet reported, the oldest first. */
  events: (sub: string) => Promise<UnlockEvent[]>
  deleteEvent: (id: string) => Promise<void>
}

/** The table of each way. That of PINs was the first, and is named so. */
const TABLES = { pin: 'records', passkey: 'passkeys' } as const satisfies Record<UnlockWay, string>

type Sources = { now: () => number; makeId: () => string }
const OF_THE_DEVICE: Sources = { now: () => Date.now(), makeId: () => crypto.randomUUID() }

/** Opens the store of unlock records. Each change is on the disk before its promise resolves. No PIN that counts wrong tries is deleted without an event. */
export const openUnlockRecords = (name: string, { now, makeId }: Sources = OF_THE_DEVICE): UnlockRecords => {
  const dexie = new Dexie(name, { cache: 'disabled', chromeTransactionDurability: 'strict' })
  abortWhenLeft(dexie)
  dexie.version(1).stores({ records: 'sub, session', events: '&id, sub' })
  dexie.version(2).stores({ passkeys: 'sub, session' })
  const tableOf = <Way extends UnlockWay>(way: Way): Table<UnlockRecord<Way>, string> => dexie.table(TABLES[way])
  const [pins, events] = [tableOf('pin'), dexie.table<UnlockEvent, string>('events')]
  const tables = [...UNLOCK_WAYS.map(tableOf), events]
  const transact = <T>(work: () => Promise<T>): Promise<T> => withTimeout(dexie.transaction('rw', tables, work))
  /** Where it rejects, nothing is stored later either: its caller says that nothing was done. */
  const transactOrAbort = <T>(work: () => Promise<T>): Promise<T> =>
    transactInTime(work, (inTime) => dexie.transaction('rw', tables, inTime))
  /** Once: two tabs may both find that no try is left. */
  const end = async (way: UnlockWay, event: UnlockEvent) => {
    if ((await tableOf(way).get(event.sub)) === undefined) return
    await tableOf(way).delete(event.sub)
    await events.put(event)
  }
  /** Stores how many wrong PINs a record counts: without an event its deletion would hide them. */
  const storeWrongTries = async ({ sub, tries_left, tried_at = now() }: UnlockRecord<'pin'>) => {
    if (tries_left === PIN_TRIES) return
    const event = tries_left === 0 ? 'locked_out' : 'wrong_pins'
    await events.put({ id: makeId(), sub, event, performed_at: tried_at, wrong_tries: PIN_TRIES - tries_left })
  }
  const deleteOthers = async (...sessions: readonly (string | null)[]) => {
    const alive = sessions.filter((session) => session !== null)
    for (const pin of await pins.where('session').noneOf(alive).toArray()) await storeWrongTries(pin)
    for (const way of UNLOCK_WAYS) await tableOf(way).where('session').noneOf(alive).delete()
  }

  return {
    isOpen: () => dexie.isOpen(),
    open: () => dexie.open(),
    read: async (way, sub) => (await withTimeout(tableOf(way).get(sub))) ?? null,
    put: (way, record) =>
      transactOrAbort(async () => {
        await deleteOthers(record.session)
        if (way === 'pin') for (const pin of await pins.toArray()) await storeWrongTries(pin)
        await tableOf(way).clear()
        await tableOf(way).put(record)
      }),
    passOn: (sub, from, to) =>
      transact(async () => {
        for (const way of UNLOCK_WAYS) {
          const record = await tableOf(way).get(sub)
          if (record?.session === from) await tableOf(way).put({ ...record, session: to })
        }
      }),
    deleteOthers: (...sessions) => transact(() => deleteOthers(...sessions)),
    spendTry: (sub, spent) =>
      transactOrAbort(async () => {
        const record = await pins.get(sub)
        if (record === undefined) return null
        if (record.tries_left > 0) {
          await pins.put({ ...record, tries_left: record.tries_left - 1, tried_at: spent.performed_at })
          return record
        }
        await end('pin', spent)
        return null
      }),
    succeed: (way, event, spent) =>
      transactOrAbort(async () => {
        if ((await tableOf(way).get(event.sub)) === undefined) return false
        const pin = await pins.get(event.sub)
        if (way !== 'pin' && pin?.tries_left === 0) await end('pin', spent)
        else if (pin !== undefined) await pins.put({ ...pin, tries_left: PIN_TRIES })
        await events.put(event)
        return true
      }),
    withdrawUnlock: (event) =>
      transact(async () => {
        await events.delete(event.id)
        if (event.wrong_tries > 0) await events.put({ ...event, event: 'wrong_pins' })
      }),
    fail: (spent) =>
      transact(async () => {
        const left = (await pins.get(spent.sub))?.tries_left ?? 0
        if (left === 0) await end('pin', spent)
        return left
      }),
    remove: (way, event) =>
      transactOrAbort(async () => {
        const pin = way === 'pin' ? await pins.get(event.sub) : undefined
        if (pin !== undefined) await storeWrongTries(pin)
        await end(way, event)
      }),
    settleTries: (sub, isOpen) =>
      transact(async () => {
        const pin = await pins.get(sub)
        if (pin === undefined || pin.tries_left === PIN_TRIES || (pin.tries_left > 0 && !isOpen)) return
        await storeWrongTries(pin)
        await (pin.tries_left === 0 ? pins.delete(sub) : pins.put({ ...pin, tries_left: PIN_TRIES }))
      }),
    addEvent: (event) => transactOrAbort(async () => void (await events.put(event))),
    events: async (sub) => {
      const rows = await withTimeout(events.where('sub').equals(sub).toArray())
      return rows.toSorted((one, other) => one.performed_at - other.performed_at)
    },
    deleteEvent: (id) => withTimeout(events.delete(id)),
  }
}
