import { getLedger, revealSeed, type Ledger } from '#contract/ledger'
import { changeTrialStatus } from '#contract/trials'
import { trialStatusOfKey } from '#domain/trials/trial-status'
import { sql } from 'kysely'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aTrial, grant, type BuiltTrial, type TrialOverrides } from '../../../support/a-trial'
import { ask, posted, valueOf } from '../../../support/ask'
import { readChain } from '../../../support/audit-chain'
import { testPortal, type TestPortal } from '../../../support/portal'
import { randomise } from '../../../support/randomise'
import { secretTextsOf } from '../../../support/secret-of-trial'
import { signedInAs, type SignedIn } from '../../../support/sign-in'
import { verdictOn } from '../../../verifier/run-verifier'

let world: TestPortal
let administrator: SignedIn

beforeAll(async () => {
  world = await testPortal()
  administrator = await signedInAs(world, 'administrator')
})
afterAll(() => world.stop())

const ledgerFor = (who: SignedIn, trialId: number) => ask(who, getLedger.response, `trials/${trialId}/ledger`)

const ledgerOf = async (trialId: number): Promise<Ledger> => valueOf(await ledgerFor(administrator, trialId))

/** Randomises this many participants, over the sites and options in turn. */
const recruit = async (trial: BuiltTrial, count: number) => {
  for (let index = 0; index < count; index += 1) {
    const { status } = await randomise(administrator, trial.trial_id, {
      site_id: trial.sites[index % trial.sites.length]?.id,
      participant_strata: trial.trial_strata.map(({ id, options }, stratum) => ({
        trial_stratum_id: id,
        trial_stratum_option_id: options[Math.floor(index / (stratum + 1)) % options.length]?.id,
      })),
    })
    expect(status).toBe(201)
    world.clock.step(60)
  }
}

const finish = async (trialId: number) => {
  const body = { trial_status_id: trialStatusOfKey('finished')?.id, reason: 'All are followed up' }
  valueOf(await ask(administrator, changeTrialStatus.response, `trials/${trialId}/status`, posted(body)))
}

const reveal = async (trialId: number) =>
  valueOf(
    // A new sign-in, as the first is no longer fresh.
    await ask(
      await signedInAs(world, 'administrator'),
      revealSeed.response,
      `trials/${trialId}/reveal`,
      posted({ reason: 'For the report' }),
    ),
  )

describe('the ledger is refused', () => {
  test.each([
    ['coordinator', 'Trial administrator', 403, 'forbidden'],
    ['unblinder', 'Trial user', 403, 'forbidden'],
    ['monitor', 'Trial viewer', 403, 'forbidden'],
    ['nurse', null, 404, 'not_found'],
  ] as const)('to the %s (%s) with %i %s', async (person, role, status, code) => {
    const { trial_id } = await aTrial(world)
    if (role) await grant(world, { person, role, trial_id, site_id: null })
    const refused = await ledgerFor(await signedInAs(world, person), trial_id)
    expect([refused.status, refused.problem?.code]).toEqual([status, code])
    expect(refused.text).not.toMatch(/uuid|[0-9a-f]{64}/)
  })

  test.each([
    ['coordinator', 'Trial administrator', 'forbidden'],
    ['administrator', 'Trial viewer', 'blinded'],
  ] as const)('to the %s who is blinded in the trial with 403 %s', async (person, role, code) => {
    for (const flags of [{ is_blinded_whole: true }, { is_blinded_partial: true }]) {
      const { trial_id } = await aTrial(world)
      await grant(world, { person, role, trial_id, site_id: null, ...flags })
      const refused = await ledgerFor(await signedInAs(world, person), trial_id)
      expect([refused.status, refused.problem?.code]).toEqual([403, code])
      expect(refused.text).not.toMatch(/uuid|[0-9a-f]{64}/)
    }
  })

  test('to the administrator of the system in a protected trial in which they have no role', async () => {
    const { trial_id } = await aTrial(world)
    const { queries } = world.context.database
    await queries.updateTable('trials').set({ is_protected_trial: true }).where('id', '=', trial_id).execute()
    expect((await ledgerFor(administrator, trial_id)).problem?.code).toBe('not_found')
    expect((await ledgerFor(administrator, 999_999)).status).toBe(404)
  })
})

describe('the ledger', () => {
  test('is in the audit log of its trial each time that somebody has it, and not where it is refused', async () => {
    const trial = await aTrial(world)
    await recruit(trial, 1)
    const entries = async () =>
      (await readChain(world.database.queries, trial.trial_id)).entries
        .filter(({ kind }) => kind === 'report_downloaded')
        .map(({ description, role }) => [description, role])
    await ledgerFor(await signedInAs(world, 'nurse'), trial.trial_id)
    expect(await entries()).toEqual([])
    await ledgerOf(trial.trial_id)
    await finish(trial.trial_id)
    await reveal(trial.trial_id)
    await ledgerOf(trial.trial_id)
    expect(await entries()).toEqual([
      [`Ledger of trial ${trial.trial_id} downloaded`, 'System administrator'],
      [`Ledger of trial ${trial.trial_id} downloaded with its seed`, 'System administrator'],
    ])
  })

  test('of a trial that was never started is empty, and shows the commitment', async () => {
    const { trial_id } = await aTrial(world, { status: 'planning', title: 'Not yet' })
    const ledger = await ledgerOf(trial_id)
    expect(ledger).toMatchObject({ construction: 'RCT-ALLOC-1', trial_id, title: 'Not yet', nonce_hex: null })
    expect(ledger).toMatchObject({ seed_hex: null, genesis: null, length: 0, head: null, records: [] })
    expect(verdictOn(ledger)).toMatchObject({ code: 0 })
  })

  test('contains no secret before the reveal, in any form, and can be checked in part', async () => {
    const trial = await aTrial(world, { randomisation_method_id: 2 })
    await recruit(trial, 5)
    const { text, value } = await ledgerFor(administrator, trial.trial_id)
    for (const secret of await secretTextsOf(world, trial.trial_id)) expect(text).not.toContain(secret)
    expect(value).toMatchObject({ seed_hex: null, length: 7 })
    expect(value?.records.map(({ i }) => i)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(verdictOn(value)).toMatchObject({ code: 0 })
    expect(verdictOn(value).printed).toContain('NOT checked')
  })

  test('only grows: an earlier export is the beginning of a later one', async () => {
    const trial = await aTrial(world)
    await recruit(trial, 3)
    const earlier = await ledgerOf(trial.trial_id)
    await recruit(trial, 3)
    const later = await ledgerOf(trial.trial_id)
    expect(later.records.slice(0, earlier.length)).toEqual(earlier.records)
    expect(later.length).toBe(earlier.length + 3)
  })

  const STRATIFIED: TrialOverrides = {
    is_stratified: true,
    is_site_stratified: true,
    trial_strata: [
      { name: 'Sex', options: ['Female', 'Male'] },
      { name: 'Age', options: ['Up to 60', 'Over 60'] },
    ],
  }
  const group = (name: string, weight: number, factorial_level?: 1 | 2) => ({
    name,
    label: null,
    weight,
    ...(factorial_level ? { factorial_level } : {}),
  })
  const BLOCKED = { randomisation_method_id: 1, block_size_min: 3, block_size_max: 9 } as const
  const factorial: TrialOverrides = {
    allocation_method_id: 4,
    study_groups: [group('Aspirin', 1, 1), group('None', 1, 1), group('Heparin', 2, 2), group('No heparin', 1, 2)],
  }

  test.each<[string, TrialOverrides]>([
    ['simple', {}],
    ['blocks, 2 : 1, by strata and site', { ...STRATIFIED, ...BLOCKED, study_groups: [group('A', 2), group('B', 1)] }],
    ['an urn by site', { ...STRATIFIED, is_stratified: false, randomisation_method_id: 2, urn_beta: 3 }],
    ['minimisation', { ...STRATIFIED, randomisation_method_id: 3, study_groups: [group('A', 2), group('B', 1)] }],
    [
      'a factorial trial in blocks',
      { ...factorial, randomisation_method_id: 1, block_size_min: 6, block_size_max: 12 },
    ],
    ['a factorial trial, minimised', { ...factorial, ...STRATIFIED, randomisation_method_id: 3 }],
    ['clusters', { allocation_method_id: 2, ...BLOCKED, block_size_min: 2 }],
  ])('of a finished trial is drawn again from the revealed seed: %s', async (_says, overrides) => {
    const trial = await aTrial(world, overrides)
    await recruit(trial, 13)
    await finish(trial.trial_id)
    const { seed_hex } = await reveal(trial.trial_id)
    const ledger = await ledgerOf(trial.trial_id)
    expect(ledger).toMatchObject({ seed_hex, length: 16 })
    expect(verdictOn(ledger)).toMatchObject({ code: 0, wrong: null })
    expect(verdictOn(ledger).printed).toContain('every allocation, drawn again from the seed, is the one recorded')
    // The verifier does read this ledger: it refuses the seed of another trial.
    expect(verdictOn({ ...ledger, seed_hex: '00'.repeat(32) })).toMatchObject({ code: 1 })
  })

  test('of 20,000 participants is returned whole', async () => {
    const trial = await aTrial(world)
    await recruit(trial, 1)
    const { queries } = world.context.database
    await sql`
      insert into ledger_records (trial_id, record_no, record, leaf, head)
      select trial_id, n, record, leaf, head from ledger_records, generate_series(4, 20003) n
      where trial_id = ${trial.trial_id} and record_no = 3
    `.execute(queries)
    await queries.updateTable('trials').set({ ledger_length: 20_003 }).where('id', '=', trial.trial_id).execute()
    const { records, length } = await ledgerOf(trial.trial_id)
    expect([length, records.length, records.at(-1)?.i]).toEqual([20_003, 20_003, 20_003])
    expect(v.is(getLedger.response.entries.records, records)).toBe(true)
  })
})
