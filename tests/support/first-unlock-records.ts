import type { UnlockEvent, UnlockRecord } from '#offline/unlock-record'
import { Dexie } from 'dexie'

/** Stores a PIN and events as the version without passkeys did. */
export const storesInFirstVersion = async (
  name: string,
  pin: UnlockRecord<'pin'>,
  events: readonly UnlockEvent[],
): Promise<void> => {
  const dexie = new Dexie(name)
  dexie.version(1).stores({ records: 'sub, session', events: '&id, sub' })
  await dexie.table('records').put(pin)
  await dexie.table('events').bulkPut(events)
  dexie.close()
}

/**
 * Keeps that database open, as a suspended page that learns of no upgrade does, until the returned function is called.
 */
export const holdsFirstVersion = (name: string): Promise<() => void> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open(name)
    opening.addEventListener('error', () => reject(new Error(String(opening.error))))
    opening.addEventListener('success', () => resolve(() => opening.result.close()))
  })
