import { Dexie, type Table } from 'dexie'
import { withTimeout } from './timeout'

/** The key of the session's person. It belongs to that session alone: whoever plants another one does not know the next session's id. */
type KeyRow = { session: string; key: CryptoKey }

export type OutboxKeys = {
  /** The key of a session, or null where none is stored. */
  read: (session: string) => Promise<CryptoKey | null>
  /** Stores the key of a session in the place of any other. */
  write: (session: string, key: CryptoKey) => Promise<void>
  /** Deletes every key but that of this session; null deletes them all. */
  deleteOthers: (session: string | null) => Promise<void>
}

/** Where the key of whoever is signed in lies, so that closing and opening the app offline does not lose it. Rejects what takes too long. */
export const openOutboxKeys = (name: string): OutboxKeys => {
  // On the disk before an action is: without its key an action that was stored is closed until the server is back.
  const dexie = new Dexie(name, { chromeTransactionDurability: 'strict' })
  dexie.version(1).stores({ keys: 'session' })
  const keys: Table<KeyRow, string> = dexie.table('keys')
  const deleteOthers = (session: string | null) =>
    session === null ? keys.clear() : keys.where('session').notEqual(session).delete()
  return {
    read: async (session) => (await withTimeout(keys.get(session)))?.key ?? null,
    write: (session, key) =>
      withTimeout(
        dexie.transaction('rw', keys, async () => {
          await keys.clear()
          await keys.put({ session, key })
        }),
      ),
    deleteOthers: async (session) => {
      await withTimeout(Promise.resolve(deleteOthers(session)))
    },
  }
}
