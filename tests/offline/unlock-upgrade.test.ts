// Imported first: Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto'
import { openUnlockRecords } from '#offline/unlock-records'
import { Dexie } from 'dexie'
import { afterEach, expect, it } from 'vitest'
import { holdsFirstVersion, storesInFirstVersion } from '../support/first-unlock-records'
import { aPinRecord } from '../support/unlock-record'

/* A database of unlocks from before passkeys, which an update finds on the device (decision 0089). */

const NAME = 'upgraded-records-of-a-test'
const SPENT = { id: 'spent', sub: 'nurse', event: 'locked_out', performed_at: 0, wrong_tries: 5 } as const

afterEach(() => Dexie.delete(NAME))

it('still has its PIN, with the remaining tries, and its events', async () => {
  await storesInFirstVersion(NAME, { ...(await aPinRecord()), tries_left: 3 }, [SPENT])
  const records = openUnlockRecords(NAME)
  expect(await records.read('pin', 'nurse')).toMatchObject({ name: 'Amara Hughes', session: 'one', tries_left: 3 })
  expect(await records.events('nurse')).toEqual([SPENT])
  expect((await records.spendTry('nurse', SPENT))?.tries_left).toBe(3)
})

it('accepts a passkey beside it, and passes both on', async () => {
  const pin = await aPinRecord()
  await storesInFirstVersion(NAME, pin, [])
  const records = openUnlockRecords(NAME)
  const { sub, session, name, salt, device_key, wrapped } = pin
  const credential_id = Uint8Array.of(1)
  await records.put('passkey', { sub, session, name, salt, device_key, wrapped, credential_id })
  await records.passOn('nurse', 'one', 'two')
  expect([(await records.read('pin', 'nurse'))?.session, (await records.read('passkey', 'nurse'))?.session]).toEqual([
    'two',
    'two',
  ])
})

it('opens once a page of the former version releases it', async () => {
  await storesInFirstVersion(NAME, await aPinRecord(), [])
  const letGo = await holdsFirstVersion(NAME)
  const records = openUnlockRecords(NAME)
  const opened = records.open()
  expect(records.isOpen()).toBe(false)
  letGo()
  await opened
  expect([records.isOpen(), (await records.read('pin', 'nurse'))?.tries_left]).toEqual([true, 5])
})
