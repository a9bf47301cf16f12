import { api } from '#contract/api'
import { accepted } from '#domain/outcome'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findFactor, insertFactor } from '../../../../../src/server/ground/db/external-account-factors'
import { insertExternalAccount } from '../../../../../src/server/ground/db/external-accounts'
import { keyIdsInUse } from '../../../../../src/server/ground/db/sealed-values'
import { inTransaction } from '../../../../../src/server/ground/db/transaction'
import { keyIdText } from '../../../../../src/server/ground/secrets/seed-keys'
import { checkTrial } from '../../../../../src/server/use-cases/operation/self-check/check-trial'
import {
  openFactorSecret,
  sealFactorSecret,
} from '../../../../../src/server/use-cases/sign-in/external-accounts/second-factor/factor-secret'
import { resealEverything } from '../../../../../src/server/use-cases/operation/sealed-values/reseal-everything'
import { resealTrial } from '../../../../../src/server/use-cases/operation/sealed-values/reseal-trial'
import type { Sealing } from '../../../../../src/server/use-cases/operation/sealed-values/sealing'
import { aTrial, type BuiltTrial } from '../../../../support/a-trial'
import { posted } from '../../../../support/ask'
import { caughtMail, linkIn } from '../../../../support/invitations'
import { TEST_SEED_KEY, testPortal, type TestPortal } from '../../../../support/portal'
import { randomise } from '../../../../support/randomise'
import { signedInAs } from '../../../../support/sign-in'

/* After a change of SEED_KEY, sealed values open with the previous key until all are sealed with the new one. */

const NEW_KEY = '6f'.repeat(32)
const OTHER_KEY = '70'.repeat(32)
const idOf = (hex: string) => keyIdText(Buffer.from(hex, 'hex'))

let world: TestPortal
let trial: BuiltTrial
beforeEach(async () => {
  world = await testPortal()
  trial = await aTrial(world, { randomisation_method_id: 1, block_size_min: 6, block_size_max: 6 })
  await randomised(world)
})
afterEach(() => world.stop())

const randomised = async (portal: TestPortal) => {
  const administrator = await signedInAs(portal, 'administrator')
  return (await randomise(administrator, trial.trial_id, { site_id: trial.sites[0]?.id })).status
}

/** Another process, with other keys. */
const startedWith = (SEED_KEY: string, ...previous: string[]) =>
  testPortal({ beside: world, environment: { SEED_KEY, SEED_KEY_PREVIOUS: previous.join(',') } })

const sealingWith = (seed_key: string, ...previous: string[]): Sealing => ({
  config: {
    seed_key: Buffer.from(seed_key, 'hex'),
    previous_seed_keys: previous.map((key) => Buffer.from(key, 'hex')),
  },
  database: world.database,
  now: world.clock.now,
  randomBytes: world.context.randomBytes,
})

const SECRET = new Uint8Array(20).fill(7)

/** An external account whose second factor has a secret that the test knows. */
const anAccountWithFactor = async (): Promise<string> => {
  const created_at = world.clock.now()
  const about = {
    user_id: world.personId('nurse'),
    email: 'nurse@home.example',
    first_name: 'Amara',
    last_name: 'Hughes',
  }
  const stored = await inTransaction(world.database, async (transaction) => {
    const account = await insertExternalAccount(transaction, { ...about, created_at })
    if (!account) throw new Error('there is such an account already')
    const secret_encrypted = sealFactorSecret(world.context, account.id, SECRET)
    await insertFactor(transaction, { account_id: account.id, secret_encrypted, last_step: 0, created_at }, [SECRET])
    return accepted(account.id)
  })
  if (!stored.ok) throw new Error('the account could not be stored')
  return stored.value
}

const entries = async () =>
  world.database.queries
    .selectFrom('audit_log')
    .select(['trial_id', 'description', 'changes'])
    .where('kind', '=', 'secrets_sealed')
    .orderBy('id')
    .execute()

describe('a start', () => {
  test('with another key refuses in one line that names the missing one by its id', async () => {
    const missing = `Secrets in the database are sealed with key ${idOf(TEST_SEED_KEY)}: set SEED_KEY to that key, or SEED_KEY_PREVIOUS if SEED_KEY is newer`
    await expect(startedWith(NEW_KEY)).rejects.toThrow(missing)
    await expect(startedWith(NEW_KEY, OTHER_KEY)).rejects.toThrow(missing)
    expect(missing).not.toContain(TEST_SEED_KEY)
  })

  test('with the previous key beside the new one continues drawing, and seals with the new one', async () => {
    const after = await startedWith(NEW_KEY, TEST_SEED_KEY)
    expect(await randomised(after)).toBe(201)
    expect(await checkTrial(after.context, trial.trial_id)).toBeNull()
    expect(await keyIdsInUse(world.database.queries)).toEqual([idOf(TEST_SEED_KEY), idOf(NEW_KEY)].sort())
    await after.stop()
  })

  test('works beside a process that has the new key as a previous one, whichever seals', async () => {
    const before = await startedWith(TEST_SEED_KEY, NEW_KEY)
    const after = await startedWith(NEW_KEY, TEST_SEED_KEY)
    for (const portal of [before, after, before, after]) expect(await randomised(portal)).toBe(201)
    expect(await checkTrial(before.context, trial.trial_id)).toBeNull()
    await Promise.all([before.stop(), after.stop()])
  })

  test('without the key of seeds of the first format refuses in one line', async () => {
    const { queries } = world.database
    await resealEverything(sealingWith(NEW_KEY, TEST_SEED_KEY))
    await queries
      .updateTable('trials')
      .set({ seed_encrypted: `v1.${'A'.repeat(80)}` })
      .execute()
    await expect(startedWith(NEW_KEY)).rejects.toThrow(/^Seeds in the database are sealed with an earlier key: set /)
  })
})

describe('npm run reseal', () => {
  test('seals everything with the present key, reports and audits how much, and the previous one can be removed', async () => {
    const administrator = await signedInAs(world, 'administrator')
    await administrator.fetch(api.requestAssociation.path, posted({ user_id: world.personId('nurse') }))
    const account_id = await anAccountWithFactor()
    const done = await resealEverything(sealingWith(NEW_KEY, TEST_SEED_KEY))
    expect(done).toEqual({
      ok: true,
      value: [
        `Sealed with key ${idOf(NEW_KEY)}: seeds 1, draw states 1, uploaded lists 0, audit heads 2, signing keys 1, second factors 1, links in emails 1.`,
        'Everything is sealed with SEED_KEY. Earlier backups still need the previous key.',
      ],
    })
    expect(await entries()).toEqual([
      {
        trial_id: trial.trial_id,
        description: `Secrets of trial ${trial.trial_id} sealed with key ${idOf(NEW_KEY)}`,
        changes: [
          { field: 'seeds', old: null, new: 1 },
          { field: 'draw_states', old: null, new: 1 },
          { field: 'audit_heads', old: null, new: 1 },
        ],
      },
      {
        trial_id: null,
        description: `Secrets of the service sealed with key ${idOf(NEW_KEY)}`,
        changes: [
          { field: 'signing_keys', old: null, new: 1 },
          { field: 'second_factors', old: null, new: 1 },
          { field: 'links', old: null, new: 1 },
          { field: 'audit_heads', old: null, new: 1 },
        ],
      },
    ])
    expect(await keyIdsInUse(world.database.queries)).toEqual([idOf(NEW_KEY)])
    const after = await startedWith(NEW_KEY)
    const factor = await findFactor(world.database.queries, account_id)
    expect(openFactorSecret(after.context, account_id, factor?.secret_encrypted ?? new Uint8Array())).toEqual(SECRET)
    expect(await randomised(after)).toBe(201)
    expect(await checkTrial(after.context, trial.trial_id)).toBeNull()
    expect(linkIn(await caughtMail(after), /association/)).toMatch(/token=[\w-]{43}$/)
    await after.stop()
  })

  test('run again finds nothing to do and writes nothing', async () => {
    await resealEverything(sealingWith(NEW_KEY, TEST_SEED_KEY))
    const before = await entries()
    const again = await resealEverything(sealingWith(NEW_KEY))
    expect(again).toMatchObject({
      ok: true,
      value: [
        expect.stringContaining('seeds 0, draw states 0, uploaded lists 0, audit heads 0, signing keys 0'),
        expect.any(String),
      ],
    })
    expect(await entries()).toEqual(before)
  })

  test('killed after one trial leaves a working service, and is completed by the next run', async () => {
    const second = await aTrial(world, { randomisation_method_id: 2 })
    const sealing = sealingWith(NEW_KEY, TEST_SEED_KEY)
    world.database.transactions.headKeys = sealing.config
    expect((await resealTrial(sealing, trial.trial_id)).ok).toBe(true)
    const between = await startedWith(NEW_KEY, TEST_SEED_KEY)
    expect(await randomised(between)).toBe(201)
    await between.stop()
    expect((await resealEverything(sealing)).ok).toBe(true)
    expect(await keyIdsInUse(world.database.queries)).toEqual([idOf(NEW_KEY)])
    const ofTrials = (await entries()).map(({ trial_id }) => trial_id)
    expect(ofTrials).toEqual([trial.trial_id, second.trial_id, null])
  })

  test('run twice at once seals everything once', async () => {
    const run = () => resealEverything(sealingWith(NEW_KEY, TEST_SEED_KEY))
    const runs = await Promise.all([run(), run()])
    expect(runs.map(({ ok }) => ok)).toEqual([true, true])
    expect((await entries()).map(({ trial_id }) => trial_id)).toEqual([trial.trial_id, null])
    expect(await keyIdsInUse(world.database.queries)).toEqual([idOf(NEW_KEY)])
  })

  test('leaves a trial unchanged if its value cannot be opened, names it, and seals the others', async () => {
    const second = await aTrial(world, { randomisation_method_id: 2 })
    const { queries } = world.database
    const stored = async () =>
      queries.selectFrom('trials').select(['seed_encrypted']).where('id', '=', trial.trial_id).executeTakeFirst()
    const before = await stored()
    const state = await queries.selectFrom('stratum_states').selectAll().executeTakeFirstOrThrow()
    const altered = new Uint8Array(state.sealed ?? []).with(50, 255 ^ (state.sealed?.[50] ?? 0))
    await queries.updateTable('stratum_states').set({ sealed: altered }).execute()
    const done = await resealEverything(sealingWith(NEW_KEY, TEST_SEED_KEY))
    expect(done).toEqual({
      ok: false,
      refusal: [
        `Sealed with key ${idOf(NEW_KEY)}: seeds 1, draw states 0, uploaded lists 0, audit heads 2, signing keys 1, second factors 0, links in emails 0.`,
        `Trial ${trial.trial_id} was not resealed: its draw state ${state.stratum_key} cannot be opened: seal_not_authentic.`,
      ],
    })
    expect(await stored()).toEqual(before)
    expect((await entries()).map(({ trial_id }) => trial_id)).toEqual([second.trial_id, null])
  })
})
