import { PIN_TRIES, type OfflineUnlockEvent } from '#domain/this-device/pin'
import { Dexie, type Table } from 'dexie'
import { abortWhenLeft } from './abort-when-left'
import { withTimeout } from './timeout'
import { transactInTime } from './transact-in-time'

/** The cost of stretching a PIN by Argon2id. */
export type StretchCost = { memory_kib: number; passes: number }

/** What a PIN opens, for one person on this device. It lives as long as their session. */
export type PinRecord = {
  sub: string
  /** The id of the session that it lives with. */
  session: string
  /** Shown on the locked page. */
  name: string
  salt: Uint8Array<ArrayBuffer>
  cost: StretchCost
  /** Cannot be read out of the browser. */
  device_key: CryptoKey
  /** The person's outbox key, wrapped. */
  wrapped: string
  tries_left: number
}

/** What happened with a PIN, until the server has recorded it. It survives the sign-out. */
export type PinEvent = {
  /** A UUID, the idempotency key of its report. */
  id: string
  sub: string
  event: OfflineUnlockEvent
  /** Milliseconds since the epoch by this device's clock. */
  performed_at: number
  wrong_tries: number
}

export type PinRecords = {
  read: (sub: string) => Promise<PinRecord | null>
  /** Stores a record in the place of any other. */
  put: (record: PinRecord) => Promise<void>
  /** Passes the record of a session on to the next of the same person. */
  passOn: (sub: string, from: string, to: string) => Promise<void>
  /** Deletes every record but that of this session; null deletes them all. */
  deleteOthers: (session: string | null) => Promise<void>
  /**
   * Counts one try, before the PIN is checked, and returns the record as it was before; null where no try is left: then the record
   * is deleted and `spent` stored. Tabs and restarts count together. Where it rejects, none was counted.
   */
  spendTry: (sub: string, spent: PinEvent) => Promise<PinRecord | null>
  /** After the right PIN: gives all tries back and stores the event; false where the record is gone meanwhile. */
  succeed: (event: PinEvent) => Promise<boolean>
  /** After a wrong PIN: the tries left; with the last one the record is deleted and the event stored. */
  fail: (spent: PinEvent) => Promise<number>
  /** Deletes a person's record and stores the event. */
  remove: (event: PinEvent) => Promise<void>
  /** A person's events that are not yet reported, the oldest first. */
  events: (sub: string) => Promise<PinEvent[]>
  deleteEvent: (id: string) => Promise<void>
}

/** Opens the store of PIN records. Each change is on the disk before its promise resolves. */
export const openPinRecords = (name: string): PinRecords => {
  const dexie = new Dexie(name, { cache: 'disabled', chromeTransactionDurability: 'strict' })
  abortWhenLeft(dexie)
  dexie.version(1).stores({ records: 'sub, session', events: '&id, sub' })
  const records: Table<PinRecord, string> = dexie.table('records')
  const events: Table<PinEvent, string> = dexie.table('events')
  const transact = <T>(work: () => Promise<T>): Promise<T> =>
    withTimeout(dexie.transaction('rw', records, events, work))
  /** Once: two tabs may both find that no try is left. */
  const end = async (event: PinEvent) => {
    if ((await records.get(event.sub)) === undefined) return
    await records.delete(event.sub)
    await events.put(event)
  }

  return {
    read: async (sub) => (await withTimeout(records.get(sub))) ?? null,
    put: (record) =>
      transact(async () => {
        await records.clear()
        await records.put(record)
      }),
    passOn: (sub, from, to) =>
      transact(async () => {
        const record = await records.get(sub)
        if (record?.session === from) await records.put({ ...record, session: to })
      }),
    deleteOthers: (session) =>
      transact(async () => {
        await (session === null ? records.clear() : records.where('session').notEqual(session).delete())
      }),
    spendTry: (sub, spent) => {
      const spend = async () => {
        const record = await records.get(sub)
        if (record === undefined) return null
        if (record.tries_left > 0) {
          await records.put({ ...record, tries_left: record.tries_left - 1 })
          return record
        }
        await end(spent)
        return null
      }
      return transactInTime(spend, (inTime) => dexie.transaction('rw', records, events, inTime))
    },
    succeed: (event) =>
      transact(async () => {
        const record = await records.get(event.sub)
        if (record === undefined) return false
        await records.put({ ...record, tries_left: PIN_TRIES })
        await events.put(event)
        return true
      }),
    fail: (spent) =>
      transact(async () => {
        const left = (await records.get(spent.sub))?.tries_left ?? 0
        if (left === 0) await end(spent)
        return left
      }),
    remove: (event) => transact(() => end(event)),
    events: async (sub) => {
      const rows = await withTimeout(events.where('sub').equals(sub).toArray())
      return rows.toSorted((one, other) => one.performed_at - other.performed_at)
    },
    deleteEvent: (id) => withTimeout(events.delete(id)),
  }
}
