// @vitest-environment happy-dom
import {
  cancelRandomisationTest,
  compareOutcomes,
  listRandomisationTests,
  startRandomisationTest,
  type RandomisationTest,
} from '#contract/randomisation-tests'
import { getMe } from '#contract/session'
import { screen } from '@testing-library/react'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readOutcomes } from '../../../../src/client/subjects/reports/of-trial/randomisation-test/outcomes-csv'
import { aShownTrial } from '../../a-shown-trial'
import { press, write } from '../../by-hand'
import { answers, ME, openApp, pagesOf, refuses, type Reply } from '../../open-app'

/** The role's id. */
const SYSTEM_ADMINISTRATOR = 1

const aTest = (changes: Partial<RandomisationTest> = {}): RandomisationTest => ({
  id: 5,
  created_at: '2026-11-21T05:03:00.000Z',
  created_by: { id: 7, name: 'Keel' },
  state: 'done',
  failure: null,
  progress: { done: 10_000, of: 10_000 },
  seed: 42,
  participants: 200,
  ledger_length: 203,
  ledger_head: 'ab'.repeat(32),
  software_version: '2.11.7',
  ...changes,
})

const GROUPS = [
  { id: 1, name: 'Zanamivir', label: null, weight: 1, factorial_level: null, is_blinded: false },
  { id: 2, name: 'Oseltamivir', label: null, weight: 1, factorial_level: null, is_blinded: false },
]

const opened = async (tests: RandomisationTest[], ...more: Reply[]) => {
  const app = openApp('/trials/1/reports', [
    ...pagesOf(aShownTrial({ study_groups: GROUPS }), SYSTEM_ADMINISTRATOR, { trial_id: null }),
    answers(listRandomisationTests, { data: tests }),
    ...more,
  ])
  await press('Show randomisation tests')
  return app
}

/** What is put into a live region that is there already: of a region that appears with its text, nothing is read out. */
const whatIsAnnounced = () => {
  const said: string[] = []
  const take = (changes: readonly MutationRecord[]) => {
    for (const { target, addedNodes } of changes)
      if (target instanceof Element && target.closest('[aria-live]') !== null)
        said.push(...[...addedNodes].map(({ textContent }) => textContent ?? ''))
  }
  const observer = new MutationObserver(take)
  observer.observe(document.body, { childList: true, subtree: true })
  onTestFinished(() => observer.disconnect())
  return () => {
    take(observer.takeRecords())
    return said.join(' ')
  }
}

const PATH = 'trials/1/randomisation-tests'
const sentTo = (sent: readonly { call: string; body: unknown }[], path: string) =>
  sent.filter((one) => one.call.endsWith(path)).map(({ body }) => body)

describe('a test', () => {
  test('is started with 10,000 replicates, and a seed that the server chooses', async () => {
    const { sent } = await opened([], answers(startRandomisationTest, { id: 5 }))
    expect(await screen.findByText(/^No test yet/)).toBeDefined()
    await press('Start randomisation test')
    await screen.findByText(/^No test yet/)
    expect(sentTo(sent, PATH)).toEqual([{ replicates: 10_000, seed: null }])
  })

  test('is not sent with too few replicates', async () => {
    const { sent } = await opened([], answers(startRandomisationTest, { id: 5 }))
    await write('Replicates', '999')
    await press('Start randomisation test')
    expect(await screen.findByText('Must be at least 1000')).toBeDefined()
    expect(sentTo(sent, PATH)).toEqual([])
  })

  test('under way tells how far it has come, and is cancelled by one press', async () => {
    const running = aTest({ state: 'running', progress: { done: 2500, of: 10_000 } })
    const { sent } = await opened([running], answers(cancelRandomisationTest, undefined))
    expect(await screen.findByText('2,500 of 10,000 replicates')).toBeDefined()
    await press('Cancel test 5')
    await screen.findByText('2,500 of 10,000 replicates')
    expect(sentTo(sent, `${PATH}/5`)).toHaveLength(1)
  })

  test('leads to the person who started it, for people who manage users', async () => {
    await opened([aTest()], answers(getMe, { ...ME, max_level: 4 }))
    expect((await screen.findByRole('link', { name: 'Keel' })).getAttribute('href')).toBe('/users/7')
  })

  test('names the person who started it to others', async () => {
    await opened([aTest()])
    await screen.findByText(/by Keel, version 2\.11\.7/)
    expect(screen.queryByRole('link', { name: 'Keel' })).toBeNull()
  })

  test('that was interrupted says so, and offers no file', async () => {
    await opened([aTest({ state: 'failed', failure: 'interrupted' })])
    expect(await screen.findByText('The server stopped. Start another test')).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Download reference set/ })).toBeNull()
  })
})

describe('outcomes', () => {
  test('are sent as they were pasted, and answered with a p-value and its error, which is read out', async () => {
    const result = {
      compared: 'means',
      groups: [
        { study_group: { id: 1, name: 'Zanamivir' }, participants: 1, mean: 12.5 },
        { study_group: { id: 2, name: 'Oseltamivir' }, participants: 1, mean: 9 },
      ],
      difference: 3.5,
      missing: 198,
      replicates: 9990,
      left_out: 10,
      as_extreme: 299,
      p_value: 300 / 9991,
      standard_error: 0.0017,
    } as const
    const groups: [(typeof result.groups)[0], (typeof result.groups)[1]] = [...result.groups]
    const { sent } = await opened([aTest()], answers(compareOutcomes, { ...result, groups }))
    await press('Compare outcomes by test 5')
    await write('Outcomes', 'participant,outcome\nP-1,12.5\nP-2,9\nP-3,\n')
    const announced = whatIsAnnounced()
    await press('Calculate p-value')
    expect(await screen.findByText('p = 0.030027')).toBeDefined()
    expect(await screen.findByText(/^10 replicates left out/)).toBeDefined()
    expect(announced()).toContain('p = 0.030027')
    expect(sentTo(sent, `${PATH}/5/comparison`)).toEqual([
      {
        compared: 'means',
        study_group_ids: [1, 2],
        outcomes: [
          { participant: 'P-1', outcome: 12.5 },
          { participant: 'P-2', outcome: 9 },
          { participant: 'P-3', outcome: null },
        ],
      },
    ])
  })

  test('that are large have no digit before the point rounded away', async () => {
    const group = (id: number, name: string, mean: number) => ({ study_group: { id, name }, participants: 100, mean })
    const result = {
      compared: 'means' as const,
      groups: [group(1, 'Zanamivir', 1_234_567.25), group(2, 'Oseltamivir', 1_234_561)] satisfies [unknown, unknown],
      difference: 6.25,
      missing: 0,
      replicates: 10_000,
      left_out: 0,
      as_extreme: 0,
      p_value: 1 / 10_001,
      standard_error: 0.0000999950003,
    }
    await opened([aTest()], answers(compareOutcomes, result))
    await press('Compare outcomes by test 5')
    await write('Outcomes', 'participant,outcome\nP-1,1\n')
    await press('Calculate p-value')
    expect(await screen.findByText('p = 0.00009999')).toBeDefined()
    expect(await screen.findByText('1,234,567.25 (100 participants)')).toBeDefined()
    expect(await screen.findByText('1,234,561 (100 participants)')).toBeDefined()
  })

  test('with many replicates left out have a warning, with the smallest p-value that was possible', async () => {
    const group = (id: number, name: string) => ({ study_group: { id, name }, participants: 1, mean: 1 })
    const result = {
      compared: 'means' as const,
      groups: [group(1, 'Zanamivir'), group(2, 'Oseltamivir')] satisfies [unknown, unknown],
      difference: 0,
      missing: 0,
      replicates: 499,
      left_out: 501,
      as_extreme: 499,
      p_value: 1,
      standard_error: 0,
    }
    await opened([aTest()], answers(compareOutcomes, result))
    await press('Compare outcomes by test 5')
    await write('Outcomes', 'participant,outcome\nP-1,1\nP-2,1\n')
    await press('Calculate p-value')
    expect(await screen.findByText('Many replicates were left out')).toBeDefined()
    expect(screen.getByText(/^501 replicates left out.*The smallest possible p-value is 0\.002\.$/)).toBeDefined()
  })

  test('that the server refuses are named by their line', async () => {
    const fields = { 'outcomes.1.participant': 'No participant of this test has this ID' }
    await opened([aTest()], refuses(compareOutcomes, { code: 'validation_failed', fields }))
    await press('Compare outcomes by test 5')
    await write('Outcomes', 'participant,outcome\n\nP-1,1\nP-99,2\n')
    await press('Calculate p-value')
    expect(await screen.findByText('Line 4: No participant of this test has this ID')).toBeDefined()
  })

  test('that are no numbers are not sent', async () => {
    const { sent } = await opened([aTest()])
    await press('Compare outcomes by test 5')
    await write('Outcomes', 'participant,outcome\nP-1,twelve\n')
    await press('Calculate p-value')
    expect(await screen.findByText('Line 2: “twelve” is not a number')).toBeDefined()
    expect(sentTo(sent, 'comparison')).toEqual([])
  })
})

const read = (text: string) => readOutcomes(new TextEncoder().encode(text))

test.each([
  ['participant;outcome\n1;-0.5\n', [{ participant: '1', outcome: -0.5 }]],
  [
    'Outcome\tParticipant\n1e3\tP-1\n.\tP-2\nNA\tP-3\n',
    [
      { participant: 'P-1', outcome: 1000 },
      { participant: 'P-2', outcome: null },
      { participant: 'P-3', outcome: null },
    ],
  ],
])('%j is read', (text, rows) => expect(read(text)).toMatchObject({ ok: true, value: { rows } }))

test.each([
  ['participant,outcome\n', 'There is no outcome below the headings'],
  ['id,outcome\n1,2\n', 'The column “id” is not known'],
  ['participant,outcome\n,2\n', 'The participant is missing'],
  ['participant;outcome\n1;1,5\n', '“1,5” is not a number'],
])('%j is refused', (text, message) => {
  const { ok, ...result } = read(text)
  expect(ok).toBe(false)
  expect(JSON.stringify(result)).toContain(message)
})
