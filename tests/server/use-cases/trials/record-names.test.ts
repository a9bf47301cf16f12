import { getLedger, revealSeed } from '#contract/ledger'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aTrial, type BuiltTrial } from '../../../support/a-trial'
import { ask, posted, valueOf } from '../../../support/ask'
import { exported, exportPaths } from '../../../support/export-calls'
import { testPortal, type TestPortal } from '../../../support/portal'
import { randomised, saveWith, setTo, shownTo } from '../../../support/save-trial'
import { signedInAs, type SignedIn } from '../../../support/sign-in'
import { verdictOn } from '../../../verifier/run-verifier'
import { checkTrial } from '../../../../src/server/use-cases/operation/self-check/check-trial'
import { describeDifference } from '../../../../src/server/use-cases/operation/self-check/difference'

/* A trial's ledger records the names of its study groups and sites, so that its chain binds an id to a treatment. */

let world: TestPortal
let administrator: SignedIn

beforeAll(async () => {
  world = await testPortal()
  administrator = await signedInAs(world, 'administrator')
})
afterAll(() => world.stop())

const queriesOf = () => world.context.database.queries
const renaming = { reason: 'Typing error', trial_title: 'A trial of two tablets' }

const ledgerOf = async ({ trial_id }: BuiltTrial) =>
  valueOf(await ask(administrator, getLedger.response, `trials/${trial_id}/ledger`))

type Hashed = { type: string; study_groups: { id: number }[]; sites: { id: number }[] }

/** The type of each record, or its ids if it is a record of names. */
const recordTypes = async (trial: BuiltTrial) =>
  (await ledgerOf(trial)).records.map(({ record }) => {
    const { type, study_groups, sites }: Hashed = JSON.parse(record)
    return type === 'names' ? [study_groups.map(({ id }) => id), sites.map(({ id }) => id)] : type
  })

const everyId = ({ study_groups, sites }: BuiltTrial) => [study_groups.map(({ id }) => id), sites.map(({ id }) => id)]

const faultsOf = async ({ trial_id }: BuiltTrial) => {
  const difference = await checkTrial(world.context, trial_id)
  return difference === null ? null : describeDifference(difference)
}

/** A form that gives the study groups these names in turn. */
const called = async ({ trial_id }: BuiltTrial, names: readonly string[]) => {
  const { study_groups } = await shownTo(administrator, trial_id)
  return { renaming, study_groups: study_groups.map((group, at) => ({ ...group, name: names[at] ?? group.name })) }
}

const finishAndReveal = async ({ trial_id }: BuiltTrial) => {
  await setTo(administrator, trial_id, 'finished')
  const fresh = await signedInAs(world, 'administrator')
  valueOf(await ask(fresh, revealSeed.response, `trials/${trial_id}/reveal`, posted({ reason: 'For the report' })))
}

/** A started trial of an earlier version: this many participants, and no name in its ledger. */
const aTrialFromBefore = async (many: number): Promise<BuiltTrial> => {
  const trial = await aTrial(world)
  const { trial_id } = trial
  await sql`alter table ledger_records disable trigger user`.execute(queriesOf())
  await sql`alter table ledger_names disable trigger user`.execute(queriesOf())
  await sql`delete from ledger_names where trial_id = ${trial_id}`.execute(queriesOf())
  await sql`delete from ledger_records where trial_id = ${trial_id} and record_no = 2`.execute(queriesOf())
  await sql`update trials set ledger_length = 1, setup_version = setup_version + 1, ledger_head =
    (select head from ledger_records where trial_id = ${trial_id}) where id = ${trial_id}`.execute(queriesOf())
  await sql`alter table ledger_records enable trigger user`.execute(queriesOf())
  await sql`alter table ledger_names enable trigger user`.execute(queriesOf())
  await randomised(administrator, trial, many)
  return trial
}

describe('names are recorded', () => {
  test('all of them at Start, and none again when the trial goes on or is saved without a change', async () => {
    const trial = await aTrial(world)
    await setTo(administrator, trial.trial_id, 'paused')
    valueOf(await saveWith(administrator, trial.trial_id, {}))
    await setTo(administrator, trial.trial_id, 'started')
    expect(await recordTypes(trial)).toEqual(['settings', everyId(trial)])
  })

  test('when they change, and only those: a name, a label, a title', async () => {
    const trial = await aTrial(world)
    const { trial_id } = trial
    await randomised(administrator, trial, 2)
    await setTo(administrator, trial_id, 'paused')
    valueOf(await saveWith(administrator, trial_id, await called(trial, ['Verum'])))
    const { study_groups, sites } = await shownTo(administrator, trial_id)
    const relabelled = study_groups.map((group, at) => (at === 1 ? { ...group, label: 'Kit' } : group))
    const moved = sites.map((site, at) => (at === 0 ? { ...site, title: 'Old Mill' } : site))
    valueOf(await saveWith(administrator, trial_id, { renaming, study_groups: relabelled, sites: moved }))
    const [groups = [], places = []] = everyId(trial)
    expect((await recordTypes(trial)).slice(4)).toEqual([
      [[groups[0]], []],
      [[groups[1]], [places[0]]],
    ])
    expect(await faultsOf(trial)).toBeNull()
  })

  test('when a save adds them, before any draw to them', async () => {
    const trial = await aTrial(world)
    const { trial_id } = trial
    await setTo(administrator, trial_id, 'paused')
    const { study_groups, sites } = await shownTo(administrator, trial_id)
    const added = { study_groups: [...study_groups, { name: 'Third' }], sites: [...sites, { title: 'Third' }] }
    const saved = valueOf(await saveWith(administrator, trial_id, added))
    expect((await recordTypes(trial)).slice(2)).toEqual([
      [[saved.study_groups[2]?.id], [saved.sites[2]?.id]],
      'settings',
      'epoch',
    ])
    await setTo(administrator, trial_id, 'started')
    await randomised(administrator, trial, 6)
    expect(await faultsOf(trial)).toBeNull()
    expect(verdictOn(await ledgerOf(trial)).wrong).toBeNull()
  })

  test('never before Start', async () => {
    const trial = await aTrial(world, { status: 'planning' })
    valueOf(await saveWith(administrator, trial.trial_id, await called(trial, ['Verum'])))
    expect(await recordTypes(trial)).toEqual([])
  })
})

describe('a trial that began before names were recorded', () => {
  test.each<[says: string, act: (trial: BuiltTrial) => Promise<unknown>]>([
    ['when it is paused', (trial) => setTo(administrator, trial.trial_id, 'paused')],
    ['when it ends, before its seed is revealed', (trial) => setTo(administrator, trial.trial_id, 'finished')],
  ])('has them all from then on: %s', async (_says, act) => {
    const trial = await aTrialFromBefore(2)
    expect(await recordTypes(trial)).toEqual(['settings', 'allocation', 'allocation'])
    expect([await faultsOf(trial), verdictOn(await ledgerOf(trial)).code]).toEqual([null, 0])
    await act(trial)
    expect((await recordTypes(trial)).slice(3)).toEqual([everyId(trial)])
    expect([await faultsOf(trial), verdictOn(await ledgerOf(trial)).code]).toEqual([null, 0])
  })

  test('has the names that its first save ends, and then the new ones', async () => {
    const trial = await aTrialFromBefore(2)
    await queriesOf().updateTable('trials').set({ trial_status_id: 4 }).where('id', '=', trial.trial_id).execute()
    const { trial_status } = await shownTo(administrator, trial.trial_id)
    expect(trial_status.name).toBe('Paused')
    valueOf(await saveWith(administrator, trial.trial_id, await called(trial, ['Verum'])))
    expect((await recordTypes(trial)).slice(3)).toEqual([everyId(trial), [[trial.study_groups[0]?.id], []]])
    await setTo(administrator, trial.trial_id, 'started')
    await finishAndReveal(trial)
    const { printed, code } = verdictOn(await ledgerOf(trial))
    expect(code).toBe(0)
    expect(printed).toMatch(
      /study group \d+ {2}"Amlodipine", label "Tablet X" {2}from record 4\n.*"Verum".*from record 5/,
    )
    expect(printed).toContain('under which 2 participants up to number 2 were drawn')
  })
})

describe('nobody learns a name from the ledger before the seed is revealed', () => {
  test('and everybody can check the names after it, and the list against them', async () => {
    const trial = await aTrial(world)
    const { trial_id } = trial
    await randomised(administrator, trial, 3)
    await setTo(administrator, trial_id, 'paused')
    valueOf(await saveWith(administrator, trial_id, await called(trial, ['Verum', 'Reference'])))
    await setTo(administrator, trial_id, 'started')
    await randomised(administrator, trial, 3)
    const before = await ledgerOf(trial)
    expect(JSON.stringify(before.records)).not.toMatch(/Amlodipine|Verum|Indapamide|Reference|General|Tablet/)
    await finishAndReveal(trial)
    const ledger = await ledgerOf(trial)
    expect(ledger.records.flatMap(({ names }) => (names ? [names.map(({ name }) => name)] : []))).toEqual([
      ['Amlodipine', 'Indapamide', 'Northern General', 'Southern General'],
      ['Verum', 'Reference'],
    ])
    const { bytes } = await exported(world.url, administrator, exportPaths(trial_id).participants, 'csv')
    const list = new TextDecoder().decode(bytes)
    expect(verdictOn(ledger, { participants: list, earlier: before })).toMatchObject({ code: 0, wrong: null })
    const forged = list.replaceAll('Verum', 'x').replaceAll('Reference', 'Verum').replaceAll('x', 'Reference')
    expect(verdictOn(ledger, { participants: forged }).wrong).toMatch(/the list says study group/)
  })
})

describe('the nightly check finds', () => {
  const changed = async (change: ReturnType<typeof sql>, trial: BuiltTrial) => {
    for (const table of ['ledger_names', 'former_names'])
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(queriesOf())
    await change.execute(queriesOf())
    for (const table of ['ledger_names', 'former_names'])
      await sql`alter table ${sql.table(table)} enable trigger user`.execute(queriesOf())
    return faultsOf(trial)
  }

  test.each<[says: string, change: (groupId: number, trialId: number) => ReturnType<typeof sql>, told: RegExp]>([
    [
      'a group that is called otherwise than recorded',
      (id) => sql`update study_groups set name = 'Placebo' where id = ${id}`,
      /a present or former name of a study group or site differs from the records \(study_group \d+\)/,
    ],
    [
      'a site that is called otherwise',
      (_id, trialId) => sql`update sites set title = title || '!' where trial_id = ${trialId}`,
      /differs from the records \(site \d+\)/,
    ],
    [
      'a former name that is another',
      (id) => sql`update former_names set name = 'Placebo' where study_group_id = ${id}`,
      /differs from the records \(study_group \d+\)/,
    ],
    [
      'a former name that is gone',
      (id) => sql`delete from former_names where study_group_id = ${id}`,
      /differs from the records \(study_group \d+\)/,
    ],
    [
      'a former name of more participants',
      (id) => sql`update former_names set last_sequence_no = 3 where study_group_id = ${id}`,
      /differs from the records \(study_group \d+\)/,
    ],
    [
      'a recorded name that is another',
      (id) => sql`update ledger_names set name = 'Placebo' where named_id = ${id} and kind = 'study_group'`,
      /record 2: its hashes do not fit the names that are stored for it/,
    ],
    [
      'a recorded name that is gone',
      (id) => sql`delete from ledger_names where named_id = ${id} and kind = 'study_group'`,
      /record 2: its hashes do not fit/,
    ],
  ])('%s', async (_says, change, pattern) => {
    const trial = await aTrial(world)
    await randomised(administrator, trial, 2)
    await setTo(administrator, trial.trial_id, 'paused')
    valueOf(await saveWith(administrator, trial.trial_id, await called(trial, ['Verum'])))
    expect(await faultsOf(trial)).toBeNull()
    expect(await changed(change(trial.study_groups[0]?.id ?? 0, trial.trial_id), trial)).toMatch(pattern)
  })
})

test('recorded names are never changed or deleted', async () => {
  await aTrial(world)
  await expect(queriesOf().updateTable('ledger_names').set({ name: 'Placebo' }).execute()).rejects.toThrow(
    /never changed/,
  )
  await expect(queriesOf().deleteFrom('ledger_names').execute()).rejects.toThrow(/never changed/)
})

describe('the verifier accepts what the portal writes', () => {
  /** The verdicts on the ledger of a paused trial, before and after the reveal. */
  const verdicts = async (trial: BuiltTrial) => {
    await setTo(administrator, trial.trial_id, 'started')
    const sealed = verdictOn(await ledgerOf(trial))
    await finishAndReveal(trial)
    return [sealed, verdictOn(await ledgerOf(trial))].map(({ code, wrong }) => [code, wrong])
  }
  const RIGHT = [
    [0, null],
    [0, null],
  ]

  test('where a save removes a group and gives its name to a new one, and later saves add groups', async () => {
    const trial = await aTrial(world)
    const { trial_id } = trial
    await setTo(administrator, trial_id, 'paused')
    const { study_groups } = await shownTo(administrator, trial_id)
    const [first, second] = study_groups
    const replaced = [first, { name: second?.name, label: second?.label }, { name: 'Third' }]
    valueOf(await saveWith(administrator, trial_id, { study_groups: replaced }))
    await setTo(administrator, trial_id, 'started')
    await randomised(administrator, trial, 3)
    await setTo(administrator, trial_id, 'paused')
    const shown = await shownTo(administrator, trial_id)
    const added = {
      study_groups: [...shown.study_groups, { name: 'Fourth' }],
      sites: [...shown.sites, { title: 'East' }],
    }
    valueOf(await saveWith(administrator, trial_id, added))
    expect(await verdicts(trial)).toEqual(RIGHT)
  })

  test('where the first names of an earlier trial come with a save that adds a group and renames one', async () => {
    const trial = await aTrialFromBefore(2)
    const { trial_id } = trial
    await setTo(administrator, trial_id, 'paused')
    const { renaming: confirmed, study_groups } = await called(trial, ['Verum'])
    const more = { renaming: confirmed, study_groups: [...study_groups, { name: 'Third' }] }
    valueOf(await saveWith(administrator, trial_id, more))
    expect(await verdicts(trial)).toEqual(RIGHT)
  })
})
