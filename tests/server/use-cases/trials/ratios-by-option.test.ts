import { api } from '#contract/api'
import type { TrialDocumentName } from '#domain/reports/trial-document'
import type { Trial } from '#contract/trials'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkTrial } from '../../../../src/server/use-cases/operation/self-check/check-trial'
import { aTrial, grant, type BuiltTrial, type TrialOverrides } from '../../../support/a-trial'
import { simulated, simulationOnce } from '../../../support/a-simulation'
import { ask, posted, valueOf } from '../../../support/ask'
import { documentFile } from '../../../support/document-calls'
import { exported, exportPaths, strictCsv } from '../../../support/export-calls'
import { flag } from '../../../support/flag'
import { testPortal, type TestPortal } from '../../../support/portal'
import { randomise } from '../../../support/randomise'
import { readDocx } from '../../../support/read-docx'
import { reveal } from '../../../support/revealed-trial'
import { saveWith, setTo, shownTo, storedAbout } from '../../../support/save-trial'
import { signedInAs, type SignedIn } from '../../../support/sign-in'
import { verdictOn } from '../../../verifier/run-verifier'

/* The allocation ratio differs by the option of one stratum (decision 0108). */

let world: TestPortal
let administrator: SignedIn
/** A second administrator, who is blinded in some of the trials. */
let second: SignedIn

beforeAll(async () => {
  world = await testPortal()
  await grant(world, { person: 'unblinder', role: 'System administrator', trial_id: null, site_id: null })
  administrator = await signedInAs(world, 'administrator')
  second = await signedInAs(world, 'unblinder')
})
afterAll(() => world.stop())

const severity = (severe: string | null, mild: string | null = null) => [
  {
    name: 'Severity',
    options: [
      { name: 'Severe', ...(severe === null ? {} : { ratio: severe }) },
      { name: 'Mild', ...(mild === null ? {} : { ratio: mild }) },
    ],
  },
]
const STRATIFIED = { is_stratified: true, trial_strata: severity('2:1', '1:1') } as const
const BLOCKS: TrialOverrides = { randomisation_method_id: 1, block_size_min: 6, block_size_max: 6, ...STRATIFIED }
const URN: TrialOverrides = { randomisation_method_id: 2, ...STRATIFIED }

/** Randomises one with each of these options in turn: 0 for Severe, 1 for Mild. Returns the groups' names by option. */
const drawn = async (trial: BuiltTrial, options: readonly number[]) => {
  const names: string[][] = [[], []]
  for (const option of options) {
    const [stratum] = trial.trial_strata
    const { participants, problem } = await randomise(administrator, trial.trial_id, {
      site_id: trial.sites[0]?.id,
      participant_strata: [{ trial_stratum_id: stratum?.id, trial_stratum_option_id: stratum?.options[option]?.id }],
    })
    if (problem) throw new Error(`${problem.code} ${problem.message}`)
    names[option]?.push(...participants.flatMap(({ study_group }) => study_group?.name ?? []))
  }
  return names
}

const countOf = (names: readonly string[] = [], name: string) => names.filter((one) => one === name).length

const withRatios = (severe: string | null, mild: string | null) => (trial: Trial) => ({
  trial_strata: trial.trial_strata.map((stratum) => ({
    ...stratum,
    trial_stratum_options: stratum.trial_stratum_options.map((option, place) => ({
      ...option,
      ratio: place === 0 ? severe : mild,
    })),
  })),
})

const ratiosShown = ({ trial_strata }: Trial) =>
  trial_strata.flatMap(({ trial_stratum_options }) => trial_stratum_options.map(({ ratio }) => ratio))

const judged = async ({ trial_id }: BuiltTrial) => {
  await setTo(administrator, trial_id, 'finished')
  await reveal(world, trial_id)
  return verdictOn((await ask(administrator, api.getLedger.response, `trials/${trial_id}/ledger`)).text)
}

const SIX_OF_EACH = Array.from({ length: 12 }, (_, number) => number % 2)

describe('participants are drawn in the ratio of their option', () => {
  test('in blocks, and the ledger is found right by the self-check and by the verifier', async () => {
    const trial = await aTrial(world, BLOCKS)
    const [severe, mild] = await drawn(trial, SIX_OF_EACH)
    expect([countOf(severe, 'Amlodipine'), countOf(severe, 'Indapamide')]).toEqual([4, 2])
    expect([countOf(mild, 'Amlodipine'), countOf(mild, 'Indapamide')]).toEqual([3, 3])
    expect(await checkTrial(world.context, trial.trial_id)).toBeNull()
    expect(await judged(trial)).toMatchObject({ code: 0, wrong: null })
  })

  test.each<[method: string, overrides: TrialOverrides]>([
    ['an urn whose counts follow flags', { ...URN, exclude_flagged_participants: true }],
    ['simple randomisation', { ...STRATIFIED, is_stratified: false }],
    ['blocks of chosen sizes', { randomisation_method_id: 9, chosen_block_sizes: '6, 12', ...STRATIFIED }],
  ])('by %s', async (_method, overrides) => {
    const trial = await aTrial(world, overrides)
    await drawn(trial, SIX_OF_EACH)
    const { data } = valueOf(
      await ask(administrator, api.listParticipants.response, `trials/${trial.trial_id}/participants`),
    )
    valueOf(await flag(administrator, trial, { id: data[0]?.id ?? 0 }))
    await drawn(trial, [0, 1, 0])
    expect(await checkTrial(world.context, trial.trial_id)).toBeNull()
    expect(await judged(trial)).toMatchObject({ code: 0, wrong: null })
  })

  test('where a study group closes at its cap, and the others continue in their ratio', async () => {
    const trial = await aTrial(world, {
      ...URN,
      study_groups: [{ name: 'A' }, { name: 'B' }, { name: 'C', max_participants: 1 }],
      trial_strata: severity('2:1:9', '1:1:9'),
    })
    await drawn(trial, [...SIX_OF_EACH, ...SIX_OF_EACH])
    expect(await checkTrial(world.context, trial.trial_id)).toBeNull()
    expect(await judged(trial)).toMatchObject({ code: 0, wrong: null })
  })
})

describe('a ratio', () => {
  test('is read back, with the weights of the groups at an option without one', async () => {
    const { trial_id } = await aTrial(world, { ...BLOCKS, trial_strata: severity('2:1') })
    expect(ratiosShown(await shownTo(administrator, trial_id))).toEqual(['2:1', null])
  })

  test('is in the audit log as it changes, and another one begins an epoch', async () => {
    const trial = await aTrial(world, URN)
    const { trial_id } = trial
    await drawn(trial, [0, 1, 0])
    await setTo(administrator, trial_id, 'paused')
    const change = withRatios('3:1', '1:1')(await shownTo(administrator, trial_id))
    const form = posted({ ...(await shownTo(administrator, trial_id)), ...change })
    const preview = valueOf(await ask(administrator, api.previewTrialSave.response, `trials/${trial_id}/changes`, form))
    const expected = { field: 'trial_strata.Severity.ratios', old: 'Severe 2:1, Mild 1:1', new: 'Severe 3:1, Mild 1:1' }
    expect(preview).toMatchObject({ begins_new_epoch: true, changes: expect.arrayContaining([expected]) })
    valueOf(await saveWith(administrator, trial_id, change))
    await setTo(administrator, trial_id, 'started')
    await drawn(trial, [0, 1])
    const { entries, trial: stored } = await storedAbout(world.database.queries, trial_id)
    expect(entries.find(({ kind }) => kind === 'trial_updated')?.changes).toEqual(expect.arrayContaining([expected]))
    expect(stored?.epoch).toBe(2)
    expect(await checkTrial(world.context, trial_id)).toBeNull()
    expect(await judged(trial)).toMatchObject({ code: 0, wrong: null })
  })

  test('that is written in other terms begins none', async () => {
    const trial = await aTrial(world, URN)
    await drawn(trial, [0])
    await setTo(administrator, trial.trial_id, 'paused')
    const same = withRatios('4:2', '2:2')(await shownTo(administrator, trial.trial_id))
    valueOf(await saveWith(administrator, trial.trial_id, same))
    expect((await storedAbout(world.database.queries, trial.trial_id)).trial?.epoch).toBe(1)
  })

  test('is part of the design that a second person confirms', async () => {
    const { trial_id } = await aTrial(world, { ...BLOCKS, status: 'planning', is_design_checked: true })
    const path = `trials/${trial_id}/design-confirmation`
    const confirmation = async () => valueOf(await ask(administrator, api.getDesignConfirmation.response, path))
    const { design_version } = await confirmation()
    valueOf(await ask(second, api.confirmDesign.response, path, posted({ design_version })))
    expect((await confirmation()).is_missing).toBe(false)
    const change = withRatios('1:2', '1:1')(await shownTo(administrator, trial_id))
    valueOf(await saveWith(administrator, trial_id, change))
    expect((await confirmation()).is_missing).toBe(true)
  })

  test('is copied with a trial whose form is sent for a new one', async () => {
    const { trial_id } = await aTrial(world, BLOCKS)
    const shown = await shownTo(administrator, trial_id)
    const copy = { ...shown, title: 'A copy', trial_status_id: 1 }
    const { id } = valueOf(await ask(administrator, api.createTrial.response, 'trials', posted(copy)))
    expect(ratiosShown(await shownTo(administrator, id))).toEqual(['2:1', '1:1'])
  })
})

describe('a ratio is refused at its field', () => {
  const RATIO = 'trial_strata.0.trial_stratum_options.0.ratio'

  test.each<[says: string, more: object, field: string, message: string]>([
    [
      'of minimisation',
      { randomisation_method_id: 3 },
      RATIO,
      'With this randomisation method the ratio cannot differ by a stratum',
    ],
    [
      'of a coin for two groups',
      { randomisation_method_id: 5 },
      RATIO,
      'With this randomisation method the ratio cannot differ by a stratum',
    ],
    [
      'of an uploaded list',
      { randomisation_method_id: 10 },
      RATIO,
      'With this randomisation method the ratio cannot differ by a stratum',
    ],
    [
      'without stratification',
      { is_stratified: false },
      RATIO,
      'The ratio can differ by a stratum only if randomisation is stratified by strata',
    ],
    [
      'where no block holds one of the ratios',
      { block_size_min: 4, block_size_max: 4 },
      'block_size_max',
      'Option 1: The range must include a multiple of the sum of the weights',
    ],
  ])('%s', async (_says, more, field, message) => {
    const { trial_id } = await aTrial(world, { ...BLOCKS, status: 'planning' })
    const { status, problem } = await saveWith(administrator, trial_id, more)
    expect([status, problem?.fields]).toEqual([422, { [field]: message }])
  })

  test.each<[says: string, ratio: string, message: string]>([
    ['of too few weights', '2', 'Option 1: A ratio needs one weight for each study group'],
    ['with a weight of 0', '2:0', 'Each weight must be a whole number, 1 or more'],
    ['that is none', 'two to one', 'Each weight must be a whole number, 1 or more'],
  ])('%s', async (_says, ratio, message) => {
    const { trial_id } = await aTrial(world, { ...BLOCKS, status: 'planning' })
    const change = withRatios(ratio, '1:1')(await shownTo(administrator, trial_id))
    const { status, problem } = await saveWith(administrator, trial_id, change)
    expect([status, problem?.fields]).toEqual([422, { [RATIO]: message }])
  })

  test('by two strata', async () => {
    const { trial_id } = await aTrial(world, {
      ...BLOCKS,
      status: 'planning',
      trial_strata: [...severity('2:1'), { name: 'Sex', options: ['Female', 'Male'] }],
    })
    const { trial_strata } = await shownTo(administrator, trial_id)
    const both = trial_strata.map((stratum) => ({
      ...stratum,
      trial_stratum_options: stratum.trial_stratum_options.map((option) => ({ ...option, ratio: '2:1' })),
    }))
    const { problem } = await saveWith(administrator, trial_id, { trial_strata: both })
    expect(problem?.fields).toEqual({
      'trial_strata.1.trial_stratum_options.0.ratio': 'The ratio may differ by one stratum only',
    })
  })
})

describe('whoever is blinded', () => {
  const aTrialBlindedTo = async (blinding: object, overrides: TrialOverrides = BLOCKS) => {
    const trial = await aTrial(world, { ...overrides, status: 'planning' })
    await grant(world, {
      person: 'unblinder',
      role: 'Trial viewer',
      trial_id: trial.trial_id,
      site_id: null,
      ...blinding,
    })
    return trial
  }
  const BLINDINGS = [
    ['wholly', { is_blinded_whole: true }],
    ['by label', { is_blinded_partial: true }],
  ] as const

  test.each(BLINDINGS)('%s is not shown a ratio, and a save leaves it as it is', async (_how, blinding) => {
    const { trial_id } = await aTrialBlindedTo(blinding)
    const shown = await shownTo(second, trial_id)
    expect(ratiosShown(shown)).toEqual([undefined, undefined])
    valueOf(await saveWith(second, trial_id, { title: 'Another title' }))
    expect(ratiosShown(await shownTo(administrator, trial_id))).toEqual(['2:1', '1:1'])
  })

  test('cannot find it by sending it, whether or not it is right', async () => {
    const { trial_id } = await aTrialBlindedTo({ is_blinded_whole: true })
    for (const ratio of ['2:1', '5:1']) {
      const { status, problem } = await saveWith(
        second,
        trial_id,
        withRatios(ratio, '1:1')(await shownTo(second, trial_id)),
      )
      const sentFields = [0, 1].map((at) => `trial_strata.0.trial_stratum_options.${at}.ratio`)
      expect([status, Object.keys(problem?.fields ?? {})]).toEqual([422, sentFields])
    }
  })

  test('may add an option, which has the ratio of the study groups', async () => {
    const { trial_id } = await aTrialBlindedTo({ is_blinded_whole: true })
    const { trial_strata } = await shownTo(second, trial_id)
    const more = trial_strata.map((stratum) => ({
      ...stratum,
      trial_stratum_options: [...stratum.trial_stratum_options, { name: 'Unknown' }],
    }))
    valueOf(await saveWith(second, trial_id, { trial_strata: more }))
    expect(ratiosShown(await shownTo(administrator, trial_id))).toEqual(['2:1', '1:1', null])
  })

  test('may correct the name of an option, which leaves its ratio as it is', async () => {
    const { trial_id } = await aTrialBlindedTo({ is_blinded_whole: true })
    const { trial_strata } = await shownTo(second, trial_id)
    const corrected = trial_strata.map((stratum) => ({
      ...stratum,
      trial_stratum_options: stratum.trial_stratum_options.map(({ id, name }) => ({ id, name: `${name} disease` })),
    }))
    valueOf(await saveWith(second, trial_id, { trial_strata: corrected }))
    expect(ratiosShown(await shownTo(administrator, trial_id))).toEqual(['2:1', '1:1'])
  })

  test('reads nothing of it in the audit log, and by label no figures by group', async () => {
    const trial = await aTrialBlindedTo({ is_blinded_partial: true }, URN)
    const { trial_id } = trial
    await setTo(administrator, trial_id, 'started')
    await drawn(trial, [0, 1])
    await setTo(administrator, trial_id, 'paused')
    valueOf(await saveWith(administrator, trial_id, withRatios('3:1', '1:1')(await shownTo(administrator, trial_id))))
    const log = (await second.fetch(`audit-logs?trial_id=${trial_id}`)).text()
    expect(await log).not.toMatch(/ratio|2:1|3:1/i)
    const { statistics } = valueOf(await ask(second, api.getTrialStatistics.response, `trials/${trial_id}/statistics`))
    expect(statistics.study_groups).toEqual([])
  })
})

describe('what a statistician takes out has the ratio of each option', () => {
  test('the analysis file, the documents and the balance by name', async () => {
    const trial = await aTrial(world, { ...STRATIFIED, is_stratified: false })
    const { trial_id, study_groups } = trial
    await drawn(trial, [0, 1, 0, 1, 0, 0])
    const { bytes } = await exported(world.url, administrator, exportPaths(trial_id).analysis, 'csv', 'content=data')
    const chances = strictCsv(bytes).map((row) => study_groups.map(({ id }) => Number(row[`p_${id}`])))
    const [severe, mild] = [
      [expect.closeTo(2 / 3, 6), expect.closeTo(1 / 3, 6)],
      [0.5, 0.5],
    ]
    expect(chances).toEqual([severe, mild, severe, mild, severe, severe])

    const { value } = await ask(
      administrator,
      api.makeOpenBalanceReport.response,
      `trials/${trial_id}/reports/balance-open`,
      posted({ type: 'data' }),
    )
    if (value === null || !('data' in value)) throw new Error('no balance')
    expect(value.data.rows[0]?.groups.map(({ expected }) => expected)).toEqual([3.7, 2.3])

    const linesOf = async (name: 'randomisation-specification' | 'sealed-appendix' | 'randomisation-report') =>
      readDocx((await documentFile(world, administrator, trial, { name, format: 'docx' })).bytes).join('\n')
    expect(await linesOf('randomisation-specification')).toMatch(
      /differs by the stratum “Severity”[^]*Severe: Amlodipine : Indapamide = 2 : 1[^]*Mild: Amlodipine : Indapamide = 1 : 1/,
    )
    expect(await linesOf('sealed-appendix')).toMatch(
      /For participants with “Severe”[^]*2\/3[^]*For participants with “Mild”[^]*1\/2/,
    )
    const report = await linesOf('randomisation-report')
    expect(report).toContain('Severe: Amlodipine : Indapamide = 2 : 1; Mild: Amlodipine : Indapamide = 1 : 1')
    expect(report).toMatch(/3\.7/)
  })

  test('the documents say that simple randomisation uses the stratum for the ratio, to who may see that', async () => {
    const trial = await aTrial(world, { ...STRATIFIED, is_stratified: false })
    const linesFor = async (who: SignedIn, name: TrialDocumentName) =>
      readDocx((await documentFile(world, who, trial, { name, format: 'docx' })).bytes).join('|')
    const protocol = await linesFor(administrator, 'randomisation-specification')
    expect(protocol).toContain(
      'Allocation is not stratified. It uses the stratum “Severity” for the ratio alone, and no other stratum.',
    )
    expect(protocol).not.toContain('does not use them')
    expect(await linesFor(administrator, 'sealed-appendix')).toContain('Allocation uses strata|For the ratio alone')
    expect(await linesFor(administrator, 'randomisation-report')).toContain('strata used for the ratio alone')
    const { trial_id } = trial
    await grant(world, { person: 'unblinder', role: 'Trial viewer', trial_id, site_id: null, is_blinded_whole: true })
    const blinded = await linesFor(await signedInAs(world, 'unblinder'), 'randomisation-specification')
    expect(blinded).toContain('Allocation is not stratified. The strata below are recorded.|')
    expect(blinded).not.toContain('for the ratio')
  })

  test('the text for the protocol says one ratio where every option has the same', async () => {
    const trial = await aTrial(world, { ...STRATIFIED, trial_strata: severity('2:1', '4:2') })
    const about = { name: 'randomisation-specification', format: 'docx' } as const
    const text = readDocx((await documentFile(world, administrator, trial, about)).bytes).join('\n')
    expect(text).toMatch(/The allocation ratio is:\s+Amlodipine : Indapamide = 2 : 1/)
    expect(text).not.toContain('differs by the stratum')
  })

  test('guessability, readiness and the simulation of the same design', async () => {
    const trial = await aTrial(world, BLOCKS)
    await drawn(trial, SIX_OF_EACH)
    const guessed = valueOf(
      await ask(administrator, api.getGuessability.response, `trials/${trial.trial_id}/guessability`),
    )
    expect(guessed.unseeing_guesser).toBeCloseTo((2 / 3 + 1 / 2) / 2, 6)
    const shown = await shownTo(administrator, trial.trial_id)
    const design = {
      randomisation_method_id: 1,
      is_stratified: true,
      block_size_min: 6,
      block_size_max: 6,
      study_groups: shown.study_groups.map(({ name }) => ({ name })),
      trial_strata: shown.trial_strata.map(({ name, trial_stratum_options }) => ({
        name,
        trial_stratum_options: trial_stratum_options.map((option) => ({ name: option.name, ratio: option.ratio })),
      })),
    }
    const id = await simulated(administrator, { design, sizes: { participants: 60 }, runs: 50 })
    const { figures } = await simulationOnce(administrator, id, ({ state }) => state === 'done')
    expect(figures?.ratio[0]?.shares.map(({ exact }) => exact)).toEqual([
      expect.closeTo(7 / 12, 6),
      expect.closeTo(5 / 12, 6),
    ])
    expect(figures).toMatchObject({ efficiency: null, selection_bias: null })
  })
})
