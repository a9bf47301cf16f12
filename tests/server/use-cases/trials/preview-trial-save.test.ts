import { api } from '#contract/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aTrial, grant, type TrialOverrides } from '../../../support/a-trial'
import { ask, posted, valueOf } from '../../../support/ask'
import { testPortal, type TestPortal } from '../../../support/portal'
import { aTrialPausedAfter, saveWith, setTo, shownTo, storedAbout } from '../../../support/save-trial'
import { packTrial } from '../../../support/study-packs'
import { signedInAs, type SignedIn } from '../../../support/sign-in'

/* A preview of a save: what it would change, whether an epoch begins, and who would be emailed. */

let world: TestPortal
let administrator: SignedIn

beforeAll(async () => {
  world = await testPortal()
  administrator = await signedInAs(world, 'administrator')
})
afterAll(() => world.stop())

const STRATA = [{ name: 'Sex', options: ['Female', 'Male'] }]
const BLOCKS = { randomisation_method_id: 1, block_size_min: 4, block_size_max: 4 } as const

const aPausedTrial = (overrides: TrialOverrides = {}) =>
  aTrialPausedAfter(world, administrator, 2, { trial_strata: STRATA, ...overrides })

const previewed = async (who: SignedIn, trialId: number, more: object) => {
  const form = { ...(await shownTo(who, trialId)), ...more }
  return ask(who, api.previewTrialSave.response, `trials/${trialId}/changes`, posted(form))
}

describe('before a save', () => {
  test('nothing is shown where nothing would change, and nothing is written', async () => {
    const { trial_id } = await aPausedTrial()
    const before = await storedAbout(world.context.database.queries, trial_id)
    const nothing = { changes: [], begins_new_epoch: false, renamings: [], packs_at_no_site: 0, told: 0 }
    expect(valueOf(await previewed(administrator, trial_id, {}))).toEqual(nothing)
    expect(await storedAbout(world.context.database.queries, trial_id)).toEqual(before)
  })

  test.each<[says: string, overrides: TrialOverrides, more: object, begins: boolean]>([
    ['a title', BLOCKS, { title: 'Another title' }, false],
    ['block sizes', BLOCKS, { block_size_max: 8 }, true],
    ['a stratification', BLOCKS, { is_stratified: true }, true],
    ['the sample size', {}, { sample_size: 400 }, false],
  ])('the preview of %s is what the save then records', async (_says, overrides, more, begins) => {
    const { trial_id } = await aPausedTrial(overrides)
    const preview = valueOf(await previewed(administrator, trial_id, more))
    expect(preview.begins_new_epoch).toBe(begins)
    expect(preview.changes.map(({ field }) => field)).toEqual(Object.keys(more))
    valueOf(await saveWith(administrator, trial_id, more))
    const { entries } = await storedAbout(world.context.database.queries, trial_id)
    const written = entries.at(-1)?.changes ?? []
    expect(written.filter(({ field }) => field !== 'epoch')).toEqual(preview.changes)
    expect(written.some(({ field }) => field === 'epoch')).toBe(begins)
  })

  test('identifies children by their names', async () => {
    const { trial_id } = await aPausedTrial()
    const { sites, study_groups } = await shownTo(administrator, trial_id)
    const more = {
      sites: [...sites.map((site, i) => ({ ...site, is_deleted: i === 0 })), { title: 'Zermatt' }],
      study_groups: study_groups.map((group, i) => ({ ...group, label: i === 0 ? 'Blue' : null })),
    }
    const { changes } = valueOf(await previewed(administrator, trial_id, more))
    const names = sites.map(({ title }) => title)
    expect(changes).toContainEqual({
      field: 'sites',
      old: names.join(', '),
      new: [`${names[0]} (deleted)`, ...names.slice(1), 'Zermatt'].join(', '),
    })
    expect(changes).toContainEqual(
      expect.objectContaining({ field: `study_groups.${study_groups[0]?.name}.label`, new: 'Blue' }),
    )
  })

  test('a trial that was never started begins no epoch', async () => {
    const { trial_id } = await aTrial(world, { status: 'planning', ...BLOCKS })
    const { begins_new_epoch } = valueOf(await previewed(administrator, trial_id, { block_size_max: 8 }))
    expect(begins_new_epoch).toBe(false)
  })

  test('that lets sites manage packs, those in stock at no site are counted', async () => {
    const trial = await packTrial(world, { status: 'planning', is_site_managing_packs: false })
    for (const status of ['inactive', 'active', 'active', 'expired'] as const)
      await trial.pack(status, { site_id: null })
    await trial.pack('active')
    const countedFor = async (more: object) =>
      valueOf(await previewed(administrator, trial.trial_id, more)).packs_at_no_site
    expect(await countedFor({ is_site_managing_packs: true })).toBe(3)
    expect(await countedFor({ title: 'Another' })).toBe(0)
    valueOf(await saveWith(administrator, trial.trial_id, { is_site_managing_packs: true }))
    expect(await countedFor({ title: 'Another' })).toBe(0)
  })

  test('counts the other people who get an email about a protection', async () => {
    const { trial_id } = await aPausedTrial()
    await grant(world, { person: 'coordinator', role: 'Trial administrator', trial_id, site_id: null })
    await grant(world, { person: 'monitor', role: 'Trial viewer', trial_id, site_id: null })
    expect(valueOf(await previewed(administrator, trial_id, { is_protected_trial: true })).told).toBe(1)
    expect(valueOf(await previewed(administrator, trial_id, { title: 'Another' })).told).toBe(0)
  })
})

describe('the preview is refused as the save would be', () => {
  test.each<[says: string, more: object, code: string]>([
    ['with a wrong field', { end_on: '1999-01-01' }, 'validation_failed'],
    ['over a later version', { setup_version: 99 }, 'trial_changed_meanwhile'],
    ['with other strata', { trial_strata: [] }, 'strata_locked'],
    ['with another method', { randomisation_method_id: 2 }, 'design_locked'],
    ['with blocks that do not fit', { block_size_min: 3, block_size_max: 3 }, 'validation_failed'],
  ])('%s', async (_says, more, code) => {
    const { trial_id } = await aPausedTrial(BLOCKS)
    expect((await previewed(administrator, trial_id, more)).problem?.code).toBe(code)
  })

  test('while the trial runs', async () => {
    const { trial_id } = await aPausedTrial()
    await setTo(administrator, trial_id, 'started')
    expect((await previewed(administrator, trial_id, {})).problem?.code).toBe('trial_not_editable')
  })
})

test('a blinded person is shown no weight, not even of a stratum that would be removed', async () => {
  const { trial_id } = await aTrial(world, {
    status: 'planning',
    randomisation_method_id: 3,
    is_stratified: true,
    trial_strata: STRATA,
  })
  await grant(world, {
    person: 'administrator',
    role: 'Trial administrator',
    trial_id,
    site_id: null,
    is_blinded_whole: true,
  })
  const { value, text } = await previewed(administrator, trial_id, { trial_strata: [] })
  expect(value?.changes.map(({ field }) => field)).toContain('trial_strata')
  expect(text).not.toContain('weight')
})
