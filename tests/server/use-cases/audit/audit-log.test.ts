import { randomiseParticipant } from '#contract/participants'
import { changeTrialStatus, createTrial } from '#contract/trials'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aTrial, grant, type BuiltTrial } from '../../../support/a-trial'
import { aTrialForm } from '../../../support/a-trial-form'
import { ask, posted, valueOf } from '../../../support/ask'
import { chainFaults, readChain, readChains, type StoredChain } from '../../../support/audit-chain'
import { testPortal, type TestPortal } from '../../../support/portal'
import { signedInAs, type SignedIn } from '../../../support/sign-in'

let world: TestPortal
let administrator: SignedIn
let trial: BuiltTrial

beforeAll(async () => {
  world = await testPortal()
  administrator = await signedInAs(world, 'administrator')
  trial = await aTrial(world, { title: 'Written down' })
  await randomiseAt(trial)
  await (await signedInAs(world, 'nurse')).fetch('auth/logout', { method: 'POST' })
})
afterAll(() => world.stop())

const randomiseAt = ({ trial_id, sites }: BuiltTrial, who = administrator, body: object = {}) =>
  ask(who, randomiseParticipant.response, `trials/${trial_id}/participants`, posted({ site_id: sites[0]?.id, ...body }))

const queriesOf = () => world.context.database.queries

/** All rows of both tables. */
const everything = async () => ({
  audit: await queriesOf().selectFrom('audit_log').selectAll().orderBy('id').execute(),
  ledger: await queriesOf().selectFrom('ledger_records').selectAll().orderBy('trial_id').orderBy('record_no').execute(),
})

describe('the database itself refuses', () => {
  test.each([
    ['to change an entry', sql`update audit_log set description = 'nothing happened'`],
    ['to change one of them to what it is', sql`update audit_log set position = position where position = 1`],
    ['to delete an entry', sql`delete from audit_log where position = 1`],
    ['to delete all', sql`delete from audit_log`],
    ['to empty the log', sql`truncate audit_log`],
    ['to empty it by what it refers to', sql`truncate trials, users cascade`],
    ['to empty it by its chains', sql`truncate audit_chains cascade`],
    ['to delete a chain that has entries', sql`delete from audit_chains`],
    [
      'to replace an entry',
      sql`insert into audit_log select * from audit_log on conflict (id) do update set reason = 'x'`,
    ],
    [
      'to write a position twice',
      sql`insert into audit_log (chain, position, created_at, kind, description, changes, hash)
        select chain, position, created_at, kind, description, changes, hash from audit_log`,
    ],
    ['to change a ledger record', sql`update ledger_records set record = '{}'`],
    ['to delete a ledger record', sql`delete from ledger_records`],
    ['to empty the ledger', sql`truncate ledger_records`],
    [
      'to replace a ledger record',
      sql`insert into ledger_records select * from ledger_records
        on conflict (trial_id, record_no) do update set leaf = 'x'`,
    ],
  ])('%s', async (_says, statement) => {
    const before = await everything()
    expect([before.audit.length > 2, before.ledger.length > 1]).toEqual([true, true])
    await expect(statement.execute(queriesOf())).rejects.toThrow(
      /never changed or deleted|cannot truncate a table referenced|violates (unique|foreign key) constraint/,
    )
    expect(await everything()).toEqual(before)
  })

  test('to delete a trial or a person that it names', async () => {
    await expect(queriesOf().deleteFrom('trials').execute()).rejects.toThrow('violates foreign key constraint')
    await expect(queriesOf().deleteFrom('users').execute()).rejects.toThrow('violates foreign key constraint')
  })
})

describe('an entry names', () => {
  const lastOf = async (chain: number) => (await readChain(queriesOf(), chain)).entries.at(-1)

  test('the creator of a trial, their role, the time, the fields and the request', async () => {
    world.clock.step(17)
    const form = aTrialForm({
      title: 'Told',
      sample_size: 40,
      randomisation_method_id: 1,
      block_size_min: 2,
      block_size_max: 4,
    })
    const made = await ask(administrator, createTrial.response, 'trials', posted(form))
    const { id } = valueOf(made)
    const entry = await lastOf(id)
    expect(entry).toMatchObject({
      chain: id,
      position: 1,
      trial_id: id,
      user_id: world.personId('administrator'),
      role: 'System administrator',
      kind: 'trial_created',
      description: `Trial ${id} created: Told`,
      created_at: world.clock.now(),
      reason: null,
      request_id: made.headers.get('X-Request-Id'),
    })
    expect(entry?.changes).toEqual(
      expect.arrayContaining([
        { field: 'title', old: null, new: 'Told' },
        { field: 'sample_size', old: null, new: 40 },
        { field: 'block_size_max', old: null, new: 4 },
        { field: 'study_groups', old: null, new: 'Aspirin (1), Avoid aspirin (1)' },
      ]),
    )
  })

  test('the person, both statuses and the reason of a change', async () => {
    const { trial_id } = await aTrial(world)
    const set = posted({ trial_status_id: 4, reason: 'Out of stock' })
    const changed = await ask(administrator, changeTrialStatus.response, `trials/${trial_id}/status`, set)
    expect(await lastOf(trial_id)).toMatchObject({
      position: 3,
      kind: 'trial_status_changed',
      changes: [{ field: 'trial_status_id', old: 3, new: 4 }],
      reason: 'Out of stock',
      request_id: changed.headers.get('X-Request-Id'),
    })
  })

  test('the person and the participant of a randomisation, the site and the role, never the group', async () => {
    const built = await aTrial(world, { is_participant_id_used: true })
    const [site] = built.sites
    await grant(world, { person: 'pharmacist', role: 'Site user', trial_id: built.trial_id, site_id: site?.id ?? null })
    const pharmacist = await signedInAs(world, 'pharmacist')
    const { headers } = await randomiseAt(built, pharmacist, { participant_id: 'W-1' })
    const entry = await lastOf(built.trial_id)
    expect(entry).toMatchObject({
      user_id: world.personId('pharmacist'),
      role: 'Site user',
      kind: 'randomised',
      created_at: world.clock.now(),
      reason: null,
      request_id: headers.get('X-Request-Id'),
      changes: [
        { field: 'trial_sequence_no', old: null, new: 1 },
        { field: 'participant_id', old: null, new: 'W-1' },
        { field: 'site_id', old: null, new: site?.id },
      ],
    })
    for (const { name, label } of built.study_groups) {
      expect(JSON.stringify(entry)).not.toContain(name)
      expect(JSON.stringify(entry)).not.toContain(label)
    }
  })

  test('a person who was refused because packs were missing', async () => {
    const built = await aTrial(world, { is_managing_packs: true })
    const { status, headers } = await randomiseAt(built)
    expect(status).toBe(409)
    expect(await lastOf(built.trial_id)).toMatchObject({
      kind: 'randomisation_refused',
      changes: [{ field: 'site_id', old: null, new: built.sites[0]?.id }],
      request_id: headers.get('X-Request-Id'),
    })
  })

  test('events outside trials in a chain of their own', async () => {
    expect(await lastOf(0)).toMatchObject({
      chain: 0,
      trial_id: null,
      kind: 'signed_out',
      user_id: world.personId('nurse'),
      description: 'Amara Hughes signed out',
    })
  })

  test('nothing of a request that was refused before it had an effect', async () => {
    const before = await everything()
    await ask(administrator, createTrial.response, 'trials', posted(aTrialForm({ title: '' })))
    await randomiseAt(trial, administrator, { site_id: 0 })
    await ask(
      administrator,
      changeTrialStatus.response,
      `trials/${trial.trial_id}/status`,
      posted({ trial_status_id: 3, reason: 'x' }),
    )
    expect(await everything()).toEqual(before)
  })
})

describe('20 writes at once', () => {
  test('into one trial are numbered 1 to n without a gap', async () => {
    const built = await aTrial(world)
    const toggled = async (to: number) =>
      ask(
        administrator,
        changeTrialStatus.response,
        `trials/${built.trial_id}/status`,
        posted({ trial_status_id: to, reason: 'At once' }),
      )
    await Promise.all([
      ...Array.from({ length: 18 }, () => randomiseAt(built)),
      toggled(4).then(() => toggled(3)),
      toggled(6),
    ])
    const chain = await readChain(queriesOf(), built.trial_id)
    expect(chain.entries.map(({ position }) => position)).toEqual(chain.entries.map((_, index) => index + 1))
    expect(chain.entries.length).toBeGreaterThan(2)
    expect(chainFaults(chain)).toEqual([])
  })

  test('into the chain without a trial as well', async () => {
    const people = []
    for (let i = 0; i < 20; i += 1) people.push(await signedInAs(world, 'monitor'))
    const answers = await Promise.all(people.map((person) => person.fetch('auth/logout', { method: 'POST' })))
    expect(answers.map(({ status }) => status)).toEqual(people.map(() => 204))
    const chain = await readChain(queriesOf(), 0)
    expect(chain.entries).toHaveLength(21)
    expect(chainFaults(chain)).toEqual([])
  })

  test('into 20 trials are each the first of their own chain', async () => {
    const made = await Promise.all(
      Array.from({ length: 20 }, () => ask(administrator, createTrial.response, 'trials', posted(aTrialForm()))),
    )
    for (const answer of made) {
      const chain = await readChain(queriesOf(), valueOf(answer).id)
      expect(chain.entries.map(({ position }) => position)).toEqual([1])
    }
  })
})

describe('recomputing', () => {
  test('agrees with every chain', async () => {
    const chains = await readChains(queriesOf())
    expect(chains.length).toBeGreaterThan(20)
    expect(chains.flatMap((chain) => chainFaults(chain))).toEqual([])
  })

  let chain: StoredChain
  beforeAll(async () => {
    const built = await aTrial(world)
    for (let i = 0; i < 4; i += 1) await randomiseAt(built)
    chain = await readChain(queriesOf(), built.trial_id)
  })

  /** Every entry with one field of it changed. */
  const CHANGES: Record<string, (entry: StoredChain['entries'][number]) => Partial<StoredChain['entries'][number]>> = {
    position: ({ position }) => ({ position: position + 1 }),
    created_at: () => ({ created_at: '2020-01-01T00:00:00.000Z' }),
    trial_id: ({ trial_id }) => ({ trial_id: (trial_id ?? 0) + 1 }),
    user_id: ({ user_id }) => ({ user_id: user_id === null ? 1 : null }),
    role: ({ role }) => ({ role: role === null ? '' : null }),
    kind: ({ kind }) => ({ kind: kind === 'signed_in' ? 'signed_out' : 'signed_in' }),
    description: ({ description }) => ({ description: `${description}.` }),
    'changes, one more': ({ changes }) => ({ changes: [...changes, { field: 'x', old: null, new: null }] }),
    'changes, in a value': ({ changes }) => ({
      changes: changes.map((change) => ({ ...change, new: String(change.new) + ' ' })),
    }),
    reason: ({ reason }) => ({ reason: reason === null ? '' : null }),
    request_id: () => ({ request_id: 'another' }),
    hash: () => ({ hash: '0'.repeat(64) }),
  }

  test.each(Object.keys(CHANGES))('finds a change of any entry’s %s', (field) => {
    for (const [index] of chain.entries.entries()) {
      const entries = chain.entries.map((entry, i) => (i === index ? { ...entry, ...CHANGES[field]?.(entry) } : entry))
      expect(chainFaults({ ...chain, entries })).not.toEqual([])
    }
  })

  test('finds a deleted entry at any position', () => {
    for (const [index] of chain.entries.entries()) {
      const entries = chain.entries.filter((_, i) => i !== index)
      expect(chainFaults({ ...chain, entries })).not.toEqual([])
      // Also where the later entries have moved up.
      const movedUp = entries.map((entry, i) => ({ ...entry, position: i + 1 }))
      expect(chainFaults({ ...chain, entries: movedUp })).not.toEqual([])
    }
  })

  test('finds two exchanged entries, with or without their positions', () => {
    for (let i = 0; i + 1 < chain.entries.length; i += 1) {
      const [one, other] = [chain.entries[i], chain.entries[i + 1]]
      if (!one || !other) throw new Error('the chain is shorter than it was')
      const swapped = chain.entries.with(i, other).with(i + 1, one)
      expect(chainFaults({ ...chain, entries: swapped })).not.toEqual([])
      const renumbered = swapped.map((entry, at) => ({ ...entry, position: at + 1 }))
      expect(chainFaults({ ...chain, entries: renumbered })).not.toEqual([])
    }
  })

  test('finds a chain of another trial in its place', () => {
    expect(chainFaults({ ...chain, chain: chain.chain + 1 })).not.toEqual([])
  })

  test('finds a shortened or an invented end', () => {
    expect(chainFaults({ ...chain, length: chain.length - 1 })).not.toEqual([])
    expect(chainFaults({ ...chain, head: '0'.repeat(64) })).not.toEqual([])
    expect(chainFaults(chain)).toEqual([])
  })
})
