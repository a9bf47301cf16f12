import { isAuditKind } from '#domain/audit/audit-kind'
import { accepted } from '#domain/outcome'
import { sql, type RawBuilder } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { genesisOf, nextHead } from '../../../../src/server/ground/audit/audit-entry'
import { checkChains } from '../../../../src/server/use-cases/audit/check-chains'
import { appendAudit } from '../../../../src/server/ground/db/audit-log'
import { inTransaction } from '../../../../src/server/ground/db/transaction'
import { aTrial, type BuiltTrial } from '../../../support/a-trial'
import { testPortal, type TestPortal } from '../../../support/portal'
import { randomise } from '../../../support/randomise'
import { signedInAs, type SignedIn } from '../../../support/sign-in'

/* An attacker who can write everything in the database, but has no SEED_KEY, computes every hash of a chain again. */

let world: TestPortal
let administrator: SignedIn
let trial: BuiltTrial
let other: BuiltTrial
beforeEach(async () => {
  world = await testPortal()
  administrator = await signedInAs(world, 'administrator')
  trial = await aTrial(world)
  other = await aTrial(world)
  await signedOut()
  await randomised()
})
afterEach(() => world.stop())

const randomised = async () => (await randomise(administrator, trial.trial_id, { site_id: trial.sites[0]?.id })).status

/** Adds an entry to the chain of events without a trial. */
const signedOut = async () => (await signedInAs(world, 'nurse')).fetch('auth/logout', { method: 'POST' })

const wrong = async () => {
  const options = { hidden: [], keys: world.context.config, isStopping: () => false }
  return (await checkChains(world.database.queries, options)).wrong
}

const chains = async () => world.database.queries.selectFrom('audit_chains').selectAll().orderBy('chain').execute()

/** Writes that only the owner of the database can make. */
const below = async (...statements: RawBuilder<unknown>[]) =>
  world.database.queries.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction)
    for (const statement of statements) await statement.execute(transaction)
  })

/** Gives the last entry of a chain other words, and computes its hashes and its head again. */
const rewrite = async (chain: number) => {
  const entries = await world.database.queries
    .selectFrom('audit_log')
    .selectAll()
    .where('chain', '=', chain)
    .orderBy('position')
    .execute()
  let head = genesisOf(chain)
  for (const { id, chain: _chain, position, hash: _hash, kind, ...entry } of entries) {
    if (!isAuditKind(kind)) throw new Error(`${kind} is no kind`)
    const description = position === entries.length ? 'Nothing happened' : entry.description
    head = nextHead(head, position, { ...entry, kind, description })
    await below(sql`update audit_log set description = ${description}, hash = ${head} where id = ${id}`)
  }
  await below(sql`update audit_chains set head = ${head} where chain = ${chain}`)
}

/** The finding of a check about a chain whose head lacks the service's code. */
const altered = (chain: number) => ({ trial_id: chain === 0 ? null : chain, fault: 'chain_altered', id: null })

const keyings = async () =>
  world.database.queries.selectFrom('audit_log').select('changes').where('kind', '=', 'secrets_sealed').execute()

const unkeyed = sql`update audit_chains set head_mac = null`
const started = async () => (await testPortal({ beside: world })).stop()

describe('the heads of the audit chains', () => {
  test('have a code from the first entry on, of the service and of each trial', async () => {
    for (const { head_mac } of await chains()) expect(head_mac).toMatch(/^[0-9a-f]{8}\.[0-9a-f]{64}$/)
    expect((await chains()).map(({ chain }) => chain)).toEqual([0, trial.trial_id, other.trial_id])
    expect(await wrong()).toEqual([])
  })

  test('reveal a chain that was rewritten to its end, of a trial and of no trial', async () => {
    await rewrite(trial.trial_id)
    expect(await wrong()).toMatchObject([altered(trial.trial_id)])
    await rewrite(0)
    expect(await wrong()).toMatchObject([altered(0), altered(trial.trial_id)])
  })

  test('get no code by later entries, which are written nevertheless', async () => {
    await rewrite(trial.trial_id)
    await rewrite(0)
    expect(await randomised()).toBe(201)
    await signedOut()
    expect(await wrong()).toMatchObject([altered(0), altered(trial.trial_id)])
  })

  test('accept no code of another chain, of an earlier length, or of another key', async () => {
    const before = (await chains()).find(({ chain }) => chain === trial.trial_id)
    expect(await randomised()).toBe(201)
    const of = (mac: RawBuilder<unknown>) =>
      sql`update audit_chains set head_mac = ${mac} where chain = ${trial.trial_id}`
    const codes = [
      sql`(select head_mac from audit_chains where chain = ${other.trial_id})`,
      sql`${before?.head_mac}`,
      sql`${`${before?.head_mac?.slice(0, 9)}${'0'.repeat(64)}`}`,
    ]
    for (const code of codes) {
      await below(of(code))
      expect(await wrong()).toMatchObject([altered(trial.trial_id)])
    }
  })

  test('are of one moment in a backup that is restored whole', async () => {
    await sql`create table backup_log as select * from audit_log`.execute(world.database.queries)
    await sql`create table backup_chains as select * from audit_chains`.execute(world.database.queries)
    expect(await randomised()).toBe(201)
    await below(
      sql`delete from audit_log`,
      sql`insert into audit_log select * from backup_log`,
      sql`delete from audit_chains`,
      sql`insert into audit_chains select * from backup_chains`,
    )
    expect(await wrong()).toEqual([])
  })

  test('are not continued by a process without a key', async () => {
    const { transactions } = world.database
    const keys = transactions.headKeys
    transactions.headKeys = null
    const appended = inTransaction(world.database, async (transaction) =>
      accepted(
        await appendAudit(transaction, {
          kind: 'signed_out',
          description: 'Signed out',
          created_at: world.clock.now(),
          trial_id: null,
          user_id: null,
          role: null,
          changes: [],
          reason: null,
          request_id: null,
        }),
      ),
    )
    await expect(appended).rejects.toThrow('Chain 0 is keyed, and this process has no key for it')
    transactions.headKeys = keys
    expect(await wrong()).toEqual([])
  })
})

describe('an earlier installation without codes', () => {
  test('gets them at the start, after its chains were checked, and the log says so', async () => {
    const hashes = world.database.queries.selectFrom('audit_log').select('hash').where('chain', '=', trial.trial_id)
    const before = await hashes.execute()
    await below(unkeyed)
    await started()
    expect(await keyings()).toEqual([{ changes: [{ field: 'audit_heads', old: null, new: 3 }] }])
    expect(await wrong()).toEqual([])
    expect(await hashes.execute()).toEqual(before)
  })

  test('gets none for a wrong chain, which every check still reports', async () => {
    await below(unkeyed, sql`update audit_log set description = 'x' where chain = ${trial.trial_id} and position = 2`)
    await started()
    expect(await wrong()).toMatchObject([{ trial_id: trial.trial_id, fault: 'altered', position: 2 }])
    expect((await chains()).find(({ chain }) => chain === trial.trial_id)?.head_mac).toBeNull()
  })

  test('gets them once from two processes that start at once', async () => {
    await below(unkeyed)
    await Promise.all([started(), started()])
    expect(await keyings()).toHaveLength(1)
    expect(await wrong()).toEqual([])
  })

  test('is not assumed where one head has a code: the others were removed', async () => {
    await rewrite(trial.trial_id)
    await below(sql`update audit_chains set head_mac = null where chain = ${trial.trial_id}`)
    await started()
    expect(await wrong()).toMatchObject([altered(trial.trial_id)])
  })
})
