import { Dexie, type EntityTable, type Table } from 'dexie'
import { withTimeout } from './timeout'
import { withoutTrials, type StorableAnswer } from './storable-answer'

/** What is kept of one answer; only the newest of each scope is. */
export type Snapshot = {
  scope: string
  trial_id: number | null
  /** When the server was asked, in milliseconds since the epoch by this device's clock. */
  as_of: number
  body: unknown
  /** Which version of the server's list it is, where the answer has one. */
  version?: string | null
}

type OwnerRow = { key: 'owner'; sub: string }
/** When a trial was withheld from the owner, in milliseconds since the epoch by this device's clock. */
type WithheldRow = { key: `${typeof WITHHELD}${number}`; at: number }
const WITHHELD = 'withheld:'

/** Whose answer it is: a person's `sub`, or nobody's where the call asks for no sign-in. */
export type Owner = string | null

export type Snapshots = {
  /** Makes the store this person's, who has signed in: what is anybody else's goes, in the same transaction. */
  begin: (sub: string) => Promise<void>
  /** Null where nothing is kept, and for whoever is not the store's owner. */
  read: (owner: Owner, scope: string) => Promise<Snapshot | null>
  /** Does nothing for whoever is not the store's owner: an answer that comes after a sign-out is not kept. */
  keep: (owner: Owner, storable: StorableAnswer, as_of: number, body: unknown, version?: string | null) => Promise<void>
  /** The trial has left the person's reach: nothing of it stays, nor comes that was asked for before `at`. */
  forgetTrial: (owner: Owner, trialId: number, at: number) => Promise<void>
  /**
   * Empties everything, in one transaction, and makes sure of it. Where no person left anything it does nothing, and what is nobody's
   * and was asked for at `since` or later stays: a page that is opened signed out stores it while it wipes, and never asks again.
   */
  wipe: (since?: number) => Promise<void>
  close: () => void
}

/** The version of the tables. What is kept is disposable, so an upgrade may drop it. */
const VERSION = 1

/**
 * What a device keeps of the server's answers, for one person: its owner, who is set at sign-in and removed when they sign
 * out. Nothing is read or kept for anybody else, so that neither a crash in the middle of a wipe nor an answer that comes too
 * late leaves anything to see.
 */
export const openSnapshots = (name: string): Snapshots => {
  const dexie = new Dexie(name)
  dexie.version(VERSION).stores({ snapshots: 'scope', common: 'scope', owner: 'key' })
  const snapshots: EntityTable<Snapshot, 'scope'> = dexie.table('snapshots')
  const common: EntityTable<Snapshot, 'scope'> = dexie.table('common')
  const owner: Table<OwnerRow | WithheldRow, string> = dexie.table('owner')

  /** The answers of this person, or those that are nobody's; null where the store is somebody else's. */
  const tableOf = async (whose: Owner) => {
    if (whose === null) return common
    return (await ownerNow()) === whose ? snapshots : null
  }
  const ownerNow = async (): Promise<string | null> => {
    const row = await owner.get('owner')
    return row && 'sub' in row ? row.sub : null
  }
  /** The trials that were withheld after something was asked for. */
  const withheldSince = async (as_of: number): Promise<number[]> => {
    const rows = await owner.where('key').startsWith(WITHHELD).toArray()
    return rows.flatMap((row) => ('at' in row && row.at > as_of ? [Number(row.key.slice(WITHHELD.length))] : []))
  }
  const transact = <T>(work: () => Promise<T>): Promise<T> =>
    withTimeout(dexie.transaction('rw', snapshots, common, owner, work))

  return {
    begin: (sub) =>
      transact(async () => {
        if ((await ownerNow()) !== sub) {
          await snapshots.clear()
          await owner.clear()
        }
        await owner.put({ key: 'owner', sub })
      }),
    read: (whose, scope) => transact(async () => (await (await tableOf(whose))?.get(scope)) ?? null),
    keep: (whose, { scope, trial_id }, as_of, body, version = null) =>
      transact(async () => {
        const withheld = await withheldSince(as_of)
        if (trial_id !== null && withheld.includes(trial_id)) return
        const left = withoutTrials(scope, body, withheld)
        if (left !== null) await (await tableOf(whose))?.put({ scope, trial_id, as_of, body: left, version })
      }),
    forgetTrial: (whose, trialId, at) =>
      transact(async () => {
        const table = await tableOf(whose)
        if (table === null) return
        await table.filter(({ trial_id }) => trial_id === trialId).delete()
        // The lists name it too, on every page and in every order that was ever looked at.
        for (const row of await table.filter(({ trial_id }) => trial_id === null).toArray()) {
          const body = withoutTrials(row.scope, row.body, [trialId])
          if (body === null) await table.delete(row.scope)
          else if (body !== row.body) await table.put({ ...row, body })
        }
        await owner.put({ key: `${WITHHELD}${trialId}`, at })
      }),
    wipe: (since = Infinity) =>
      transact(async () => {
        if ((await owner.count()) === 0 && (await snapshots.count()) === 0) return
        const mayStay = await common.filter(({ as_of }) => as_of >= since).toArray()
        const tables = [snapshots, common, owner]
        for (const table of tables) await table.clear()
        for (const table of tables)
          if ((await table.count()) > 0) throw new Error('the stored data could not be removed')
        await common.bulkPut(mayStay)
      }),
    close: () => dexie.close({ disableAutoOpen: true }),
  }
}
