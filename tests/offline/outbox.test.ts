// Imported first: Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto'
import { STORED_ACTION_VERSION } from '#contract/stored-action'
import type { StoredCall } from '#contract/stored-calls'
import type { FlagStatusName } from '#domain/participants/participant'
import { createActionSeal, type ActionSeal } from '#offline/action-seal'
import { createOutbox, type NewAction } from '#offline/outbox'
import { openOutboxDatabase, OUTBOX_VERSION, type OutboxDatabase } from '#offline/outbox-database'
import { OPEN_STATES, storedAt, type OutboxEvent } from '#offline/outbox-item'
import { flagStatusAfter, packsDispensedHere } from '#offline/overlay'
import { importOutboxKey } from '#offline/sealed-text'
import { sendDue, type Sent } from '#offline/send-due'
import { Dexie } from 'dexie'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { outboxKeyOf, sealOf } from '../support/action-seals'

const NAME = 'outbox-of-a-test'
const NOON = Date.parse('2026-11-21T12:00:00.000Z')
const DAY = 24 * 60 * 60 * 1000

let clock = NOON
let database: OutboxDatabase
/** The nurse's seal, in the session of these tests. */
let seal: ActionSeal

const opened = async (onLost?: () => void) => {
  const outcome = await openOutboxDatabase(NAME, onLost)
  if (!outcome.ok) throw new Error(outcome.refusal.words)
  return outcome.value
}

beforeEach(async () => {
  clock = NOON
  database = await opened()
  seal = await sealOf('nurse')
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
  label: `Flag participant ${participant}`,
  call,
})

/** The outbox as the nurse uses it, or another person who stores actions of their own. */
const outboxNow = () => {
  const outbox = createOutbox(database, () => clock)
  return {
    ...outbox,
    read: () => outbox.read(seal),
    readAs: outbox.read,
    store: async (action: NewAction) => outbox.store(action, await sealOf(action.author.sub)),
    apply: (id: string, event: OutboxEvent) => outbox.apply(id, event, seal),
    correct: (id: string, action: NewAction, words: string | null = null) => outbox.correct(id, action, words, seal),
    forgetReceipts: async () => database.deleteReceipts((await outbox.read(seal)).entries, seal.sub, clock),
  }
}

const statesNow = async () => Object.fromEntries((await outboxNow().read()).entries.map(({ id, state }) => [id, state]))

describe('the outbox', () => {
  it('still has its items when it is opened again', async () => {
    await outboxNow().store(anAction('a'))
    database.close()
    database = await opened()
    const { actions } = await outboxNow().read()
    expect(actions).toMatchObject([
      { id: 'a', state: 'waiting', label: 'Flag participant 7', performed_at: '2026-11-21T11:59:00.000Z' },
    ])
  })

  it('stores an action once, however often it is sent to it', async () => {
    await Promise.all([outboxNow().store(anAction('a')), outboxNow().store(anAction('a'))])
    expect(await statesNow()).toEqual({ a: 'waiting' })
  })

  it('stores only a receipt of a done action, for a day', async () => {
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

  it('stores the receipt of another person for a day after it was found, and what is not done for ever', async () => {
    const outbox = outboxNow()
    const readsAsDoctor = async () => {
      const doctors = await sealOf('doctor')
      const { entries } = await outbox.readAs(doctors)
      await database.deleteReceipts(entries, doctors.sub, clock)
    }
    for (const id of ['done', 'waiting', 'discarded']) await outbox.store(anAction(id))
    await outbox.apply('done', { kind: 'sent', at: clock })
    await outbox.apply('done', { kind: 'accepted', at: clock })
    await outbox.apply('discarded', { kind: 'discarded', at: clock, words: 'a mistake' })
    const all = await statesNow()
    clock += 1000 * DAY
    await readsAsDoctor()
    clock -= 10 * DAY
    await readsAsDoctor()
    clock += DAY
    await readsAsDoctor()
    expect(await statesNow()).toEqual(all)
    expect((await outbox.read()).actions.find(({ id }) => id === 'done')).toMatchObject({ state: 'done' })
    clock += 1
    await readsAsDoctor()
    expect(await statesNow()).toEqual({ waiting: 'waiting', discarded: 'discarded' })
  })

  it('stores in the receipt of a dispense its packs, and not the reason', async () => {
    const outbox = outboxNow()
    const body = { study_pack_id: 21, study_pack_ids: null, comment: 'Withdrew', confirmation_code: '417' }
    const performed_at = '2026-11-21T11:59:00.000Z'
    const call: StoredCall = { kind: 'dispense', parameters: { trial_id: '3' }, body: { ...body, performed_at } }
    await outbox.store(anAction('a', { call }))
    await outbox.apply('a', { kind: 'sent', at: clock })
    await outbox.apply('a', { kind: 'accepted', at: clock })
    const { actions } = await outbox.read()
    expect(actions).toMatchObject([{ targets: ['study_pack:21'], call: null, receipt: { dispensed: [21] } }])
    expect([clock, clock + 1].map((as_of) => [...packsDispensedHere(actions, as_of)])).toEqual([[21], []])
  })

  it('stores in the receipt of a flag its status, and not the comment', async () => {
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

  it('never deletes an action that is not done, however old', async () => {
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

  it('shows an item of a newer version by its id, and leaves it unchanged', async () => {
    await outboxNow().store(anAction('a'))
    await database.items
      .where('id')
      .equals('a')
      .modify({ item: { id: 'a', version: STORED_ACTION_VERSION + 1, secret: 'unknown' } })
    expect(await outboxNow().read()).toMatchObject({ entries: [], actions: [], unreadable: ['a'] })
    expect(await outboxNow().apply('a', { kind: 'sent', at: clock })).toEqual({ ok: false, refusal: 'not_found' })
    expect((await database.items.toArray()).map(({ item }) => item)).toEqual([
      { id: 'a', version: STORED_ACTION_VERSION + 1, secret: 'unknown' },
    ])
  })

  it('reads an unchanged row as the same object, and a changed one again', async () => {
    const outbox = createOutbox(database, () => clock)
    for (const id of ['a', 'b']) await outbox.store(anAction(id), seal)
    const before = await outbox.read(seal)
    await outbox.apply('b', { kind: 'sent', at: clock }, seal)
    const after = await outbox.read(seal)
    expect(after.entries.map((entry, index) => entry === before.entries[index])).toEqual([true, false])
    expect((await outbox.read(await sealOf('nurse'))).entries[0]).not.toBe(before.entries[0])
  })

  it('is read again after each commit of any connection, until that is stopped', async () => {
    const there = await opened()
    const [here, other] = [createOutbox(database, () => clock), createOutbox(there, () => clock)]
    const seen: string[] = []
    const stop = database.live(() => here.read(seal), {
      next: ({ entries }) => seen.push(entries.map(({ id, state }) => `${id} ${state}`).join()),
      error: (error) => seen.push(String(error)),
    })
    await expect.poll(() => seen).toEqual([''])
    await other.store(anAction('a'), seal)
    await expect.poll(() => seen.at(-1)).toBe('a waiting')
    await other.apply('a', { kind: 'sent', at: clock }, seal)
    await expect.poll(() => seen.at(-1)).toBe('a sending')
    stop()
    await here.apply('a', { kind: 'accepted', at: clock }, seal)
    expect([seen.at(-1), await statesNow()]).toEqual(['a sending', { a: 'done' }])
    there.close()
  })

  it('opens a database from before the first release, shows its items as unreadable, and stores new ones', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    database.close()
    await Dexie.delete(NAME)
    const early = new Dexie(NAME)
    early.version(1).stores({ items: '++number, &id', leases: 'name' })
    await early.table('items').add({ id: 'early', item: { ...clearItem('early', 9), version: 3 } })
    early.close()
    database = await opened()
    await outboxNow().store(anAction('a'))
    expect(await outboxNow().read()).toMatchObject({ actions: [{ id: 'a' }], unreadable: ['early'] })
    expect((await createOutbox(database, () => clock).readIn(OPEN_STATES, seal)).entries.map(({ id }) => id)).toEqual([
      'a',
    ])
    database.close()
    database = await opened()
    expect(await statesNow()).toEqual({ a: 'waiting' })
  })

  it('is closed for good on a page whose database a newer version upgrades', async () => {
    let isLost = false
    database.close()
    database = await opened(() => (isLost = true))
    const newer = new Dexie(NAME)
    newer.version(OUTBOX_VERSION + 1).stores({ items: '++number, &id, item.state' })
    await newer.open()
    expect(isLost).toBe(true)
    await expect(outboxNow().store(anAction('a'))).rejects.toThrow('Database has been closed')
    expect(await openOutboxDatabase(NAME)).toMatchObject({ ok: false, refusal: { cause: 'newer' } })
    newer.close()
  })
})

/** An item in clear, as anyone with the device could write one. */
const clearItem = (id: string, participant: number) => ({
  ...anAction(id, { participant }),
  version: STORED_ACTION_VERSION,
  targets: [`participant:${participant}`],
  kind: 'flag',
  performed_at: '2026-11-21T11:59:00.000Z',
  ...storedAt(NOON),
})

/** Changes fields of an item, as anyone with the device could. */
const tamper = (id: string, changes: Readonly<Record<string, unknown>>) =>
  database.items
    .where('id')
    .equals(id)
    .modify((row) => {
      for (const [keyPath, value] of Object.entries(changes)) Dexie.setByKeyPath(row, keyPath, value)
    })

describe('an item in the outbox', () => {
  const rows = async () => JSON.stringify(await database.items.toArray())

  it('reveals nothing to others: no label, comment, trial or id of a participant', async () => {
    await outboxNow().store(anAction('a'))
    await outboxNow().apply('a', { kind: 'sent', at: clock })
    await outboxNow().apply('a', { kind: 'refused', at: clock, words: 'Flagged by Li Wei' })
    const text = await rows()
    expect(
      ['Flag participant', 'Withdrew', 'Cedar', 'Flagged', 'Li Wei'].filter((word) => text.includes(word)),
    ).toEqual([])
    seal = await sealOf('monitor')
    const { entries, actions, unverified } = await outboxNow().read()
    expect(entries).toMatchObject([{ id: 'a', author: { name: 'The nurse' }, state: 'attention', action: null }])
    expect([actions, unverified]).toEqual([[], []])
  })

  it.each([
    ['its state', { 'item.state': 'attention' }],
    ['its author’s name', { 'item.author.name': 'Somebody else' }],
    ['what it is about', { 'item.targets': ['participant:9'] }],
    ['its id', { id: 'b' }],
    ['its content', { 'item.content': 'AAAA' }],
    ['its content, by no base64', { 'item.content': '%' }],
  ])('does not open after a change of %s', async (_, change) => {
    await outboxNow().store(anAction('a'))
    await tamper('a', change)
    const { actions, unverified, unreadable } = await outboxNow().read()
    expect([actions, unverified.length, unreadable]).toEqual([[], 1, []])
  })

  it('opens neither with the key of another person nor without one', async () => {
    await outboxNow().store(anAction('a'))
    const outbox = createOutbox(database, () => clock)
    expect((await outbox.read(null)).entries).toMatchObject([{ id: 'a', action: null }])
    const otherKey = createActionSeal(await importOutboxKey(outboxKeyOf('monitor')), seal)
    expect(await outbox.read(otherKey)).toMatchObject({ actions: [], unverified: [{ id: 'a', put_away: null }] })
  })

  it('is stored by its author alone', async () => {
    const outbox = createOutbox(database, () => clock)
    await expect(outbox.store(anAction('a'), await sealOf('monitor'))).rejects.toThrow('by its author alone')
    expect(await database.items.count()).toBe(0)
  })

  it('is put away with a reason where it does not open, and stays as it was found', async () => {
    await outboxNow().store(anAction('a'))
    await tamper('a', { 'item.state': 'held' })
    const [before] = await database.items.toArray()
    const outbox = createOutbox(database, () => clock)
    expect(await outbox.putAway('a', 'Not mine', seal)).toBe(true)
    expect((await outbox.read(seal)).unverified).toEqual([{ id: 'a', put_away: { at: clock, reason: 'Not mine' } }])
    expect((await outbox.read(await sealOf('monitor'))).entries).toEqual([])
    expect(await database.items.toArray()).toMatchObject([before])
    expect(await rows()).not.toContain('Not mine')
  })

  it('cannot be put away by its author, and a forged note hides nothing', async () => {
    await outboxNow().store(anAction('a'))
    const outbox = createOutbox(database, () => clock)
    expect(await outbox.putAway('a', 'Away with it', seal)).toBe(false)
    await database.items.toCollection().modify({ put_away: 'AAAA' })
    expect((await outbox.read(seal)).actions.map(({ id }) => id)).toEqual(['a'])
  })

  it('has both of two simultaneous changes, each made on the other', async () => {
    await outboxNow().store(anAction('a'))
    const [first, second] = await Promise.all([
      outboxNow().apply('a', { kind: 'sent', at: clock }),
      outboxNow().apply('a', { kind: 'sent', at: clock }),
    ])
    expect([first, second].filter(({ ok }) => ok)).toHaveLength(1)
    expect((await outboxNow().read()).actions).toMatchObject([{ state: 'sending', attempts: 1 }])
  })
})

describe('an item in clear', () => {
  it('proves nothing, whatever it claims, and is not read at all', async () => {
    await database.items.add({ id: 'clear', item: { ...clearItem('clear', 7), session: seal.session } })
    expect(await outboxNow().read()).toMatchObject({ entries: [], actions: [], unreadable: ['clear'] })
    expect(await outboxNow().apply('clear', { kind: 'sent', at: clock })).toEqual({ ok: false, refusal: 'not_found' })
    expect(await createOutbox(database, () => clock).release(['clear'], seal)).toMatchObject([{ ok: false }])
  })
})

describe('a pass over the outbox', () => {
  const asks: string[] = []
  /** The trials in which the person has no permission any more. */
  let gone: number[]
  beforeEach(() => {
    asks.splice(0)
    gone = []
  })

  const pass = (answers: (id: string) => Sent, sub: () => string | null = () => 'nurse', ignoresRetryDelay = false) =>
    sendDue({
      ignoresRetryDelay,
      outbox: createOutbox(database, () => clock),
      sub,
      fetchSeal: async () => (sub() === 'nurse' ? seal : sub() === null ? null : sealOf(String(sub()))),
      send: (action) => {
        asks.push(action.id)
        return Promise.resolve(answers(action.id))
      },
      deleteTrialIfWithdrawn: (trialId) => Promise.resolve(gone.includes(trialId)),
      now: () => clock,
      chance: () => 0.5,
    })
  const store = async (...actions: NewAction[]) => {
    for (const action of actions) await outboxNow().store(action)
  }
  const yes = (): Sent => ({ kind: 'accepted' })

  it('sends each action once, in order for one target', async () => {
    await store(anAction('a'), anAction('b'), anAction('c', { participant: 8 }))
    await pass(yes)
    expect(asks).toEqual(['a', 'c', 'b'])
    expect(await statesNow()).toEqual({ a: 'done', b: 'done', c: 'done' })
  })

  it('that a firewall stops can be discarded by its author, and then holds back no later action', async () => {
    const byFirewall = { kind: 'unanswered', words: 'Blocked', retry_after_ms: null, isFirewall: true } as const
    await store(anAction('a'), anAction('b'))
    await pass(() => byFirewall)
    expect((await outboxNow().read()).actions[0]?.notes.at(-1)).toMatchObject({ isFirewall: true })
    await outboxNow().apply('a', { kind: 'discarded', at: clock, words: 'In other words' })
    await pass(yes)
    expect([asks, await statesNow()]).toEqual([['a', 'b'], { a: 'discarded', b: 'done' }])
  })

  it('sends a corrected action before those after the refused one, so that the last action stays the last', async () => {
    const unflag = anAction('unflag', { call: flagOf(7, 'Unflagged') })
    await store(anAction('flag'), unflag, anAction('elsewhere', { participant: 8 }))
    await pass((id) => (id === 'flag' ? { kind: 'refused', words: 'The comment names a study group' } : yes()))
    await outboxNow().correct('flag', anAction('flag again'))
    const { actions } = await outboxNow().read()
    expect(flagStatusAfter({ id: 7, flag_status: { name: 'Flagged' } }, actions, clock)).toBe('Unflagged')
    await pass(yes)
    expect(asks).toEqual(['flag', 'elsewhere', 'flag again', 'unflag'])
    expect(await statesNow()).toEqual({ flag: 'discarded', 'flag again': 'done', unflag: 'done', elsewhere: 'done' })
  })

  it('does not send an action before its next attempt, unless a person asks for it', async () => {
    await store(anAction('a'))
    await pass(() => ({ kind: 'unanswered', words: 'no network', retry_after_ms: null }))
    await pass(yes)
    expect([asks, await statesNow()]).toEqual([['a'], { a: 'waiting' }])
    await pass(yes, () => 'nurse', true)
    expect([asks, await statesNow()]).toEqual([['a', 'a'], { a: 'done' }])
  })

  it('sends an action that a killed page left half sent again under the same key', async () => {
    await store(anAction('a'))
    await outboxNow().apply('a', { kind: 'sent', at: clock })
    await pass(yes)
    expect([asks, await statesNow()]).toEqual([['a'], { a: 'done' }])
  })

  it('ends at the first missing answer, and continues there when it is due', async () => {
    await store(...Array.from({ length: 6 }, (_, index) => anAction(`a${index}`, { participant: index })))
    await pass(() => ({ kind: 'unanswered', words: 'no network', retry_after_ms: null }))
    expect(asks).toEqual(['a0', 'a1', 'a2', 'a3'])
    clock += 1000
    await pass(yes)
    expect(Object.values(await statesNow())).toEqual(Array(6).fill('done'))
  })

  it('continues after a refused action, and leaves it to a person', async () => {
    await store(anAction('a'), anAction('b', { participant: 8 }))
    await pass((id) => (id === 'a' ? { kind: 'refused', words: 'Already flagged' } : { kind: 'accepted' }))
    expect(await statesNow()).toEqual({ a: 'attention', b: 'done' })
  })

  it('withdraws all unsent actions of a lost trial with the server’s message, and no others', async () => {
    const elsewhere = { ...anAction('elsewhere', { participant: 20 }), trial: { id: 4, title: 'Keel' } }
    const another = anAction('another', { participant: 21, sub: 'pharmacist' })
    const queue = Array.from({ length: 6 }, (_, index) => anAction(`a${index}`, { participant: index }))
    await store(...queue, elsewhere, another)
    gone = [3]
    const words = 'Resource not found'
    await pass((id) => (id === 'elsewhere' ? yes() : { kind: 'refused', words, isWithheld: true }))
    expect(asks).toEqual(['a0', 'a1', 'a2', 'a3', 'elsewhere'])
    expect(await statesNow()).toEqual({
      ...Object.fromEntries(queue.map(({ id }) => [id, 'attention'])),
      elsewhere: 'done',
      another: 'waiting',
    })
    const { actions } = await outboxNow().read()
    expect(actions.slice(0, 6).map(({ notes }) => notes.at(-1)?.words)).toEqual(Array(6).fill(words))
  })

  it('withdraws nothing where another person has signed in before the refusal, who may have no access', async () => {
    await store(...Array.from({ length: 6 }, (_, index) => anAction(`a${index}`, { participant: index })))
    let signedIn = 'nurse'
    gone = [3]
    const refuseAfterChange = (): Sent => {
      signedIn = 'pharmacist'
      return { kind: 'refused', words: 'Resource not found', isWithheld: true }
    }
    await pass(refuseAfterChange, () => signedIn)
    expect(await statesNow()).toMatchObject({ a0: 'attention', a4: 'waiting', a5: 'waiting' })
  })

  it('continues with a trial of which only one record is missing', async () => {
    await store(...Array.from({ length: 5 }, (_, index) => anAction(`a${index}`, { participant: index })))
    await pass((id) => (id === 'a0' ? { kind: 'refused', words: 'Resource not found', isWithheld: true } : yes()))
    expect(await statesNow()).toEqual({ a0: 'attention', a1: 'done', a2: 'done', a3: 'done', a4: 'done' })
  })

  it('stops at an ended session, and sends the actions when the same person is back and has released them', async () => {
    await store(anAction('a'))
    await pass(() => ({ kind: 'signed_out' }))
    expect(await statesNow()).toEqual({ a: 'held' })
    await pass(yes, () => 'pharmacist')
    expect(await statesNow()).toEqual({ a: 'held' })
    seal = await sealOf('nurse', 'the next session')
    await pass(yes)
    expect([asks, await statesNow()]).toEqual([['a'], { a: 'waiting' }])
    await createOutbox(database, () => clock).release(['a'], seal)
    await pass(yes)
    expect([asks, await statesNow()]).toEqual([['a', 'a'], { a: 'done' }])
  })

  it('sends nothing that was planted in the person’s name, in any way', async () => {
    await store(anAction('mine'))
    const monitor = await sealOf('monitor')
    const forged = { ...anAction('planted', { sub: 'monitor', participant: 8 }) }
    const outbox = createOutbox(database, () => clock)
    await outbox.store(forged, monitor)
    // The author, which is in clear, is changed to the nurse.
    await tamper('planted', { 'item.author': { sub: 'nurse', name: 'The nurse' } })
    // A genuine item is copied under another id, to be sent twice.
    const [genuine] = await database.items.where('id').equals('mine').toArray()
    await database.items.add({ id: 'copied', item: genuine?.item })
    await database.items.add({ id: 'clear', item: clearItem('clear', 9) })
    await pass(yes)
    await pass(yes, () => 'nurse', true)
    expect(asks).toEqual(['mine'])
    const content = await outbox.read(seal)
    expect(content.unverified.map(({ id }) => id)).toEqual(['planted', 'copied'])
    expect(content.unreadable).toEqual(['clear'])
  })

  it('sends nothing of another person, and nothing while nobody is signed in', async () => {
    await store(anAction('a', { sub: 'pharmacist' }))
    await pass(yes)
    await pass(yes, () => null)
    expect([asks, await statesNow()]).toEqual([[], { a: 'waiting' }])
  })

  it('stops when its person signs out during it', async () => {
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
