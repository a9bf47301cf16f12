// @vitest-environment happy-dom
import { changeMonthlyReport, getMonthlyReport, type MonthlyReport } from '#contract/monthly-report'
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aShownTrial } from '../../a-shown-trial'
import { press } from '../../by-hand'
import { answers, openApp, pagesOf, refuses } from '../../open-app'
import { wordsOf } from '../../shown-table'
import { ADMINISTRATOR } from '../shown-lists'

/* The recipients of the monthly report, and the statements on its tab. */

const KEEL = { id: 7, name: 'Keel' }
const MORROW = { id: 8, name: 'Morrow' }

const aReport = (changes: Partial<MonthlyReport> = {}): MonthlyReport => ({
  recipients: [KEEL],
  candidates: [MORROW],
  last: null,
  next_at: '2026-12-01T12:20:00.000Z',
  is_written_to_files: false,
  ...changes,
})

const opened = (report: Partial<MonthlyReport> = {}, change = answers(changeMonthlyReport, aReport())) =>
  openApp('/trials/1/reports', [
    ...pagesOf(aShownTrial(), ADMINISTRATOR),
    answers(getMonthlyReport, aReport(report)),
    change,
  ])

const section = async () => screen.findByRole('region', { name: 'Monthly report by email' })
const words = async () => {
  await screen.findByLabelText('Add a recipient', { selector: 'input' })
  return wordsOf(await section())
}
const recipients = async () =>
  within(await screen.findByRole('list', { name: 'Recipients of the monthly report' }))
    .getAllByRole('listitem')
    .map((item) => item.querySelector('span')?.textContent)

describe('the recipients', () => {
  test('are named, with a button to remove each: one press, of that person alone', async () => {
    const { sent } = opened({}, answers(changeMonthlyReport, aReport({ recipients: [], candidates: [KEEL, MORROW] })))
    expect(await recipients()).toEqual(['Keel'])
    await press('Remove Keel')
    expect(await screen.findByText('No one gets it yet. Add a person below.')).toBeDefined()
    expect(sent.map(({ body }) => body)).toEqual([{ add: [], remove: [7] }])
  })

  test('are added from people who may see the reports', async () => {
    const both = aReport({ recipients: [KEEL, MORROW], candidates: [] })
    const { sent } = opened({}, answers(changeMonthlyReport, both))
    const add = await screen.findByRole('button', { name: 'Add recipient' })
    expect(add).toHaveProperty('disabled', true)
    fireEvent.click(await screen.findByLabelText('Add a recipient', { selector: 'input' }))
    fireEvent.click(await screen.findByText('Morrow (ID 8)'))
    fireEvent.click(add)
    expect(await screen.findByRole('button', { name: 'Remove Morrow' })).toBeDefined()
    expect(sent.map(({ body }) => body)).toEqual([{ add: [8], remove: [] }])
  })

  test('stay unchanged where the change was refused, with a message', async () => {
    opened({}, refuses(changeMonthlyReport, { code: 'forbidden' }))
    await press('Remove Keel')
    expect(await screen.findByText('The recipients were not changed')).toBeDefined()
    expect(await recipients()).toEqual(['Keel'])
  })
})

describe('the times of the report', () => {
  const LAST = { month: '2026-10', sent_at: '2026-11-01T12:20:00.000Z', recipients: 2 }

  test.each<[string, Partial<MonthlyReport>, RegExp]>([
    [
      'the last and the next',
      { last: LAST },
      /Last sent: October 2026, on 1 Nov 2026.*, to 2 people\. Next: 1 Dec 2026/,
    ],
    ['before the first', {}, /Not sent yet\. Next: 1 Dec 2026/],
    ['a trial that is not under way', { next_at: null }, /follows the first month in which the trial is under way/],
    ['no recipients', { recipients: [] }, /Without recipients, none is sent/],
  ])('%s', async (_, report, said) => {
    opened(report)
    expect(await words()).toMatch(said)
  })

  test('an older server does not say whether emails are written to files', async () => {
    const { is_written_to_files: _, ...older } = aReport()
    openApp('/trials/1/reports', [...pagesOf(aShownTrial(), ADMINISTRATOR), answers(getMonthlyReport, older)])
    expect(await words()).toMatch(/Next: 1 Dec 2026/)
  })

  test('no time is promised where the service sends no email', async () => {
    opened({ is_written_to_files: true, last: LAST })
    const said = await words()
    expect(said).toContain('This service sends no email')
    expect(said).not.toMatch(/Next|Last sent/)
  })
})
