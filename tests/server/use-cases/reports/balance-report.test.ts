import { makeBalanceReport, type BalanceReport } from '#contract/balance-report'
import { POOLED_WORDS } from '#domain/reports/balance-words'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SampleAccountKey } from '../../../../src/server/doors/idp/sample-accounts'
import type { BuiltTrial, TrialOverrides } from '../../../support/a-trial'
import { ask, posted } from '../../../support/ask'
import { readChain } from '../../../support/audit-chain'
import { changePermission, drawnAt, everybody, GROUP_WORDS, staffedTrial } from '../../../support/participant-actions'
import { testPortal, type TestPortal } from '../../../support/portal'
import { printed } from '../../../support/read-symbols'
import { readXlsx } from '../../../support/read-xlsx'
import { randomised, saveWith, setTo, shownTo } from '../../../support/save-trial'
import type { SignedIn } from '../../../support/sign-in'
import { tokenFor } from './report-calls'

/*
 * The balance of a trial: by name for a monitoring board, by letter or without groups for the trial team (decision
 * 0077).
 */

let world: TestPortal
let people: Awaited<ReturnType<typeof everybody>>
let trial: BuiltTrial

type Name = 'balance' | 'balance-open'
const pathOf = (name: Name, { trial_id }: Pick<BuiltTrial, 'trial_id'> = trial) => `trials/${trial_id}/reports/${name}`

const requestBalance = (who: SignedIn, name: Name, of?: BuiltTrial) =>
  ask(who, makeBalanceReport.response, pathOf(name, of), posted({ type: 'data' }))

const balance = async (who: SignedIn, name: Name, of?: BuiltTrial): Promise<BalanceReport> => {
  const { value, problem } = await requestBalance(who, name, of)
  if (value === null || !('data' in value)) throw new Error(`no report: ${problem?.code}`)
  return value.data
}

const file = async (who: SignedIn, name: Name, format: string) => {
  const token = await tokenFor(who, pathOf(name))
  const response = await fetch(`${world.url}/api/v1/${pathOf(name)}/download?token=${token}&format=${format}`)
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) }
}

const SEX = [{ name: 'Sex', options: ['Female', 'Male'] }]
const BY_LABEL = { is_blinded_whole: false, is_blinded_partial: true }
const WHOLLY = { is_blinded_whole: true, is_blinded_partial: false }

const aStaffedTrial = (more: TrialOverrides = {}) => staffedTrial(world, { trial_strata: SEX, ...more })

/** Three women at the first site, and two men and a woman at the second. */
beforeAll(async () => {
  world = await testPortal()
  people = await everybody(world)
  trial = await aStaffedTrial()
  for (const [site, option] of [
    [0, 0],
    [0, 0],
    [0, 0],
    [1, 1],
    [1, 1],
    [1, 0],
  ] as const) {
    await drawnAt(people.administrator, trial, site, [option])
  }
})
afterAll(() => world.stop())

describe('people get no more of the balance report than they may see', () => {
  test.each<[Name, SampleAccountKey, string]>([
    ['balance', 'pharmacist', '403 forbidden'],
    ['balance', 'nurse', '403 forbidden'],
    ['balance-open', 'nurse', '403 forbidden'],
    ['balance-open', 'monitor', '403 forbidden'],
    ['balance-open', 'coordinator', '403 blinded'],
  ])('the report %s, requested by the %s', async (name, who, expected) => {
    const { status, problem } = await requestBalance(people[who], name)
    expect(`${status} ${problem?.code}`).toBe(expected)
    const token = await people[who].fetch(pathOf(name), posted({ type: 'token' }))
    expect(token.status).toBe(403)
  })

  test('a token from before the blinding opens no open report', async () => {
    await changePermission(world, trial, 'coordinator', { is_blinded_whole: false, is_blinded_partial: false })
    const token = await tokenFor(people.coordinator, pathOf('balance-open'))
    await changePermission(world, trial, 'coordinator', WHOLLY)
    const path = pathOf('balance-open')
    const response = await fetch(`${world.url}/api/v1/${path}/download?token=${token}&format=pdf`)
    expect(response.status).toBe(403)
  })

  test('a person who sees nothing of the groups gets none, with an explanation', async () => {
    const report = await balance(people.coordinator, 'balance')
    expect(report).toMatchObject({ form: 'pooled', pooled_because: 'blinded', groups: [] })
    expect(report.rows[0]).toEqual({ part: 'trial', site: null, options: [null], participants: 6, groups: [] })
    expect(JSON.stringify(report)).not.toMatch(GROUP_WORDS)
    const sheet = readXlsx((await file(people.coordinator, 'balance', 'xlsx')).bytes)
    expect(sheet.rows.flat()).toContain(POOLED_WORDS.blinded)
    expect(JSON.stringify(sheet)).not.toMatch(/Zanamivir|Oseltamivir|Kit|Code|observed/)
  })

  test('a person who sees labels gets letters, and neither a name nor a label', async () => {
    await changePermission(world, trial, 'coordinator', BY_LABEL)
    const { text } = await requestBalance(people.coordinator, 'balance')
    const refused = await requestBalance(people.coordinator, 'balance-open')
    await changePermission(world, trial, 'coordinator', WHOLLY)
    expect(text).toContain('"groups":["Code A","Code B"]')
    expect(text).not.toMatch(GROUP_WORDS)
    expect(refused.problem?.code).toBe('blinded')
  })

  test('an unequal ratio is never coded, nor for a person who sees the groups', async () => {
    const [first, second] = [
      { name: 'Zanamivir', label: 'Kit L', weight: 2 },
      { name: 'Oseltamivir', label: 'Kit K' },
    ]
    const unequal = await aStaffedTrial({ study_groups: [first, second] })
    await drawnAt(people.administrator, unequal, 0, [0])
    const report = await balance(people.administrator, 'balance', unequal)
    expect(report).toMatchObject({ form: 'pooled', pooled_because: 'unequal_ratio', groups: [] })
    expect((await balance(people.administrator, 'balance-open', unequal)).groups).toEqual(['Zanamivir', 'Oseltamivir'])
  })
})

describe('its letters', () => {
  /** The counts by letter, and those by name in the order of the groups. */
  const counts = async (of: BuiltTrial) => {
    const coded = await balance(people.administrator, 'balance', of)
    const open = await balance(people.administrator, 'balance-open', of)
    const ofTrial = ({ rows }: BalanceReport) => rows[0]?.groups.map(({ observed }) => observed) ?? []
    return { coded: ofTrial(coded), open: ofTrial(open) }
  }

  test('stay the same as participants are added, and stand for the same people as the names', async () => {
    const own = await aStaffedTrial()
    // Three people in two groups: one group has more.
    for (const site of [0, 1, 1]) await drawnAt(people.administrator, own, site, [0])
    const { coded, open } = await counts(own)
    const ascending = (counted: number[]) => counted.toSorted((a, b) => a - b)
    expect(ascending(coded)).toEqual(ascending(open))
    await drawnAt(people.administrator, own, 0, [0])
    const after = await counts(own)
    const grown = (now: number[], before: number[]) => now.map((count, place) => count - (before[place] ?? 0))
    const swaps = JSON.stringify(coded) !== JSON.stringify(open)
    expect(grown(after.coded, coded)).toEqual(swaps ? grown(after.open, open).toReversed() : grown(after.open, open))
  })

  test('do not follow the order of the groups: some of twelve trials begin with the first, some with the second', async () => {
    const firsts: boolean[] = []
    for (let one = 0; one < 12; one += 1) {
      const other = await aStaffedTrial({ trial_strata: [] })
      await randomised(people.administrator, other, 1)
      const { coded, open } = await counts(other)
      firsts.push(coded[0] === open[0])
    }
    expect(new Set(firsts)).toEqual(new Set([true, false]))
  })
})

describe('the open report', () => {
  test('counts every group by site, by option and by both, beside the expected counts', async () => {
    const report = await balance(people.administrator, 'balance-open')
    expect(report).toMatchObject({ form: 'open', groups: ['Zanamivir', 'Oseltamivir'], strata: ['Sex'] })
    const [north, south] = trial.sites.map(({ title }) => title)
    expect(report.rows.map(({ part, site, options, participants }) => [part, site, ...options, participants])).toEqual([
      ['trial', null, null, 6],
      ['site', north, null, 3],
      ['site', south, null, 3],
      ['option', null, 'Female', 4],
      ['option', null, 'Male', 2],
      ['site_option', north, 'Female', 3],
      ['site_option', south, 'Female', 1],
      ['site_option', south, 'Male', 2],
    ])
    for (const { participants, groups } of report.rows) {
      expect(groups.map(({ observed }) => observed).reduce((sum, count) => sum + count)).toBe(participants)
      for (const { observed, expected, imbalance } of groups) {
        expect([expected, imbalance]).toEqual([participants / 2, observed - participants / 2])
      }
    }
  })

  test('agrees with the list of participants, one by one', async () => {
    const drawn = await world.database.queries
      .selectFrom('participants')
      .innerJoin('participant_groups', 'participant_groups.participant_id', 'participants.id')
      .innerJoin('study_groups', 'study_groups.id', 'participant_groups.study_group_id')
      .select(['site_id', 'study_groups.name'])
      .where('participants.trial_id', '=', trial.trial_id)
      .execute()
    const report = await balance(people.administrator, 'balance-open')
    for (const site of trial.sites) {
      const row = report.rows.find((one) => one.part === 'site' && one.site === site.title)
      expect(row?.groups.map(({ observed }) => observed)).toEqual(
        report.groups.map((name) => drawn.filter((one) => one.site_id === site.id && one.name === name).length),
      )
    }
  })

  test('expects each participant by the ratio of their epoch, and codes such a trial no more', async () => {
    const changed = await aStaffedTrial({ trial_strata: [] })
    await randomised(people.administrator, changed, 2)
    await setTo(people.administrator, changed.trial_id, 'paused')
    const { study_groups } = await shownTo(people.administrator, changed.trial_id)
    const weighted = study_groups.map((group, place) => ({ ...group, weight: place === 0 ? 2 : 1 }))
    expect((await saveWith(people.administrator, changed.trial_id, { study_groups: weighted })).problem).toBeNull()
    await setTo(people.administrator, changed.trial_id, 'started')
    await randomised(people.administrator, changed, 3)
    const [whole] = (await balance(people.administrator, 'balance-open', changed)).rows
    // 2 · 1/2 + 3 · 2/3 = 3, and 2 · 1/2 + 3 · 1/3 = 2.
    expect(whole?.groups.map(({ expected }) => expected)).toEqual([3, 2])
    expect((await balance(people.administrator, 'balance', changed)).pooled_because).toBe('unequal_ratio')
  })

  test('has one row of nobody for a trial that was never started', async () => {
    const planned = await aStaffedTrial({ status: 'planning' })
    const report = await balance(people.administrator, 'balance-open', planned)
    expect(report.rows).toEqual([
      {
        part: 'trial',
        site: null,
        options: [null],
        participants: 0,
        groups: [0, 1].map(() => ({ observed: 0, expected: 0, imbalance: 0 })),
      },
    ])
  })
})

describe('as a file', () => {
  test('it is a spreadsheet with the same rows', async () => {
    const report = await balance(people.administrator, 'balance-open')
    const { response, bytes } = await file(people.administrator, 'balance-open', 'xlsx')
    expect(response.headers.get('Content-Disposition')).toBe(
      `attachment; filename="trial-${trial.trial_id}-open-balance-report-2026-11-21.xlsx"`,
    )
    const [headings, ...rows] = readXlsx(bytes).rows
    expect(headings).toEqual([
      'Part',
      'Site',
      'Sex (as used)',
      'Participants',
      'Zanamivir: observed',
      'Zanamivir: expected',
      'Zanamivir: imbalance',
      'Oseltamivir: observed',
      'Oseltamivir: expected',
      'Oseltamivir: imbalance',
      'Largest imbalance',
    ])
    expect(rows.map((row) => row[3])).toEqual(report.rows.map(({ participants }) => participants))
    expect(rows[0]?.slice(4, 7)).toEqual(Object.values(report.rows[0]?.groups[0] ?? {}))
  })

  test('it is a PDF', async () => {
    const { response, bytes } = await file(people.administrator, 'balance', 'pdf')
    expect(response.headers.get('Content-Type')).toBe('application/pdf')
    expect(response.headers.get('Content-Disposition')).toContain('balance-report-2026-11-21.pdf')
    const [page, ...more] = await printed(bytes, 72)
    expect(more).toEqual([])
    const words = (page?.text ?? '').replaceAll(/\s+/g, ' ')
    expect(words).toContain(`Balance report: A trial of two tablets`)
    expect(words).toContain('Code A Code B')
    expect(words).toMatch(/Everyone 6 \d \/ 3\.0 \/ \S+ \d \/ 3\.0 \/ /)
    expect(words).toContain('Southern General · Sex: Male')
    expect(words).not.toMatch(GROUP_WORDS)
  })

  test('it comes in no other form', async () => {
    const { response } = await file(people.administrator, 'balance', 'csv')
    expect(response.status).toBe(422)
  })

  test('it is recorded each time, with its kind', async () => {
    const before = (await readChain(world.database.queries, trial.trial_id)).entries.length
    await balance(people.administrator, 'balance')
    await file(people.administrator, 'balance-open', 'xlsx')
    await file(people.administrator, 'balance-open', 'pdf')
    const entries = (await readChain(world.database.queries, trial.trial_id)).entries.slice(before)
    expect(entries.map(({ description }) => description)).toEqual([
      `Balance report of trial ${trial.trial_id} generated`,
      `Open balance report of trial ${trial.trial_id} downloaded`,
      `Open balance report of trial ${trial.trial_id} downloaded as PDF`,
    ])
  })
})
