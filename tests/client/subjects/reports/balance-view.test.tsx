// @vitest-environment happy-dom
import type { BalanceReport } from '#contract/balance-report'
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { BalanceView } from '../../../../src/client/subjects/reports/balance/balance-view'
import { theme } from '../../../../src/client/ui/theme'
import { shownTable } from '../../shown-table'

/* A balance can be read by part and sorted by any figure. */

afterEach(cleanup)

const row = (
  part: 'trial' | 'site',
  site: string | null,
  one: number,
  other: number,
): BalanceReport['rows'][number] => {
  const expected = (one + other) / 2
  return {
    part,
    site,
    options: [],
    participants: one + other,
    groups: [one, other].map((observed) => ({ observed, expected, imbalance: observed - expected })),
  }
}

const OPEN: BalanceReport = {
  timestamp: '2026-11-21T10:00:00.000Z',
  form: 'open',
  pooled_because: null,
  groups: ['Active', 'Placebo'],
  strata: [],
  rows: [row('trial', null, 1006, 997), row('site', 'North', 1003, 993), row('site', 'South', 3, 4)],
}

const show = (report: BalanceReport) =>
  render(
    <MantineProvider theme={theme}>
      <BalanceView label="Balance" report={report} />
    </MantineProvider>,
  )

test('is in the order of the report, each imbalance with its sign', async () => {
  show(OPEN)
  expect(await shownTable('Balance')).toEqual([
    'Where | Participants | Active | Placebo',
    'Observed | Expected | Imbalance | Observed | Expected | Imbalance',
    'Everyone | 2,003 | 1,006 | 1,001.5 | +4.5 | 997 | 1,001.5 | −4.5',
    'North | 1,996 | 1,003 | 998.0 | +5.0 | 993 | 998.0 | −5.0',
    'South | 7 | 3 | 3.5 | −0.5 | 4 | 3.5 | +0.5',
  ])
})

test('is sorted by a figure, the largest first and then the smallest, and announces it', async () => {
  show(OPEN)
  fireEvent.click(screen.getByRole('button', { name: 'Imbalance, Placebo' }))
  const places = async () => (await shownTable('Balance')).slice(2).map((line) => line.split(' | ')[0])
  expect(await places()).toEqual(['South', 'Everyone', 'North'])
  const heading = screen.getByRole('button', { name: 'Imbalance, Placebo' }).closest('th')
  expect(heading?.getAttribute('aria-sort')).toBe('descending')
  fireEvent.click(screen.getByRole('button', { name: 'Imbalance, Placebo' }))
  expect(await places()).toEqual(['North', 'Everyone', 'South'])
  fireEvent.click(screen.getByRole('button', { name: 'Where' }))
  expect(await places()).toEqual(['Everyone', 'North', 'South'])
})

test('is narrowed to one part', async () => {
  show(OPEN)
  fireEvent.change(screen.getByRole('combobox', { name: 'Show' }), { target: { value: 'site' } })
  expect(await shownTable('Balance')).toHaveLength(4)
})

test('says why there are no groups', async () => {
  const rows = OPEN.rows.map((one) => ({ ...one, groups: [] }))
  show({ ...OPEN, form: 'pooled', pooled_because: 'unequal_ratio', groups: [], rows })
  screen.getByText('Study groups are not shown. With an unequal ratio, the sizes would show which group is which.')
  expect(await shownTable('Balance')).toEqual([
    'Where | Participants',
    'Everyone | 2,003',
    'North | 1,996',
    'South | 7',
  ])
})
