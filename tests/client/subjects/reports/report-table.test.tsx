// @vitest-environment happy-dom
import type { ReportTable as Report } from '#contract/reports'
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ReportTable } from '../../../../src/client/subjects/reports/report-table'
import { theme } from '../../../../src/client/ui/theme'

/* A row is as high as what is short in it; what is long can be had in full. */

afterEach(cleanup)

const ACTS = '1. Study pack A-1: Allocated, Keel\n2. Study pack A-1: Dispensed, Keel\n3. Study pack A-1: Recalled, Ada'

const show = (...rows: Report['rows']) => {
  const report = {
    headings: ['Sequence number', 'Study pack actions'],
    rows,
    instance: 'test',
    timestamp: '2026-11-21T10:00:00.000Z',
  }
  render(
    <MantineProvider theme={theme}>
      <ReportTable label="Long report" report={report} page={1} onPage={() => {}} />
    </MantineProvider>,
  )
  return screen.getByRole('table', { name: 'Long report' })
}

test('long texts are cut to one line until somebody wants them in full; every reader of the page has all of them', () => {
  const table = show([1, ACTS], [2, null])
  expect(table.dataset['whole']).toBeUndefined()
  expect(screen.getByText(/3\. Study pack A-1: Recalled/).textContent).toBe(ACTS)
  fireEvent.click(screen.getByRole('switch', { name: 'Show long texts in full' }))
  expect(table.dataset['whole']).toBe('true')
})

test('where nothing is long there is nothing to choose', () => {
  show([1, 'Study pack A-1: Allocated, Keel'], [2, null])
  expect(screen.queryByRole('switch')).toBeNull()
})
