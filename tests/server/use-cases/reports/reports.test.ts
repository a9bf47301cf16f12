import { getParticipant } from '#contract/participants'
import { ROW_COUNT } from '#contract/row-count'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SampleAccountKey } from '../../../../src/server/doors/idp/sample-accounts'
import type { BuiltTrial } from '../../../support/a-trial'
import { aTrial, grant } from '../../../support/a-trial'
import { ask, posted, valueOf } from '../../../support/ask'
import { readChain } from '../../../support/audit-chain'
import { giveParticipants } from '../../../support/many-participants'
import {
  changePermission,
  drawnAt,
  everybody,
  GROUP_WORDS,
  recordError,
  recordInadvertent,
  staffedTrial,
  unblind,
} from '../../../support/participant-actions'
import { testPortal, type TestPortal } from '../../../support/portal'
import { rowsOf, sectionsOf, tableOf } from './report-calls'

let world: TestPortal
let people: Awaited<ReturnType<typeof everybody>>
let trial: BuiltTrial
const path = (name: string) => `trials/${trial.trial_id}/reports/${name}`

/** Three participants, of whom the first has every event that a report shows. */
beforeAll(async () => {
  world = await testPortal()
  people = await everybody(world)
  trial = await staffedTrial(world, {
    selected_timezone: 'Australia/Sydney',
    trial_strata: [{ name: 'Sex', options: ['Female', 'Male'] }],
    packs: 10,
  })
  const one = await drawnAt(people.nurse, trial, 0, [0])
  await drawnAt(people.administrator, trial, 1, [1])
  await drawnAt(people.administrator, trial, 1, [1])
  world.clock.step(3600)
  const flag = `trials/${trial.trial_id}/participants/${one.id}/flag`
  await people.nurse.fetch(flag, posted({ comment: '=cmd|calc', performed_at: '2026-11-21T05:30:00.000Z' }))
  await people.coordinator.fetch(flag, posted({ comment: 'Came back' }))
  valueOf(await unblind(people.unblinder, one))
  const { study_group } = valueOf(
    await ask(people.nurse, getParticipant.response, `trials/${trial.trial_id}/participants/${one.id}`),
  )
  valueOf(await recordInadvertent(people.nurse, one, { comment: `He was told ${study_group.name}` }))
  const answer = (option: number) => [
    {
      trial_stratum_id: trial.trial_strata[0]?.id,
      trial_stratum_option_id: trial.trial_strata[0]?.options[option]?.id,
    },
  ]
  const sides = { as_used: answer(0), corrected: answer(1) }
  valueOf(await recordError(people.administrator, one, { kind: 'wrong_stratum', comment: 'Misread', ...sides }))
  const words = { as_used: `For ${study_group.name}`, corrected: 'For nobody' }
  valueOf(await recordError(people.nurse, one, { kind: 'other', comment: 'Mixed up', ...words }))
})
afterAll(() => world.stop())

describe('people without the level get no report', () => {
  test.each<[string, SampleAccountKey, string]>([
    ['long', 'pharmacist', '403 forbidden'],
    ['long', 'nurse', '403 forbidden'],
    ['short', 'monitor', '403 forbidden'],
    ['mgmt', 'coordinator', '403 forbidden'],
    ['mgmt', 'nurse', '403 forbidden'],
  ])('the %s report, requested by the %s, is refused', async (name, who, expected) => {
    const { status, problem } = await tableOf(people[who], path(name))
    expect(`${status} ${problem?.code}`).toBe(expected)
  })

  test('a trial that they may not know of has none', async () => {
    const { trial_id } = await aTrial(world)
    const { status } = await tableOf(people.coordinator, `trials/${trial_id}/reports/long`)
    expect(status).toBe(404)
  })

  test('the management report of the system is for its administrators', async () => {
    const { problem } = await tableOf(people.coordinator, 'reports/mgmt')
    expect(problem?.code).toBe('forbidden')
  })

  test.each([{}, { type: 'html' }, { type: 'data', sites: [1] }])('a request with %j is refused', async (body) => {
    const response = await people.administrator.fetch(path('long'), posted(body))
    expect(response.status).toBe(422)
  })
})

describe('the long report', () => {
  test('has a row for each participant, with strata as used and errors and corrections beside them', async () => {
    const [one, two, three, ...more] = await rowsOf(people.administrator, path('long'))
    expect(more).toEqual([])
    expect([two?.['Sequence number'], three?.['Sequence number']]).toEqual([2, 3])
    expect(one).toMatchObject({
      'Sequence number': 1,
      'Randomised at (Australia/Sydney)': '2026-11-21 16:03:00+11:00',
      Site: 'Northern General',
      'Sex (as used)': 'Female',
      'Study pack status': 'Allocated (not dispensed)',
      'Flag status': 'Unflagged',
    })
    expect(one?.['Randomised in error']).toContain('Wrong stratum')
    expect(String(one?.['As used']).split('\n')[0]).toBe('1. Sex: Female')
    expect(String(one?.['Corrected']).split('\n')).toEqual(['1. Sex: Male', '2. For nobody'])
    expect(one?.['Study group']).toMatch(GROUP_WORDS)
  })

  test('shows by both clocks when an act was done before it was recorded', async () => {
    const [one] = await rowsOf(people.administrator, path('long'))
    const [flagged, lifted] = String(one?.['Flags']).split('\n')
    expect(flagged).toContain('2026-11-21 17:03:00+11:00 (done at 2026-11-21 16:30:00+11:00): =cmd|calc')
    expect(lifted).toMatch(/^2\. Unflagged by .*, 2026-11-21 17:03:00\+11:00: Came back$/)
  })

  test('shows blinded people nothing of the groups, nor what others wrote of them', async () => {
    const { text } = await tableOf(people.coordinator, path('long'))
    expect(text).not.toMatch(GROUP_WORDS)
    const [one] = await rowsOf(people.coordinator, path('long'))
    expect(one).toMatchObject({ 'Study group': 'Blinded', 'Sex (as used)': 'Female' })
    expect(one?.['Unblinded by accident']).toContain('hidden, because it could reveal the study group')
    expect(String(one?.['As used'])).toBe('1. Sex: Female\n2. ')
  })

  test('shows labels to people who see labels', async () => {
    await changePermission(world, trial, 'coordinator', { is_blinded_whole: false, is_blinded_partial: true })
    const rows = await rowsOf(people.coordinator, path('long'))
    await changePermission(world, trial, 'coordinator', { is_blinded_whole: true, is_blinded_partial: false })
    expect(rows.map((row) => row['Study group'])).toEqual([
      expect.stringMatching(/^Kit [KL]$/),
      expect.stringMatching(/^Kit [KL]$/),
      expect.stringMatching(/^Kit [KL]$/),
    ])
  })

  test('lists every participant once, however many readings it takes', async () => {
    const { trial_id } = await aTrial(world)
    const { queries } = world.database
    await giveParticipants(queries, trial_id, { count: 1203, days: 30, until: world.clock.now() })
    await queries.updateTable('trials').set({ last_sequence_no: 1203 }).where('id', '=', trial_id).execute()
    const rows = await rowsOf(people.administrator, `trials/${trial_id}/reports/long`)
    expect(rows.map((row) => row['Sequence number'])).toEqual(Array.from({ length: 1203 }, (_, place) => place + 1))
  })
})

describe('the short report', () => {
  test('shows the figures by section', async () => {
    const sections = await sectionsOf(people.administrator, trial.trial_id)
    expect(sections).toMatchObject({
      'Trial: Title': 'A trial of two tablets',
      'Trial: Status': 'Started',
      'Trial: Instance': 'test',
      'Recruitment: Recruited': 3,
      'Recruitment: Participants in this report': 3,
      'Recruitment: Flagged': 0,
      'Recruitment: Unblinded': 1,
      'Recruitment: Unblinded by accident': 1,
      'Recruitment: Randomised in error': 1,
      'Participants by site: Northern General': 1,
      'Participants by site: Southern General': 2,
      'Participants by Sex (as used): Female': 1,
      'Participants by Sex (as used): Male': 2,
      'Participants by Sex (recorded in error): Female as used, corrected to Male': 1,
      'Study packs, Northern General: Allocated (not dispensed)': 1,
    })
    const groups = Object.entries(sections).filter(([key]) => key.startsWith('Participants by study group'))
    expect(groups.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(3)
  })

  test('counts only the last of several corrections of a participant’s stratum, and the strata as they were used', async () => {
    const corrected = await staffedTrial(world, {
      trial_strata: [
        { name: 'Age', options: ['Young', 'Middle', 'Old'] },
        { name: 'Sex', options: ['Female', 'Male'] },
      ],
    })
    const first = await drawnAt(people.administrator, corrected, 0, [0, 0])
    const second = await drawnAt(people.administrator, corrected, 1, [0, 1])
    /** Records an error in strata: the used option and the right one, by place of stratum and option. */
    const wrong = async (participant: typeof first, ...strata: [stratum: number, used: number, right: number][]) => {
      const answers = (side: 1 | 2) =>
        strata.map((one) => {
          const stratum = corrected.trial_strata[one[0]]
          return { trial_stratum_id: stratum?.id, trial_stratum_option_id: stratum?.options[one[side]]?.id }
        })
      const sides = { as_used: answers(1), corrected: answers(2) }
      valueOf(
        await recordError(people.administrator, participant, { kind: 'wrong_stratum', comment: 'Misread', ...sides }),
      )
    }
    const figures = async () => {
      const sections = await sectionsOf(people.administrator, corrected.trial_id)
      return Object.entries(sections).filter(([key]) => /by (Age|Sex)|in error$/.test(key))
    }
    const asUsed = [
      ['Participants by Age (as used): Young', 2],
      ['Participants by Age (as used): Middle', 0],
      ['Participants by Age (as used): Old', 0],
    ]
    const sex = [
      ['Participants by Sex (as used): Female', 1],
      ['Participants by Sex (as used): Male', 1],
    ]
    const [middle, old] = ['Middle', 'Old'].map(
      (right) => `Participants by Age (recorded in error): Young as used, corrected to ${right}`,
    )
    const male = ['Participants by Sex (recorded in error): Female as used, corrected to Male', 1]

    await wrong(first, [0, 0, 1], [1, 0, 1])
    await wrong(second, [0, 0, 1])
    expect(await figures()).toEqual([['Recruitment: Randomised in error', 2], ...asUsed, [middle, 2], ...sex, male])
    // This report does not mention the sex, so the earlier one about it still holds.
    await wrong(first, [0, 0, 2])
    expect(await figures()).toEqual([
      ['Recruitment: Randomised in error', 2],
      ...asUsed,
      [middle, 1],
      [old, 1],
      ...sex,
      male,
    ])
    await wrong(first, [0, 0, 1])
    expect(await figures()).toEqual([['Recruitment: Randomised in error', 2], ...asUsed, [middle, 2], ...sex, male])
  })

  test('compares a correction with the draw, not with the used value that its writer, who sees no strata, gave', async () => {
    const misread = await staffedTrial(world, { trial_strata: [{ name: 'Sex', options: ['Female', 'Male', 'Other'] }] })
    const [stratum] = misread.trial_strata
    const answer = (option: number) => [
      { trial_stratum_id: stratum?.id, trial_stratum_option_id: stratum?.options[option]?.id },
    ]
    const errorColumns = async (right: number) => {
      const sides = { as_used: answer(1), corrected: answer(right) }
      valueOf(await recordError(people.nurse, woman, { kind: 'wrong_stratum', comment: 'Misread', ...sides }))
      const figures = Object.entries(await sectionsOf(people.administrator, misread.trial_id))
      return figures.filter(([key]) => key.includes('by Sex'))
    }
    const woman = await drawnAt(people.administrator, misread, 0, [0])
    const asUsed = [
      ['Participants by Sex (as used): Female', 1],
      ['Participants by Sex (as used): Male', 0],
      ['Participants by Sex (as used): Other', 0],
    ]
    expect(await errorColumns(2)).toEqual([
      ...asUsed,
      ['Participants by Sex (recorded in error): Female as used, corrected to Other', 1],
    ])
    const [row] = await rowsOf(people.administrator, `trials/${misread.trial_id}/reports/long`)
    expect(row).toMatchObject({
      'Sex (as used)': 'Female',
      'As used': 'Sex: Male (drawn as Female)',
      Corrected: 'Sex: Other',
    })
    // The right options are those of the draw, so nothing is left to correct.
    expect(await errorColumns(0)).toEqual(asUsed)
  })

  test('has no figures by group for blinded people', async () => {
    const sections = await sectionsOf(people.coordinator, trial.trial_id)
    expect(Object.keys(sections).filter((key) => key.includes('study group'))).toEqual([])
    expect(JSON.stringify(sections)).not.toMatch(GROUP_WORDS)
  })
})

describe('the management report', () => {
  test('has a row for each trial within reach, with its figures, dates and billing', async () => {
    const billed = await aTrial(world, {
      title: '=A billed trial',
      sample_size: 40,
      org_quote_amount: 1250.5,
      org_billing_address: '1 High Street',
    })
    const rows = await rowsOf(people.administrator, 'reports/mgmt')
    expect(rows.find((row) => row['Trial ID'] === billed.trial_id)).toMatchObject({
      Title: '=A billed trial',
      Status: 'Started',
      'Sample size': 40,
      Recruited: 0,
      Sites: 2,
      Organisation: 'A trials unit',
      'Quote amount': 1250.5,
      'Billing address': '1 High Street',
    })
    const alone = await rowsOf(people.administrator, `trials/${billed.trial_id}/reports/mgmt`)
    expect(alone.map((row) => row['Trial ID'])).toEqual([billed.trial_id])
  })

  test.each(['of the system', 'of one trial'])(
    'is streamed %s: the number of rows comes first, then each row on a line',
    async (of) => {
      const at = of === 'of one trial' ? path('mgmt') : 'reports/mgmt'
      const answer = await people.administrator.fetch(at, posted({ type: 'data' }))
      const text = await answer.text()
      const rows = Number(answer.headers.get(ROW_COUNT))
      expect(rows).toBeGreaterThan(0)
      expect(text.split('\n')).toHaveLength(rows + 1)
      const { entries } = await readChain(world.database.queries, of === 'of one trial' ? trial.trial_id : 0)
      expect(entries.at(-1)?.kind).toBe('report_generated')
    },
  )

  test('leaves out a protected trial until its administrator is let in', async () => {
    const { trial_id } = await aTrial(world, { title: 'Guarded' })
    const trials = world.database.queries.updateTable('trials').where('id', '=', trial_id)
    await trials.set({ is_protected_trial: true }).execute()
    const listed = async () =>
      (await rowsOf(people.administrator, 'reports/mgmt')).some((row) => row['Trial ID'] === trial_id)
    expect(await listed()).toBe(false)
    expect((await tableOf(people.administrator, `trials/${trial_id}/reports/mgmt`)).status).toBe(404)
    await grant(world, { person: 'administrator', role: 'Trial administrator', trial_id, site_id: null })
    expect(await listed()).toBe(true)
  })
})

test('an issued report is in the audit log with the person who got it', async () => {
  await rowsOf(people.coordinator, path('long'))
  const { entries } = await readChain(world.database.queries, trial.trial_id)
  expect(entries.at(-1)).toMatchObject({
    kind: 'report_generated',
    user_id: world.personId('coordinator'),
    role: 'Trial administrator',
    description: `Long report of trial ${trial.trial_id} generated`,
  })
})
