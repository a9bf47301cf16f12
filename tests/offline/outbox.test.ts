// First of all: Dexie takes hold of the browser's database as it is loaded.
import 'fake-indexeddb/auto'
import { STORED_ACTION_VERSION, type StoredCall } from '#contract/stored-action'
import type { FlagStatusName } from '#domain/participant'
import { createOutbox, type NewAction } from '#offline/outbox'
import { openOutboxDatabase, OUTBOX_VERSION, type OutboxDatabase } from '#offline/outbox-database'
import { flagStatusAfter } from '#offline/overlay'
import { sendDue, type Sent } from '#offline/send-due'
import { Dexie } from 'dexie'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const NAME = 'outbox-of-a-test'
const NOON = Date.parse('2026-11-21T12:00:00.000Z')
const DAY = 24 * 60 * 60 * 1000

let clock = NOON
let database: OutboxDatabase

const opened = async (onLost?: () => void) => {
  const outcome = await openOutboxDatabase(NAME, onLost)
  if (!outcome.ok) throw new Error(outcome.refusal.words)
  return outcome.value
}

beforeEach(async () => {
  clock = NOON
  database = await opened()
})

afterEach(async () => {
  database.close()
  await Dexie.delete(NAME)
})

const flagOf = (participant: number, flag_status: FlagStatusName = 'Flagged'): StoredCall => ({
  kind: 'flag',
  parameters: { trial_id: '3', participant_id: String(participant) },
  body: { comment: 'Withdrew', flag_status, performed_at: '2026-11-21T11:59:00.000Z' },
})

const anAction = (id: string, { participant = 7, sub = 'nurse', call = flagOf(participant) } = {}): NewAction => ({
  id,
  author: { sub, name: `The ${sub}` },
  trial: { id: 3, title: 'Cedar' },
  targets: [`participant:${participant}`],
  label: `Flag participant ${participant}`,
  call,
})

const outboxNow = () => createOutbox(database, () => clock)

const statesNow = async () => Object.fromEntries((await outboxNow().read()).actions.map(({ id, state }) => [id, state]))

describe('the outbox', () => {
  it('still holds what was stored when it is opened again', async () => {
    await outboxNow().store(anAction('a'))
    database.close()
    database = await opened()
    const { actions } = await outboxNow().read()
    expect(actions).toMatchObject([
      { id: 'a', state: 'waiting', label: 'Flag participant 7', performed_at: '2026-11-21T11:59:00.000Z' },
    ])
  })

  it('holds an action once, however often it is stored', async () => {
    await Promise.all([outboxNow().store(anAction('a')), outboxNow().store(anAction('a'))])
    expect(await statesNow()).toEqual({ a: 'waiting' })
  })

  it('keeps nothing of an action that is done but that it was, and that for a day', async () => {
    const outbox = outboxNow()
    await outbox.store(anAction('a'))
    await outbox.apply('a', { kind: 'sent', at: clock })
    await outbox.apply('a', { kind: 'accepted', at: clock })
    expect((await outbox.read()).actions).toMatchObject([{ id: 'a', state: 'done', call: null }])
    clock += DAY - 1
    await outbox.forgetReceipts()
    expect(await statesNow()).toEqual({ a: 'done' })
    clock += 2
    await outbox.forgetReceipts()
    expect(await statesNow()).toEqual({})
  })

  it('keeps of a flag that is done which one it is, and nothing of why', async () => {
    const outbox = outboxNow()
    await outbox.store(anAction('a', { call: flagOf(7, 'Unflagged') }))
    await outbox.apply('a', { kind: 'sent', at: clock })
    expect((await outbox.read()).actions.map(({ receipt }) => receipt)).toEqual([undefined])
    await outbox.apply('a', { kind: 'accepted', at: clock })
    const { actions } = await outbox.read()
    expect(actions).toMatchObject([{ call: null, receipt: { flag_status: 'Unflagged' } }])
    expect(JSON.stringify(actions)).not.toContain('Withdrew')
    const participant = { id: 7, flag_status: { name: 'Flagged' } } as const
    expect([clock, clock + 1].map((as_of) => flagStatusAfter(participant, actions, as_of))).toEqual([
      'Unflagged',
      'Flagged',
    ])
  })

  it('never forgets what is not done, however old', async () => {
    await outboxNow().store(anAction('a'))
    clock += 1000 * DAY
    await outboxNow().forgetReceipts()
    expect(await statesNow()).toEqual({ a: 'waiting' })
  })

  it('puts a corrected action in the place of the refused one, both or neither', async () => {
    const outbox = outboxNow()
    await outbox.store(anAction('a'))
    expect(await outbox.correct('a', anAction('b'))).toEqual({ ok: false, refusal: 'waiting' })
    await outbox.apply('a', { kind: 'sent', at: clock })
    await outbox.apply('a', { kind: 'refused', at: clock, words: 'Already flagged' })
    expect(await outbox.correct('a', anAction('b'), 'half of it was left out')).toMatchObject({ ok: true })
    expect(await statesNow()).toEqual({ a: 'discarded', b: 'waiting' })
    const refused = (await outbox.read()).actions.find(({ id }) => id === 'a')
    expect(refused?.notes.at(-1)).toMatchObject({ event: 'corrected', words: 'half of it was left out' })
  })

  it('shows by its id what a newer version stored, and leaves it as it is', async () => {
    await outboxNow().store(anAction('a'))
    await database.items
      .where('id')
      .equals('a')
      .modify({ item: { id: 'a', version: STORED_ACTION_VERSION + 1, secret: 'unknown' } })
    expect(await outboxNow().read()).toEqual({ actions: [], unreadable: ['a'] })
    expect(await outboxNow().apply('a', { kind: 'sent', at: clock })).toEqual({ ok: false, refusal: 'not_found' })
    expect((await database.items.toArray()).map(({ item }) => item)).toEqual([
      { id: 'a', version: STORED_ACTION_VERSION + 1, secret: 'unknown' },
    ])
  })

  it('is closed for good on a page whose database a newer version upgrades', async () => {
    let isLost = false
    database.close()
    database = await opened(() => (isLost = true))
    const newer = new Dexie(NAME)
    newer.version(OUTBOX_VERSION + 1).stores({ items: '++number, &id', leases: 'name' })
    await newer.open()
    expect(isLost).toBe(true)
    await expect(outboxNow().store(anAction('a'))).rejects.toThrow('Database has been closed')
    expect(await openOutboxDatabase(NAME)).toMatchObject({ ok: false, refusal: { why: 'newer' } })
    newer.close()
  })
})

describe('a pass over the outbox', () => {
  const asked: string[] = []
  /** The trials that are no longer anybody's. */
  let gone: number[]
  beforeEach(() => {
    asked.splice(0)
    gone = []
  })

  const pass = (answers: (id: string) => Sent, sub: () => string | null = () => 'nurse', isHurried = false) =>
    sendDue({
      isHurried,
      outbox: outboxNow(),
      sub,
      send: (action) => {
        asked.push(action.id)
        return Promise.resolve(answers(action.id))
      },
      isTrialGone: (trialId) => Promise.resolve(gone.includes(trialId)),
      now: () => clock,
      chance: () => 0.5,
      onChange: () => {},
    })
  const store = async (...actions: NewAction[]) => {
    for (const action of actions) await outboxNow().store(action)
  }
  const yes = (): Sent => ({ kind: 'accepted' })

  it('sends each action once, in order for one target', async () => {
    await store(anAction('a'), anAction('b'), anAction('c', { participant: 8 }))
    await pass(yes)
    expect(asked).toEqual(['a', 'c', 'b'])
    expect(await statesNow()).toEqual({ a: 'done', b: 'done', c: 'done' })
  })

  it('sends a corrected action before what was done after the refused one, so that the last act stays the last', async () => {
    const unflag = anAction('unflag', { call: flagOf(7, 'Unflagged') })
    await store(anAction('flag'), unflag, anAction('elsewhere', { participant: 8 }))
    await pass((id) => (id === 'flag' ? { kind: 'refused', words: 'The comment names a study group' } : yes()))
    await outboxNow().correct('flag', anAction('flag again'))
    const { actions } = await outboxNow().read()
    expect(flagStatusAfter({ id: 7, flag_status: { name: 'Flagged' } }, actions, clock)).toBe('Unflagged')
    await pass(yes)
    expect(asked).toEqual(['flag', 'elsewhere', 'flag again', 'unflag'])
    expect(await statesNow()).toEqual({ flag: 'discarded', 'flag again': 'done', unflag: 'done', elsewhere: 'done' })
  })

  it('leaves alone what waits for its next attempt, unless a person wishes it to go now', async () => {
    await store(anAction('a'))
    await pass(() => ({ kind: 'unanswered', words: 'no network', retry_after_ms: null }))
    await pass(yes)
    expect([asked, await statesNow()]).toEqual([['a'], { a: 'waiting' }])
    await pass(yes, () => 'nurse', true)
    expect([asked, await statesNow()]).toEqual([['a', 'a'], { a: 'done' }])
  })

  it('sends again under the same key what a killed page left in the middle', async () => {
    await store(anAction('a'))
    await outboxNow().apply('a', { kind: 'sent', at: clock })
    await pass(yes)
    expect([asked, await statesNow()]).toEqual([['a'], { a: 'done' }])
  })

  it('ends at the first silence, and goes on from there when it is due', async () => {
    await store(...Array.from({ length: 6 }, (_, place) => anAction(`a${place}`, { participant: place })))
    await pass(() => ({ kind: 'unanswered', words: 'no network', retry_after_ms: null }))
    expect(asked).toEqual(['a0', 'a1', 'a2', 'a3'])
    clock += 1000
    await pass(yes)
    expect(Object.values(await statesNow())).toEqual(Array(6).fill('done'))
  })

  it('goes on past an action that is refused, and leaves it to a person', async () => {
    await store(anAction('a'), anAction('b', { participant: 8 }))
    await pass((id) => (id === 'a' ? { kind: 'refused', words: 'Already flagged' } : { kind: 'accepted' }))
    expect(await statesNow()).toEqual({ a: 'attention', b: 'done' })
  })

  it('hands back together what waits in a trial that is gone, with the server’s words, and nothing of others', async () => {
    const elsewhere = { ...anAction('elsewhere', { participant: 20 }), trial: { id: 4, title: 'Keel' } }
    const another = anAction('another', { participant: 21, sub: 'pharmacist' })
    const queue = Array.from({ length: 6 }, (_, place) => anAction(`a${place}`, { participant: place }))
    await store(...queue, elsewhere, another)
    gone = [3]
    const words = 'Resource not found'
    await pass((id) => (id === 'elsewhere' ? yes() : { kind: 'refused', words, isWithheld: true }))
    expect(asked).toEqual(['a0', 'a1', 'a2', 'a3', 'elsewhere'])
    expect(await statesNow()).toEqual({
      ...Object.fromEntries(queue.map(({ id }) => [id, 'attention'])),
      elsewhere: 'done',
      another: 'waiting',
    })
    const { actions } = await outboxNow().read()
    expect(actions.slice(0, 6).map(({ notes }) => notes.at(-1)?.words)).toEqual(Array(6).fill(words))
  })

  it('sends on what waits in a trial of which only one record is not there', async () => {
    await store(...Array.from({ length: 5 }, (_, place) => anAction(`a${place}`, { participant: place })))
    await pass((id) => (id === 'a0' ? { kind: 'refused', words: 'Resource not found', isWithheld: true } : yes()))
    expect(await statesNow()).toEqual({ a0: 'attention', a1: 'done', a2: 'done', a3: 'done', a4: 'done' })
  })

  it('holds what met no session, and sends it when the same person is back', async () => {
    await store(anAction('a'))
    await pass(() => ({ kind: 'signed_out' }))
    expect(await statesNow()).toEqual({ a: 'held' })
    await pass(yes, () => 'pharmacist')
    expect(await statesNow()).toEqual({ a: 'held' })
    await pass(yes)
    expect([asked, await statesNow()]).toEqual([['a', 'a'], { a: 'done' }])
  })

  it('sends nothing of another person, and nothing while nobody is signed in', async () => {
    await store(anAction('a', { sub: 'pharmacist' }))
    await pass(yes)
    await pass(yes, () => null)
    expect([asked, await statesNow()]).toEqual([[], { a: 'waiting' }])
  })

  it('stops when its person signs out in the middle', async () => {
    await store(anAction('a'), anAction('b'))
    let sub: string | null = 'nurse'
    await pass(
      () => {
        sub = null
        return { kind: 'accepted' }
      },
      () => sub,
    )
    expect(await statesNow()).toEqual({ a: 'done', b: 'waiting' })
  })
})
