import { getLedger, revealSeed, type Ledger } from '#contract/ledger'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grant, type BuiltTrial, type TrialOverrides } from '../../../support/a-trial'
import { ask, posted, valueOf } from '../../../support/ask'
import { readChain } from '../../../support/audit-chain'
import { exported, exportPaths, exportToken, strictCsv } from '../../../support/export-calls'
import { drawnAt, everybody, recordError, staffedTrial } from '../../../support/participant-actions'
import { readXport } from '../../../support/read-xport'
import { testPortal, type TestPortal } from '../../../support/portal'
import { randomised, saveWith, setTo, shownTo } from '../../../support/save-trial'
import { signedInAs } from '../../../support/sign-in'
import { verdictOn } from '../../../verifier/run-verifier'

/* The analysis file of a trial for unblinded statisticians, and its comparison with the ledger (decision 0078). */

let world: TestPortal
let people: Awaited<ReturnType<typeof everybody>>

beforeAll(async () => {
  world = await testPortal()
  people = await everybody(world)
})
afterAll(() => world.stop())

const pathOf = ({ trial_id }: BuiltTrial) => exportPaths(trial_id).analysis

const fileOf = async (trial: BuiltTrial, content = 'data') => {
  const { response, bytes } = await exported(
    world.url,
    people.administrator,
    pathOf(trial),
    'csv',
    `content=${content}`,
  )
  return { response, text: new TextDecoder().decode(bytes), rows: strictCsv(bytes) }
}

const ledgerOf = async ({ trial_id }: BuiltTrial): Promise<Ledger> =>
  valueOf(await ask(people.administrator, getLedger.response, `trials/${trial_id}/ledger`))

const SEX = [{ name: 'Sex', options: ['Female', 'Male'] }]
const BLOCKS_OF_TWO: TrialOverrides = { randomisation_method_id: 1, block_size_min: 2, block_size_max: 2 }

/** The chances in a row and the group drawn, in the order of the groups. */
const chancesIn = (row: Record<string, string>, trial: BuiltTrial) =>
  trial.study_groups.map(({ id }) => Number(row[`p_${id}`]))
const placeOf = (row: Record<string, string>, trial: BuiltTrial) =>
  trial.study_groups.findIndex(({ id }) => String(id) === row['group_id'])

describe('the analysis file is for nobody else', () => {
  test.each(['coordinator', 'pharmacist', 'nurse', 'monitor', 'unblinder'] as const)(
    'than statisticians: %s',
    async (who) => {
      const trial = await staffedTrial(world)
      const { status, problem } = await exportToken(people[who], pathOf(trial))
      expect(`${status} ${problem?.code}`).toBe('403 forbidden')
    },
  )

  test('a blinded system administrator gets none, nor by an earlier token', async () => {
    const trial = await staffedTrial(world)
    const tokens = [
      await exportToken(people.administrator, pathOf(trial)),
      await exportToken(people.administrator, pathOf(trial)),
    ]
    const { trial_id } = trial
    await grant(world, {
      person: 'administrator',
      role: 'Trial viewer',
      trial_id,
      site_id: null,
      is_blinded_partial: true,
    })
    const { problem } = await exportToken(people.administrator, pathOf(trial))
    expect(problem?.code).toBe('blinded')
    for (const [place, format] of ['csv', 'xpt'].entries()) {
      const query = `token=${tokens[place]?.value?.token}&format=${format}`
      expect((await fetch(`${world.url}/api/v1/${pathOf(trial)}/download?${query}`)).status).toBe(403)
    }
  })
})

describe('the chances at the draw, by hand', () => {
  test('in blocks of two: a coin, and then certain', async () => {
    const trial = await staffedTrial(world, BLOCKS_OF_TWO)
    await randomised(people.administrator, trial, 6)
    const { rows } = await fileOf(trial)
    expect(rows).toHaveLength(6)
    for (const [place, row] of rows.entries()) {
      const isFirst = place % 2 === 0
      const own = placeOf(row, trial)
      expect(chancesIn(row, trial)).toEqual(isFirst ? [0.5, 0.5] : [0, 1].map((group) => Number(group === own)))
    }
  })

  test('by an urn (1, 0, 1): after one of a group it has one ball of three', async () => {
    const trial = await staffedTrial(world, { randomisation_method_id: 2 })
    await randomised(people.administrator, trial, 2)
    const [first, second] = (await fileOf(trial)).rows
    expect(chancesIn(first ?? {}, trial)).toEqual([0.5, 0.5])
    const before = placeOf(first ?? {}, trial)
    expect(chancesIn(second ?? {}, trial)).toEqual([0, 1].map((group) => (group === before ? 1 : 2) / 3))
  })

  test('by minimisation at 2 : 1: the drawn one of three virtual arms is worse', async () => {
    const study_groups = [
      { name: 'Zanamivir', weight: 2 },
      { name: 'Oseltamivir', weight: 1 },
    ]
    const trial = await staffedTrial(world, { randomisation_method_id: 3, minimisation_probability: 80, study_groups })
    await randomised(people.administrator, trial, 2)
    const [first, second] = (await fileOf(trial)).rows
    expect(chancesIn(first ?? {}, trial)).toEqual([2 / 3, 1 / 3])
    // T = 2 arms share 4/5, the other has 1/5: weights 4 · 1, 4 · 1 and 1 · 2 of 10.
    const owner = placeOf(first ?? {}, trial)
    expect(chancesIn(second ?? {}, trial)).toEqual(owner === 0 ? [6 / 10, 4 / 10] : [8 / 10, 2 / 10])
  })

  test('simple at 2 : 1', async () => {
    const study_groups = [
      { name: 'Zanamivir', weight: 2 },
      { name: 'Oseltamivir', weight: 1 },
    ]
    const trial = await staffedTrial(world, { randomisation_method_id: 4, study_groups })
    await randomised(people.administrator, trial, 1)
    expect(chancesIn((await fileOf(trial)).rows[0] ?? {}, trial)).toEqual([2 / 3, 1 / 3])
  })
})

describe('a trial with every kind of event', () => {
  let trial: BuiltTrial
  let rows: Record<string, string>[]

  beforeAll(async () => {
    trial = await staffedTrial(world, {
      randomisation_method_id: 3,
      is_stratified: true,
      is_site_stratified: true,
      exclude_flagged_participants: true,
      is_participant_id_used: false,
      trial_strata: SEX,
      selected_timezone: 'Australia/Sydney',
    })
    const { administrator } = people
    const one = await drawnAt(administrator, trial, 0, [0])
    await drawnAt(administrator, trial, 1, [1])
    await drawnAt(administrator, trial, 0, [1])
    await administrator.fetch(`trials/${trial.trial_id}/participants/${one.id}/flag`, posted({ comment: 'Withdrew' }))
    await drawnAt(administrator, trial, 0, [0])
    const answer = (option: number) =>
      trial.trial_strata.map(({ id, options }) => ({
        trial_stratum_id: id,
        trial_stratum_option_id: options[option]?.id,
      }))
    valueOf(
      await recordError(administrator, one, {
        kind: 'wrong_stratum',
        comment: 'Misread',
        as_used: answer(0),
        corrected: answer(1),
      }),
    )
    await setTo(administrator, trial.trial_id, 'paused')
    const { study_groups } = await shownTo(administrator, trial.trial_id)
    const weighted = study_groups.map((group, place) => ({ ...group, weight: place === 0 ? 2 : 1 }))
    valueOf(await saveWith(administrator, trial.trial_id, { study_groups: weighted }))
    await setTo(administrator, trial.trial_id, 'started')
    await randomised(administrator, trial, 3)
    rows = (await fileOf(trial)).rows
  })

  test('has in the file strata as used and as corrected, flags, epochs and the head', async () => {
    const ledger = await ledgerOf(trial)
    const [stratum] = trial.trial_strata
    const s = `s_${stratum?.id}`
    expect(
      rows.map((row) => [
        row['sequence_no'],
        row['epoch'],
        row['flagged'],
        row['counted_out'],
        row[s],
        row[`${s}_corrected`],
      ]),
    ).toEqual([
      ['1', '1', '1', '1', 'Female', 'Male'],
      ['2', '1', '0', '0', 'Male', 'Male'],
      ['3', '1', '0', '0', 'Male', 'Male'],
      ['4', '1', '0', '0', 'Female', 'Female'],
      ...['5', '6', '7'].map((number) => [number, '2', '0', '0', 'Female', 'Female']),
    ])
    expect(rows[0]).toMatchObject({
      site: 'Northern General',
      [`${s}_id`]: String(stratum?.options[0]?.id),
      randomised_at: '2026-11-21T05:03:00.000Z',
      randomised_on: '2026-11-21',
      ledger_length: String(ledger.length),
      ledger_head: ledger.head,
    })
    for (const row of rows) {
      const sum = chancesIn(row, trial).reduce((all, chance) => all + chance, 0)
      expect(sum).toBeCloseTo(1, 12)
    }
  })

  test('has a dictionary of every variable, in their order', async () => {
    const { rows: dictionary } = await fileOf(trial, 'dictionary')
    expect(dictionary.map(({ variable }) => variable)).toEqual(Object.keys(rows[0] ?? {}))
    expect(
      dictionary.every(
        ({ label, type, values }) => label !== '' && values !== '' && /^(text|number)$/.test(type ?? ''),
      ),
    ).toBe(true)
    // A variable name that SAS, R and Stata accept.
    for (const { variable } of dictionary) expect(variable).toMatch(/^[a-z][a-z0-9_]{0,31}$/)
  })

  test('is the same as a SAS transport file, value by value, with the labels of the dictionary', async () => {
    const transportOf = async (content: string) => {
      const query = `content=${content}`
      return exported(world.url, people.administrator, pathOf(trial), 'xpt', query)
    }
    const { response, bytes } = await transportOf('data')
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect(response.headers.get('content-disposition')).toMatch(/trial-\d+-analysis-2026-11-21\.xpt"$/)
    const { name, label, variables, rows: values } = readXport(bytes)
    expect([name, label]).toEqual(['ANALYSIS', `Analysis file of trial ${trial.trial_id}`])
    expect(
      values.map((row) =>
        Object.fromEntries(row.map((value, place) => [variables[place]?.name, value === null ? '' : String(value)])),
      ),
    ).toEqual(rows)
    const { rows: dictionary } = await fileOf(trial, 'dictionary')
    expect(variables.map((one) => [one.name, one.type, one.label])).toEqual(
      dictionary.map((one) => [one['variable'], one['type'], one['label']]),
    )
    const transported = readXport((await transportOf('dictionary')).bytes)
    expect(transported.rows).toEqual(dictionary.map((one) => Object.values(one)))
  })

  test('is recorded each time, in each form', async () => {
    for (const format of ['csv', 'xpt']) await exported(world.url, people.administrator, pathOf(trial), format)
    const { entries } = await readChain(world.database.queries, trial.trial_id)
    const recorded = entries.filter(({ kind }) => kind === 'list_exported').slice(-2)
    expect(recorded.map(({ description }) => description)).toEqual(
      ['CSV', 'SAS transport file'].map((form) => `Analysis file of trial ${trial.trial_id} exported as ${form}`),
    )
    for (const { user_id } of recorded) expect(user_id).toBe(world.personId('administrator'))
  })

  test('agrees with its ledger before the reveal, except for the chances, which need the seed', async () => {
    const { text } = await fileOf(trial)
    const { code, printed } = verdictOn(await ledgerOf(trial), { participants: text })
    expect([code, printed.split('\n').at(-1)]).toEqual([
      0,
      'What could be checked is correct, and agrees with an analysis file of 7 participants (chances not compared).',
    ])
  })

  test('agrees with it afterwards, chances included; any change in a row is named', async () => {
    await setTo(people.administrator, trial.trial_id, 'finished')
    const { text } = await fileOf(trial)
    const fresh = await signedInAs(world, 'administrator')
    valueOf(await ask(fresh, revealSeed.response, `trials/${trial.trial_id}/reveal`, posted({ reason: 'The end' })))
    const ledger = await ledgerOf(trial)
    const right = verdictOn(ledger, { participants: text })
    expect([right.code, right.printed.split('\n').at(-1)]).toEqual([
      0,
      'The ledger is correct, and agrees with an analysis file of 7 participants.',
    ])
    const lines = text.split('\r\n')
    const names = (lines[0] ?? '').replace('\uFEFF', '').split(',')
    /** The faults that the verifier finds after one cell of the fourth participant was changed. */
    const changed = (name: string, value: string) => {
      const cells = (lines[4] ?? '').split(',')
      cells[names.indexOf(name)] = value
      return verdictOn(ledger, { participants: lines.with(4, cells.join(',')).join('\r\n') }).wrong
    }
    const [group] = trial.study_groups
    for (const [name, value] of [
      ['site_id', '999'],
      ['epoch', '2'],
      ['arm', '7'],
      ['group_id', '999'],
      [`p_${group?.id}`, '0.123'],
      [`s_${trial.trial_strata[0]?.id}_id`, '999'],
      ['flagged', '1'],
      ['counted_out', '1'],
      ['randomised_at', '2026-11-21T05:03:00.001Z'],
      ['ledger_record', '1'],
      ['group', 'Something else'],
      ['site', 'Elsewhere'],
    ] as const) {
      expect([name, changed(name, value)]).toEqual([
        name,
        expect.stringMatching(`^participant 4: the analysis file says ${name} `),
      ])
    }
    expect(changed('ledger_head', 'ab'.repeat(32))).toMatch(
      /^participant 4: the analysis file has another head in this row/,
    )
    expect(changed('sequence_no', '3')).toMatch(/^participant 3: the analysis file has this participant twice/)
    const without = lines.toSpliced(4, 1).join('\r\n')
    expect(verdictOn(ledger, { participants: without }).wrong).toMatch(
      /^participant 4: the analysis file does not have/,
    )
    const elsewhere = text
      .replaceAll(String(ledger.records.at(-1)?.head), 'ab'.repeat(32))
      .replaceAll(rows[0]?.['ledger_head'] ?? '', 'cd'.repeat(32))
    expect(verdictOn(ledger, { participants: elsewhere }).wrong).toMatch(
      /^the head of the analysis file: record \d+ does not have it/,
    )
  })
})

test('a factorial trial has one group for each factor', async () => {
  const study_groups = ([1, 1, 2, 2] as const).map((factorial_level, place) => ({
    name: `G${place}`,
    factorial_level,
    weight: 1,
  }))
  const trial = await staffedTrial(world, { allocation_method_id: 4, randomisation_method_id: 4, study_groups })
  await randomised(people.administrator, trial, 3)
  const { rows, text } = await fileOf(trial)
  const [first, second, third, fourth] = trial.study_groups
  for (const row of rows) {
    expect([String(first?.id), String(second?.id)]).toContain(row['group_id_1'])
    expect([String(third?.id), String(fourth?.id)]).toContain(row['group_id_2'])
    expect(chancesIn(row, trial)).toEqual([0.5, 0.5, 0.5, 0.5])
  }
  expect(verdictOn(await ledgerOf(trial), { participants: text }).code).toBe(0)
})

test('a trial without participants has headings alone', async () => {
  const trial = await staffedTrial(world, { status: 'planning' })
  const { rows, text } = await fileOf(trial)
  expect([rows, text.split('\r\n').length]).toEqual([[], 2])
})
