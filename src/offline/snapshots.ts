import { Dexie, type EntityTable } from 'dexie'
import type { Kept } from './kept-answer'

/** What is kept of one answer; only the newest of each scope is. */
export type Snapshot = {
  scope: string
  trial_id: number | null
  /** When the server was asked, in milliseconds since the epoch by this device's clock. */
  as_of: number
  body: unknown
}

type OwnerRow = { key: 'owner'; sub: string }

/** Whose answer it is: a person's `sub`, or nobody's where the call asks for no sign-in. */
export type Owner = string | null

export type Snapshots = {
  /** Makes the store this person's, who has signed in: what is anybody else's goes, in the same transaction. */
  begin: (sub: string) => Promise<void>
  /** Null where nothing is kept, and for whoever is not the store's owner. */
  read: (owner: Owner, scope: string) => Promise<Snapshot | null>
  /** Does nothing for whoever is not the store's owner: an answer that comes after a sign-out is not kept. */
  keep: (owner: Owner, kept: Kept, as_of: number, body: unknown) => Promise<void>
  /** The trial has left the person's reach: nothing of it stays. */
  forgetTrial: (owner: Owner, trialId: number) => Promise<void>
  /** Whether anything of anybody else is here. */
  isForeignTo: (sub: string | null) => Promise<boolean>
  /** Empties everything, in one transaction, and makes sure of it. */
  wipe: () => Promise<void>
  close: () => void
}

/** The version of the tables. What is kept is disposable, so an upgrade may drop it. */
const VERSION = 1

/**
 * What a device keeps of the server's answers, for one person: its owner, who is set when he signs in and gone when he signs
 * out. Nothing is read or kept for anybody else, so that neither a crash in the middle of a wipe nor an answer that comes too
 * late leaves anything to see.
 */
export const openSnapshots = (name: string): Snapshots => {
  const dexie = new Dexie(name)
  dexie.version(VERSION).stores({ snapshots: 'scope', common: 'scope', owner: 'key' })
  const snapshots: EntityTable<Snapshot, 'scope'> = dexie.table('snapshots')
  const common: EntityTable<Snapshot, 'scope'> = dexie.table('common')
  const owner: EntityTable<OwnerRow, 'key'> = dexie.table('owner')

  /** The answers of this person, or those that are nobody's; null where the store is not his. */
  const tableOf = async (whose: Owner) => {
    if (whose === null) return common
    return (await owner.get('owner'))?.sub === whose ? snapshots : null
  }
  const transact = <T>(work: () => Promise<T>): Promise<T> => dexie.transaction('rw', snapshots, common, owner, work)

  return {
    begin: (sub) =>
      transact(async () => {
        if ((await owner.get('owner'))?.sub !== sub) await snapshots.clear()
        await owner.put({ key: 'owner', sub })
      }),
    read: (whose, scope) => transact(async () => (await (await tableOf(whose))?.get(scope)) ?? null),
    keep: (whose, { scope, trial_id }, as_of, body) =>
      transact(async () => {
        await (await tableOf(whose))?.put({ scope, trial_id, as_of, body })
      }),
    forgetTrial: (whose, trialId) =>
      transact(async () => {
        await (await tableOf(whose))?.filter(({ trial_id }) => trial_id === trialId).delete()
      }),
    isForeignTo: async (sub) => {
      const row = await owner.get('owner')
      return row !== undefined && row.sub !== sub
    },
    wipe: () =>
      transact(async () => {
        const tables = [snapshots, common, owner]
        for (const table of tables) await table.clear()
        for (const table of tables) if ((await table.count()) > 0) throw new Error('what is kept could not be removed')
      }),
    close: () => dexie.close({ disableAutoOpen: true }),
  }
}
