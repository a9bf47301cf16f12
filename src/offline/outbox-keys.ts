import { Dexie, type Table } from 'dexie'
import { abortWhenLeft } from './abort-when-left'
import { withTimeout } from './timeout'

/** The outbox key of a session. An attacker cannot plant a key for the next session, whose id is not known yet. */
type KeyRow = { session: string; key: CryptoKey }

export type OutboxKeys = {
  /** The key of a session, or null where none is stored. */
  read: (session: string) => Promise<CryptoKey | null>
  /** Stores the key of a session in the place of any other. */
  write: (session: string, key: CryptoKey) => Promise<void>
  /** Deletes every key but that of this session; null deletes them all. */
  deleteOthers: (session: string | null) => Promise<void>
}

/**
 * Opens the store of outbox keys, so that an action can be sealed after the app was closed and opened offline. Rejects where
 * the database takes too long.
 */
export const openOutboxKeys = (name: string): OutboxKeys => {
  // Strict durability: the key must be on the disk before an action is, or the action cannot be opened until the server is
  // back.
  const dexie = new Dexie(name, { chromeTransactionDurability: 'strict' })
  abortWhenLeft(dexie)
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
