import { api } from '#contract/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aTrial, grant, type TrialOverrides } from '../../../support/a-trial'
import { ask, valueOf } from '../../../support/ask'
import { testPortal, type TestPortal } from '../../../support/portal'
import { signedInAs, type SignedIn } from '../../../support/sign-in'

/* The answers to “Ready to start?”, from the server's own rows. */

let world: TestPortal
let administrator: SignedIn

beforeAll(async () => {
  world = await testPortal()
  administrator = await signedInAs(world, 'administrator')
})
afterAll(() => world.stop())

const BLOCKS = { randomisation_method_id: 1, block_size_min: 4, block_size_max: 4 } as const

const planned = (overrides: TrialOverrides = {}) => aTrial(world, { status: 'planning', ...overrides })

const askReadiness = (trialId: number) => ask(administrator, api.getReadiness.response, `trials/${trialId}/readiness`)

const codesOf = async (trialId: number) => valueOf(await askReadiness(trialId)).data.map(({ code }) => code)

/** Gives a trial the people that it needs to start. */
const staffed = async (trial: Awaited<ReturnType<typeof planned>>) => {
  const { trial_id } = trial
  await grant(world, { person: 'coordinator', role: 'Trial administrator', trial_id, site_id: null })
}

test('a trial with its people, approval, contact and sample size is ready', async () => {
  const trial = await planned({ ethics_approval_id: 'REC 26/1', org_contact_name: 'Office', sample_size: 40 })
  await staffed(trial)
  expect(await codesOf(trial.trial_id)).toEqual([])
})

test('lists people, approval, contact and sample size as missing', async () => {
  const { trial_id } = await planned({ ethics_approval_id: null, org_contact_name: null, sample_size: 0 })
  expect(await codesOf(trial_id)).toEqual([
    'site_without_people',
    'site_without_people',
    'ethics_approval_missing',
    'no_trial_administrator',
    'contact_missing',
    'sample_size_open',
  ])
})

test('counts the people of the site, and asks for one who may unblind only where somebody is blinded', async () => {
  const { trial_id, sites } = await planned()
  const site_id = sites[0]?.id ?? null
  const nurse = { person: 'nurse', role: 'Site user', trial_id, site_id } as const
  await grant(world, nurse)
  const before = await codesOf(trial_id)
  expect(before.filter((code) => code === 'site_without_people')).toHaveLength(1)
  expect(before).not.toContain('nobody_unblinds_at_site')
  await grant(world, { person: 'blinded-nurse', role: 'Site user', trial_id, site_id, is_blinded_whole: true })
  const after = await codesOf(trial_id)
  expect(after.filter((code) => code === 'nobody_unblinds_at_site')).toHaveLength(2)
})

describe('packs', () => {
  test('are needed of every open group at every site', async () => {
    const { trial_id, sites, study_groups } = await planned({ packs: 2 })
    expect(await codesOf(trial_id)).not.toContain('site_without_packs')
    await world.context.database.queries
      .deleteFrom('study_packs')
      .where('site_id', '=', sites[1]?.id ?? 0)
      .where('study_group_id', '=', study_groups[0]?.id ?? 0)
      .execute()
    const findings = valueOf(await askReadiness(trial_id)).data.filter(({ code }) => code === 'site_without_packs')
    expect(findings.map(({ words }) => words)).toEqual([
      `${sites[1]?.title} has no packs to allocate for ${study_groups[0]?.name}. Randomisation there will be refused.`,
    ])
  })

  test('of a trial whose sites manage none are needed once', async () => {
    const { trial_id } = await planned({ is_managing_packs: true })
    const findings = valueOf(await askReadiness(trial_id)).data.filter(({ code }) => code === 'site_without_packs')
    expect(findings.map(({ words }) => words)).toEqual([
      expect.stringMatching(/^The trial has no packs to allocate for/),
    ])
  })
})

describe('the design', () => {
  test('gets a finding if allocations are easy to guess, or if it cannot run', async () => {
    const { trial_id } = await planned(BLOCKS)
    expect(await codesOf(trial_id)).toContain('fixed_block_size')
    await world.context.database.queries
      .updateTable('trials')
      .set({ block_size_min: 3, block_size_max: 3 })
      .where('id', '=', trial_id)
      .execute()
    const [first] = valueOf(await askReadiness(trial_id)).data
    expect(first).toMatchObject({ code: 'design_cannot_run', severity: 'missing' })
    expect(first?.words).toContain('The range must include')
  })

  test('blinded people are shown nothing of the design, nor which packs are missing', async () => {
    const { trial_id, sites, study_groups } = await planned({ ...BLOCKS, packs: 1 })
    const blinded = { is_blinded_whole: true }
    await grant(world, { person: 'administrator', role: 'Trial administrator', trial_id, site_id: null, ...blinded })
    const { queries } = world.context.database
    await queries
      .deleteFrom('study_packs')
      .where('trial_id', '=', trial_id)
      .where('study_group_id', '=', study_groups[0]?.id ?? 0)
      .execute()
    await queries
      .deleteFrom('study_packs')
      .where('site_id', '=', sites[1]?.id ?? 0)
      .execute()
    const { text, value } = await askReadiness(trial_id)
    expect(text).not.toMatch(/block/i)
    for (const { name } of study_groups) expect(text).not.toContain(name)
    expect(value?.data.filter(({ code }) => code === 'site_without_packs').map(({ words }) => words)).toEqual([
      expect.stringMatching(new RegExp(`^${sites[1]?.title} has no packs to allocate for any study group`)),
    ])
    await queries.updateTable('trials').set({ block_size_min: 3 }).where('id', '=', trial_id).execute()
    await queries.updateTable('trials').set({ block_size_max: 3 }).where('id', '=', trial_id).execute()
    const [first] = valueOf(await askReadiness(trial_id)).data
    expect(first?.words).toBe('The trial cannot be started with its current settings.')
  })
})
