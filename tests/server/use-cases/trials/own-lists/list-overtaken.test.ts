import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rGenerator, rSample, rWords } from '#domain/randomisation/lists/r-generator'
import { lockPermissions } from '../../../../../src/server/ground/db/user-permissions'
import type { BuiltTrial } from '../../../../support/a-trial'
import { valueOf } from '../../../../support/ask'
import { TEST_SERVER } from '../../../../support/database'
import { groupsInBlocks, rowsOf } from '../../../../support/list-rows'
import { aTrialByList, confirmWaiting, listOf, nameAuthor, startTrial, upload } from '../../../../support/own-list'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { saveWith, setTo, shownTo, storedAbout } from '../../../../support/save-trial'
import { signedInAs, type SignedIn } from '../../../../support/sign-in'

/*
 * A list is refused if it was checked beside other lists, or other names, than it would be used with (decision 0103).
 */

let world: TestPortal
let administrator: SignedIn
let author: SignedIn

beforeAll(async () => {
  world = await testPortal()
  administrator = await signedInAs(world, 'administrator')
  author = await signedInAs(world, 'pharmacist')
})
afterAll(() => world.stop())

const CORRECTED = ['BAAB', 'AABB', 'BABA', 'BBAA', 'ABAB']

/** A trial with a confirmed list, before its start. */
const confirmed = async (overrides: Parameters<typeof aTrialByList>[1] = {}): Promise<BuiltTrial> => {
  const trial = await aTrialByList(world, overrides)
  valueOf(await nameAuthor(administrator, trial.trial_id, world.personId('pharmacist')))
  valueOf(await upload(author, trial.trial_id, rowsOf(groupsInBlocks(trial))))
  valueOf(await confirmWaiting(administrator, trial.trial_id))
  return trial
}

/** Uploads rows of the whole trial from 1, which replace the confirmed ones. */
const correct = async (trial: BuiltTrial) =>
  valueOf(await upload(author, trial.trial_id, rowsOf(groupsInBlocks(trial, CORRECTED))))

describe('a corrected list that waits', () => {
  test('does not let the trial start by the list before it', async () => {
    const trial = await confirmed()
    await correct(trial)
    expect((await startTrial(administrator, trial.trial_id)).problem).toMatchObject({
      code: 'status_change_not_allowed',
      message: expect.stringContaining('later list'),
    })
    valueOf(await confirmWaiting(administrator, trial.trial_id))
    valueOf(await startTrial(administrator, trial.trial_id))
    expect((await listOf(administrator, trial.trial_id)).strata).toMatchObject([{ rows: 20, places_left: 20 }])
  })

  test('is not laid behind a list that came into force after its upload', async () => {
    const trial = await confirmed()
    await correct(trial)
    // A start that overtook the confirmation leaves this.
    await world.database.queries
      .updateTable('allocation_lists')
      .set({ record_no: 2 })
      .where('trial_id', '=', trial.trial_id)
      .where('number', '=', 1)
      .execute()
    expect((await confirmWaiting(administrator, trial.trial_id)).problem).toMatchObject({
      code: 'list_unfit',
      message: expect.stringContaining('Another list has come into force'),
    })
  })
})

describe('names that were exchanged after the upload', () => {
  const exchangedIn = ({ study_groups: [a, b], sites: [north, south] }: BuiltTrial, renamed: 'groups' | 'sites') =>
    renamed === 'groups'
      ? { study_groups: [withName(a, b), withName(b, a)] }
      : { sites: [withTitle(north, south), withTitle(south, north)] }

  const bySite = async (): Promise<BuiltTrial> => {
    const trial = await aTrialByList(world, { is_site_stratified: true })
    valueOf(await nameAuthor(administrator, trial.trial_id, world.personId('pharmacist')))
    const [north, south] = trial.sites
    const rows = [
      ...rowsOf(groupsInBlocks(trial), 1, { site: north?.title ?? null }),
      ...rowsOf(groupsInBlocks(trial, CORRECTED), 1, { site: south?.title ?? null }),
    ]
    valueOf(await upload(author, trial.trial_id, rows))
    return trial
  }

  test.each(['groups', 'sites'] as const)('of %s refuse the confirmation, and the start', async (renamed) => {
    const waiting = await bySite()
    valueOf(await saveWith(administrator, waiting.trial_id, exchangedIn(waiting, renamed)))
    const names = expect.stringContaining('another name')
    expect((await confirmWaiting(administrator, waiting.trial_id)).problem).toMatchObject({
      code: 'list_unfit',
      message: names,
    })
    const trial = await bySite()
    valueOf(await confirmWaiting(administrator, trial.trial_id))
    valueOf(await saveWith(administrator, trial.trial_id, exchangedIn(trial, renamed)))
    expect((await startTrial(administrator, trial.trial_id)).problem).toMatchObject({
      code: 'status_change_not_allowed',
      message: names,
    })
  })

  test('of strata with the same options refuse the confirmation: the headings of the list would mean the other', async () => {
    const answers = ['Yes', 'No']
    const trial = await aTrialByList(world, {
      is_stratified: true,
      trial_strata: ['Smoker', 'Diabetic'].map((name) => ({ name, options: answers })),
    })
    valueOf(await nameAuthor(administrator, trial.trial_id, world.personId('pharmacist')))
    const combinations = answers.flatMap((smoker) => answers.map((diabetic) => [smoker, diabetic]))
    const rows = combinations.flatMap((options, place) =>
      rowsOf(groupsInBlocks(trial, [...CORRECTED.slice(place), ...CORRECTED.slice(0, place)]), 1, { options }),
    )
    valueOf(await upload(author, trial.trial_id, rows))
    const [smoker, diabetic] = (await shownTo(administrator, trial.trial_id)).trial_strata
    const trial_strata = [
      { ...smoker, name: 'Diabetic' },
      { ...diabetic, name: 'Smoker' },
    ]
    valueOf(await saveWith(administrator, trial.trial_id, { trial_strata }))
    expect((await confirmWaiting(administrator, trial.trial_id)).problem).toMatchObject({
      code: 'list_unfit',
      message: expect.stringContaining('another name'),
    })
  })

  test.each(['groups', 'sites'] as const)('of %s are refused while the list is in force', async (renamed) => {
    const trial = await bySite()
    valueOf(await confirmWaiting(administrator, trial.trial_id))
    valueOf(await startTrial(administrator, trial.trial_id))
    await setTo(administrator, trial.trial_id, 'paused')
    const before = await storedAbout(world.database.queries, trial.trial_id)
    const { problem } = await saveWith(administrator, trial.trial_id, exchangedIn(trial, renamed))
    expect(problem).toMatchObject({ code: 'design_locked', message: expect.stringContaining('uploaded list') })
    expect(await storedAbout(world.database.queries, trial.trial_id)).toEqual(before)
  })
})

const withName = (group: BuiltTrial['study_groups'][number] | undefined, other: { name: string } | undefined) => ({
  ...group,
  name: other?.name,
})

const withTitle = (site: BuiltTrial['sites'][number] | undefined, other: { title: string } | undefined) => ({
  ...site,
  title: other?.title,
})

test('strata stay once a list is in force, also before the first participant and where the list does not go by them', async () => {
  const trial = await confirmed({ trial_strata: [{ name: 'Sex', options: ['Female', 'Male'] }] })
  const changed = async () => {
    const [sex, ...others] = (await shownTo(administrator, trial.trial_id)).trial_strata
    if (!sex) throw new Error('the trial has no stratum')
    const options = [...sex.trial_stratum_options, { name: 'Unknown' }]
    return saveWith(administrator, trial.trial_id, {
      trial_strata: [{ ...sex, trial_stratum_options: options }, ...others],
    })
  }
  valueOf(await startTrial(administrator, trial.trial_id))
  await setTo(administrator, trial.trial_id, 'paused')
  const before = await storedAbout(world.database.queries, trial.trial_id)
  expect((await changed()).problem).toMatchObject({ code: 'strata_locked' })
  expect(await storedAbout(world.database.queries, trial.trial_id)).toEqual(before)
  valueOf(await saveWith(administrator, trial.trial_id, { title: 'Another title' }))
})

test('a design with more rows than a list may have is not saved', async () => {
  const { trial_id } = await aTrialByList(world)
  const before = await storedAbout(world.database.queries, trial_id)
  const saved = await saveWith(administrator, trial_id, {
    is_stratified: true,
    trial_strata: ['One', 'Two', 'Three', 'Four', 'Five', 'Six'].map((name) => ({
      name,
      description: null,
      minimisation_weight: 1,
      trial_stratum_options: ['a', 'b', 'c', 'd', 'e'].map((option) => ({ name: option })),
    })),
  })
  expect(saved.problem).toMatchObject({
    code: 'validation_failed',
    fields: { randomisation_method_id: expect.stringContaining('at most 10000 rows') },
  })
  expect(await storedAbout(world.database.queries, trial_id)).toEqual(before)
})

// The embedded database runs one transaction at a time.
test.runIf(TEST_SERVER)(
  'while the seeds of a long list are tried, others are answered and no permission is locked',
  async () => {
    const titles = Array.from({ length: 100 }, (_, index) => `Site ${index + 1}`)
    const trial = await aTrialByList(world, {
      is_site_stratified: true,
      sites: titles.map((title) => ({ title })),
    })
    valueOf(await nameAuthor(administrator, trial.trial_id, world.personId('pharmacist')))
    const generator = rGenerator(rWords(1_834_672_901))
    const rows = titles.flatMap((site) => {
      const groups = Array.from({ length: 13 }, () => rSample(generator, [0, 0, 1, 1]))
      return rowsOf(
        groups.flat().map((cell) => trial.study_groups[cell]?.name ?? ''),
        1,
        { site },
      )
    })
    const judging = { isOver: false }
    const uploaded = upload(author, trial.trial_id, rows).finally(() => {
      judging.isOver = true
    })
    let turns = 0
    while (!judging.isOver) {
      await world.database.queries.transaction().execute(lockPermissions)
      await setTimeout(20)
      turns += 1
    }
    const { lists } = valueOf(await uploaded)
    expect([lists.length, turns > 5]).toEqual([1, true])
  },
)
