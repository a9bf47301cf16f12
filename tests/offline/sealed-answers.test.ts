// Imported first: Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto'
import { answersKeyOf } from '#offline/sealed-answer'
import { openSnapshots, type Snapshots } from '#offline/snapshots'
import { storableAnswerAt, type StorableAnswer } from '#offline/storable-answer'
import { Dexie } from 'dexie'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { outboxKeyOf } from '../support/action-seals'

/* Stored answers of a person with a PIN cannot be read while the device is locked (decision 0071). */

const NAME = 'sealed-answers-of-a-test'
const NOON = Date.parse('2026-11-21T12:00:00.000Z')

const at = (address: string): StorableAnswer => {
  const storable = storableAnswerAt(new URL(address, 'https://portal.example'))
  if (storable === null) throw new Error(`nothing is kept at ${address}`)
  return storable
}
const PARTICIPANTS = at('/api/v1/trials/3/participants/snapshot')
const TRIALS = at('/api/v1/trials?page_size=1000')
const INSTANCE = at('/api/v1/app-instance')
const SECRET = { data: [{ participant_id: 'W-4711' }] }

let snapshots: Snapshots
let key: CryptoKey
beforeEach(async () => {
  snapshots = openSnapshots(NAME)
  await snapshots.begin('nurse')
  key = await answersKeyOf(outboxKeyOf('nurse'))
})
afterEach(async () => {
  snapshots.close()
  await Dexie.delete(NAME)
})

/** The whole content of the database, as bytes and text. */
const dump = async (): Promise<string> => {
  const database = await new Dexie(NAME).open()
  const tables = await Promise.all(database.tables.map((table): Promise<unknown[]> => table.toArray()))
  database.close()
  return JSON.stringify(tables, (_, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
  )
}
const stored = async () => (await snapshots.read('nurse', PARTICIPANTS.scope))?.body ?? null
const keep = () => snapshots.store('nurse', PARTICIPANTS, NOON, SECRET, '7')

describe('answers of a person with a PIN', () => {
  it('are confirmed by the server under their seal; while the device is locked they stay as old as they are', async () => {
    await keep()
    await snapshots.seal('nurse', key)
    expect(await snapshots.confirm('nurse', PARTICIPANTS, NOON + 60_000, '7')).toBe(true)
    expect(await snapshots.read('nurse', PARTICIPANTS.scope)).toMatchObject({ as_of: NOON + 60_000, body: SECRET })
    expect(await dump()).not.toContain('W-4711')
    await snapshots.lock('nurse')
    // True: nothing may be stored now, so the whole answer need not be fetched.
    expect(await snapshots.confirm('nurse', PARTICIPANTS, NOON + 120_000, '7')).toBe(true)
    await snapshots.seal('nurse', key)
    expect(await snapshots.read('nurse', PARTICIPANTS.scope)).toMatchObject({ as_of: NOON + 60_000 })
  })

  it('are sealed, with their age and version, whether stored before or after it was set', async () => {
    await keep()
    await snapshots.seal('nurse', key)
    await snapshots.store('nurse', TRIALS, NOON, { word: 'W-4711 too' })
    expect(await dump()).not.toContain('W-4711')
    expect(await snapshots.sealOf('nurse')).toBe('open')
    expect(await snapshots.read('nurse', PARTICIPANTS.scope)).toEqual({
      scope: PARTICIPANTS.scope,
      trial_id: 3,
      as_of: NOON,
      version: '7',
      body: SECRET,
    })
    const { bodies, ages } = await snapshots.survey('nurse', [PARTICIPANTS.scope])
    expect([bodies.get(PARTICIPANTS.scope), ages.get(TRIALS.scope)]).toEqual([SECRET, NOON])
  })

  it('open with a key that cannot be read out of the browser', async () => {
    await snapshots.seal('nurse', key)
    expect(key.extractable).toBe(false)
  })

  it('cannot be read nor stored while the device is locked, also after a restart, and open again with the key', async () => {
    await keep()
    await snapshots.seal('nurse', key)
    await snapshots.lock('nurse')
    snapshots.close()
    snapshots = openSnapshots(NAME)
    await snapshots.begin('nurse')
    expect([await snapshots.sealOf('nurse'), await stored()]).toEqual(['locked', null])
    expect((await snapshots.survey('nurse', [PARTICIPANTS.scope])).bodies.size).toBe(0)
    await snapshots.store('nurse', TRIALS, NOON, { word: 'W-4711' })
    expect(await dump()).not.toMatch(/W-4711|CryptoKey/)
    await snapshots.seal('nurse', key)
    expect(await stored()).toEqual(SECRET)
    expect(await snapshots.read('nurse', TRIALS.scope)).toBeNull()
  })

  it('that still lie in clear when the device is locked are deleted, and sealed from then on', async () => {
    await keep()
    await snapshots.lock('nurse')
    expect([await stored(), await snapshots.sealOf('nurse')]).toEqual([null, 'locked'])
    await keep()
    expect(await dump()).not.toContain('W-4711')
    await snapshots.seal('nurse', key)
    await keep()
    expect([await stored(), (await dump()).includes('W-4711')]).toEqual([SECRET, false])
  })

  it('do not open with another person’s key, moved to another place, or made newer', async () => {
    await keep()
    await snapshots.seal('nurse', key)
    const database = await new Dexie(NAME).open()
    const rows = database.table('snapshots')
    const row: object = await rows.get(PARTICIPANTS.scope)
    await rows.put({ ...row, scope: '/api/v1/trials/4/participants/snapshot?', trial_id: 4 })
    await rows.put({ ...row, as_of: NOON + 1 })
    database.close()
    expect(await snapshots.read('nurse', '/api/v1/trials/4/participants/snapshot?')).toBeNull()
    expect(await stored()).toBeNull()
    await snapshots.seal('nurse', await answersKeyOf(outboxKeyOf('monitor')))
    expect(await stored()).toBeNull()
  })

  it('concern nobody else: another person neither reads, seals nor locks them', async () => {
    await keep()
    await snapshots.seal('monitor', await answersKeyOf(outboxKeyOf('monitor')))
    expect(await snapshots.sealOf('nurse')).toBe('clear')
    await snapshots.seal('nurse', key)
    await snapshots.lock('monitor')
    expect([await snapshots.sealOf('monitor'), await stored()]).toEqual(['clear', SECRET])
  })

  it('are deleted with a lost trial, its lists too, and with the sign-out', async () => {
    await keep()
    await snapshots.store('nurse', TRIALS, NOON, { data: [] })
    await snapshots.seal('nurse', key)
    await snapshots.deleteTrial('nurse', 3, NOON + 1)
    expect([await stored(), await snapshots.read('nurse', TRIALS.scope)]).toEqual([null, null])
    await keep()
    expect(await stored()).toBeNull()
    await snapshots.wipe()
    await snapshots.begin('nurse')
    expect(await snapshots.sealOf('nurse')).toBe('clear')
  })

  it('leave answers without an owner in clear, so that a locked page shows its banner', async () => {
    await snapshots.seal('nurse', key)
    await snapshots.lock('nurse')
    await snapshots.store(null, INSTANCE, NOON, { instance: 'demo' })
    expect((await snapshots.read(null, INSTANCE.scope))?.body).toEqual({ instance: 'demo' })
  })

  it('are followed: they vanish with the lock and return with the key', async () => {
    await keep()
    await snapshots.seal('nurse', key)
    const seen: boolean[] = []
    let next = () => {}
    const nextSeen = () => new Promise<void>((resolve) => (next = resolve))
    let coming = nextSeen()
    const stop = snapshots.follow('nurse', [PARTICIPANTS.scope], {
      next: ({ bodies }) => {
        seen.push(bodies.has(PARTICIPANTS.scope))
        next()
      },
      error: () => {},
    })
    await coming
    coming = nextSeen()
    await snapshots.lock('nurse')
    await coming
    coming = nextSeen()
    await snapshots.seal('nurse', key)
    await coming
    stop()
    expect(seen).toEqual([true, false, true])
  })

  it('of a trial that is lost while they are being sealed are not stored', async () => {
    await keep()
    const sealing = snapshots.seal('nurse', key)
    // The rows have been read, and are now sealed outside a transaction.
    const encrypt = vi.spyOn(crypto.subtle, 'encrypt').mockImplementation(async (...sealed) => {
      encrypt.mockRestore()
      await snapshots.deleteTrial('nurse', 3, NOON + 1)
      return crypto.subtle.encrypt(...sealed)
    })
    await sealing
    expect([await stored(), await snapshots.sealOf('nurse')]).toEqual([null, 'open'])
  })

  it.each(['clear', 'sealed'])(
    'that are newer are not replaced by earlier ones that are stored late (%s)',
    async (how) => {
      if (how === 'sealed') await snapshots.seal('nurse', key)
      const NEWER = { data: [] }
      await snapshots.store('nurse', PARTICIPANTS, NOON + 2, NEWER)
      await keep()
      expect(await stored()).toEqual(NEWER)
      await snapshots.store(null, INSTANCE, NOON + 2, { instance: 'newer' })
      await snapshots.store(null, INSTANCE, NOON, { instance: 'older' })
      expect((await snapshots.read(null, INSTANCE.scope))?.body).toEqual({ instance: 'newer' })
    },
  )

  it('of two that are sealed at the same time end with the later one', async () => {
    await snapshots.seal('nurse', key)
    const NEWER = { data: [] }
    const encrypt = vi.spyOn(crypto.subtle, 'encrypt').mockImplementation(async (...sealed) => {
      encrypt.mockRestore()
      await snapshots.store('nurse', PARTICIPANTS, NOON + 2, NEWER)
      return crypto.subtle.encrypt(...sealed)
    })
    await keep()
    expect(await stored()).toEqual(NEWER)
  })

  it('stored before the clock was put back are replaced', async () => {
    await snapshots.store('nurse', PARTICIPANTS, Date.now() + 3_600_000, { data: [] })
    await keep()
    expect(await stored()).toEqual(SECRET)
  })
})
