import { checkAuditLogs } from '#contract/audit-logs'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { genesisOf } from '../../../../src/server/ground/audit/audit-entry'
import { checkChains } from '../../../../src/server/use-cases/audit/check-chains'
import { checkAuditChains } from '../../../../src/server/doors/jobs/check-audit-chains'
import { aTrial, grant, type BuiltTrial } from '../../../support/a-trial'
import { ask, valueOf } from '../../../support/ask'
import { testPortal, type TestPortal } from '../../../support/portal'
import { randomise } from '../../../support/randomise'
import { signedInAs, type SignedIn } from '../../../support/sign-in'
import { listening } from '../../doors/jobs/a-job'

/* The database's owner can write below the triggers. The check finds such changes. */

let world: TestPortal
let administrator: SignedIn
let trial: BuiltTrial
/** A trial after it. */
let other: BuiltTrial
let length: number

beforeAll(async () => {
  world = await testPortal()
  administrator = await signedInAs(world, 'administrator')
  trial = await aTrial(world, {})
  for (let index = 0; index < 3; index += 1) {
    await randomise(administrator, trial.trial_id, { site_id: trial.sites[0]?.id })
  }
  other = await aTrial(world, {})
  length = (await entries()).length
  await sql`create table kept_log as select * from audit_log`.execute(world.database.queries)
  await sql`create table kept_chains as select * from audit_chains`.execute(world.database.queries)
})
afterAll(() => world.stop())

const entries = () =>
  world.database.queries
    .selectFrom('audit_log')
    .select(['id', 'position'])
    .where('trial_id', '=', trial.trial_id)
    .orderBy('position')
    .execute()

/** Writes that only the owner of the database can make. */
const below = async (...statements: RawBuilder<unknown>[]) =>
  world.database.queries.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction)
    for (const statement of statements) await statement.execute(transaction)
  })

beforeEach(() =>
  below(
    sql`delete from audit_log`,
    sql`insert into audit_log select * from kept_log`,
    sql`delete from audit_chains`,
    sql`insert into audit_chains select * from kept_chains`,
  ),
)

const check = async () => {
  const { wrong, ...more } = await checkChains(world.database.queries, {
    hidden: [],
    keys: world.context.config,
    isStopping: () => false,
  })
  return { ...more, wrong, first_wrong: wrong[0] }
}
const idAt = async (position: number) => (await entries()).find((entry) => entry.position === position)?.id ?? null

test('an untouched log is right, to the last entry', async () => {
  const { count } = await world.database.queries
    .selectFrom('audit_log')
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBeGreaterThanOrEqual(5)
  expect(await check()).toMatchObject({ checked: count, wrong: [], is_complete: true })
})

/** The first entry of the trial's chain, one between, and the last. */
const PLACES = { first: () => 1, middle: () => Math.ceil(length / 2), last: () => length }
const EACH = ['first', 'middle', 'last'] as const

describe.each(EACH)('the %s entry', (entryIndex) => {
  const position = () => PLACES[entryIndex]()
  const whole = () => sql`chain = ${trial.trial_id} and position = ${position()}`

  test.each([
    ['description', sql`description = 'Nothing happened'`],
    ['time', sql`created_at = created_at + interval '1 second'`],
    ['person', sql`user_id = null`],
    ['role', sql`role = 'Nobody'`],
    ['kind', sql`kind = 'signed_out'`],
    ['changes', sql`changes = '[{"field": "x", "old": null, "new": 1}]'`],
    ['reason', sql`reason = 'As I please'`],
    ['request', sql`request_id = 'another'`],
    ['trial', sql`trial_id = null`],
    ['hash', sql`hash = repeat('0', 64)`],
  ])('is reported where its %s was changed', async (_what, change) => {
    const id = await idAt(position())
    await below(sql`update audit_log set ${change} where ${whole()}`)
    expect((await check()).first_wrong).toEqual({
      id,
      trial_id: trial.trial_id,
      position: position(),
      fault: 'altered',
    })
  })

  test('is reported missing where it was removed', async () => {
    const next = await idAt(position() + 1)
    await below(sql`delete from audit_log where ${whole()}`)
    const finding = { trial_id: trial.trial_id, position: position(), fault: 'missing' }
    expect((await check()).first_wrong).toEqual({ ...finding, id: next })
  })
})

describe('a move is found where', () => {
  test.each([
    ['the first two', () => 1],
    ['two between', () => Math.ceil(length / 2)],
    ['the last two', () => length - 1],
  ])('%s have changed places in the chain', async (_which, at) => {
    await below(
      sql`update audit_log set position = -position where chain = ${trial.trial_id} and position in (${at()}, ${at() + 1})`,
      sql`update audit_log set position = 2 * ${at()}::bigint + 1 + position where chain = ${trial.trial_id} and position < 0`,
    )
    expect((await check()).first_wrong).toMatchObject({ position: at(), fault: 'altered' })
  })

  test('two have changed places in every list, by their ids', async () => {
    const [one, other] = [await idAt(2), await idAt(3)]
    await below(
      sql`update audit_log set id = -id where id in (${one}, ${other})`,
      sql`update audit_log set id = ${one}::bigint + ${other}::bigint + id where id < 0`,
    )
    expect((await check()).first_wrong).toMatchObject({ position: 3, fault: 'reordered' })
  })

  test.each([
    ['with its entries', true],
    ['and its entries left', false],
  ])('a whole chain was removed, %s', async (_, isWhole) => {
    const left = isWhole ? [sql`delete from audit_log where chain = ${trial.trial_id}`] : []
    await below(sql`delete from audit_chains where chain = ${trial.trial_id}`, ...left)
    expect((await check()).first_wrong).toEqual({ id: null, trial_id: trial.trial_id, position: 1, fault: 'missing' })
  })

  test.each([
    ['after something was written to it', true],
    ['before', false],
  ])('the chain of events outside trials was removed entirely, %s', async (_, isWritten) => {
    if (isWritten) await (await signedInAs(world, 'nurse')).fetch('auth/logout', { method: 'POST' })
    expect((await check()).wrong).toEqual([])
    await below(sql`delete from audit_log where chain = 0`, sql`delete from audit_chains where chain = 0`)
    expect((await check()).wrong).toEqual([{ id: null, trial_id: null, position: 1, fault: 'missing' }])
  })

  test('the chain of a trial was removed entirely, and a new entry was written since', async () => {
    const whole = sql`chain = ${trial.trial_id}`
    await below(sql`delete from audit_log where ${whole}`, sql`delete from audit_chains where ${whole}`)
    expect((await randomise(administrator, trial.trial_id, { site_id: trial.sites[0]?.id })).status).toBe(201)
    expect((await check()).wrong).toMatchObject([{ trial_id: trial.trial_id, position: 1, fault: 'missing' }])
    await below(
      sql`delete from audit_log where ${whole}`,
      sql`update audit_chains set length = 0, head = ${genesisOf(trial.trial_id)} where ${whole}`,
    )
    expect((await check()).wrong).toMatchObject([{ trial_id: trial.trial_id, position: 1, fault: 'missing' }])
  })

  test('one was added after the end', async () => {
    await below(sql`
      insert into audit_log (chain, position, created_at, trial_id, kind, description, changes, hash)
      values (${trial.trial_id}, ${length + 1}, now(), ${trial.trial_id}, 'signed_in', 'x', '[]', 'x')
    `)
    expect((await check()).first_wrong).toMatchObject({ position: length + 1, fault: 'added' })
  })

  test('the last was removed, and the chain shortened to match', async () => {
    await below(
      sql`delete from audit_log where chain = ${trial.trial_id} and position = ${length}`,
      sql`update audit_chains set length = length - 1 where chain = ${trial.trial_id}`,
    )
    expect((await check()).first_wrong).toMatchObject({ id: null, position: length - 1, fault: 'chain_altered' })
  })
})

test('a wrong chain hides no fault of those after it', async () => {
  await below(
    sql`update audit_log set description = 'x' where chain = ${trial.trial_id} and position > 1`,
    sql`update audit_log set reason = 'x' where chain = ${other.trial_id} and position = 2`,
  )
  const all = await world.database.queries.selectFrom('audit_log').select('id').execute()
  const { checked, wrong } = await check()
  expect(wrong).toEqual([
    { id: await idAt(2), trial_id: trial.trial_id, position: 2, fault: 'altered' },
    { id: expect.any(Number), trial_id: other.trial_id, position: 2, fault: 'altered' },
  ])
  const [last] = await world.database.queries
    .selectFrom('audit_chains')
    .select('length')
    .where('chain', '=', other.trial_id)
    .execute()
  expect(checked).toBe(all.length - (length - 1) - ((last?.length ?? 0) - 1))
})

describe('by the button', () => {
  test('the administrator gets the first wrong entry of each chain', async () => {
    await below(
      sql`update audit_log set description = 'x' where chain = ${trial.trial_id} and position > 1`,
      sql`delete from audit_log where chain = ${other.trial_id}`,
    )
    const answer = valueOf(await ask(administrator, checkAuditLogs.response, 'audit-logs/check', POST))
    expect(answer).toMatchObject({
      first_wrong: { id: await idAt(2), trial_id: trial.trial_id, position: 2, fault: 'altered' },
      others_wrong: [{ id: null, trial_id: other.trial_id, position: 1, fault: 'missing' }],
    })
  })

  test('and nothing of a protected trial in which they have no permission', async () => {
    const trials = world.database.queries.updateTable('trials').where('id', '=', trial.trial_id)
    await trials.set({ is_protected_trial: true }).execute()
    await below(sql`update audit_log set description = 'x' where chain = ${trial.trial_id}`)
    const answer = async () => valueOf(await ask(administrator, checkAuditLogs.response, 'audit-logs/check', POST))
    expect((await answer()).first_wrong).toBeNull()
    await grant(world, { person: 'administrator', role: 'Trial viewer', trial_id: trial.trial_id, site_id: null })
    expect((await answer()).first_wrong).toMatchObject({ position: 1 })
    await trials.set({ is_protected_trial: false }).execute()
  })
})

test('a check that a stopping service interrupted says so, not that all is right', async () => {
  const running = world.context.is_stopping
  world.context.is_stopping = () => true
  const { status, problem } = await ask(administrator, checkAuditLogs.response, 'audit-logs/check', POST)
  world.context.is_stopping = running
  expect([status, problem?.code]).toEqual([503, 'unavailable'])
  const { context, lines } = listening(world, { is_stopping: () => true })
  await checkAuditChains(context)
  expect(lines).toEqual([])
})

const POST = { method: 'POST' }

/** The level of an error in the log. */
const ERROR = 50

describe('at night', () => {
  const alarms = () =>
    world.database.queries
      .selectFrom('messages')
      .innerJoin('users', 'users.id', 'messages.user_id')
      .select(['users.email', 'messages.facts'])
      .where('messages.kind', '=', 'broadcast')
      .execute()

  test('a correct log raises no alarm', async () => {
    const { context, lines } = listening(world)
    await checkAuditChains(context)
    expect(lines.filter(({ level }) => level >= ERROR)).toEqual([])
    expect(await alarms()).toEqual([])
  })

  test('a wrong chain is logged, and mailed to every system administrator', async () => {
    const id = await idAt(1)
    await below(
      sql`update audit_log set description = 'x' where id = ${id}`,
      sql`delete from audit_log where chain = ${other.trial_id}`,
    )
    const { context, lines } = listening(world)
    await checkAuditChains(context)
    expect(lines).toContainEqual(expect.objectContaining({ level: ERROR, audit_log_id: id }))
    expect(lines).toContainEqual(expect.objectContaining({ level: ERROR, trial_id: other.trial_id, fault: 'missing' }))
    const [letter, ...others] = await alarms()
    expect(letter?.email).toBe('administrator@example.org')
    expect(JSON.stringify(letter?.facts)).toContain(`Entry ${id} of the audit log is wrong`)
    expect(JSON.stringify(letter?.facts)).toContain('Entries of the audit log are missing')
    // The button on the status page may not show what the email says.
    expect(JSON.stringify(letter?.facts)).toContain(
      'This check does not cover protected trials in which you have no permission',
    )
    expect(others).toEqual([])
  })
})
