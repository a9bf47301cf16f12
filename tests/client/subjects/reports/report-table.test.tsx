// @vitest-environment happy-dom
import type { ReportTable as Report } from '#contract/reports'
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { choosableColumns } from '../../../../src/client/subjects/reports/report-columns'
import { ReportTable } from '../../../../src/client/subjects/reports/report-table'
import { theme } from '../../../../src/client/ui/theme'

/* A row is as high as its short texts. Long texts can be opened in full. */

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

test('long texts are cut to one line until a person expands them; screen readers get all of them', () => {
  const table = show([1, ACTS], [2, null])
  expect(table.dataset['whole']).toBeUndefined()
  expect(screen.getByText(/3\. Study pack A-1: Recalled/).textContent).toBe(ACTS)
  fireEvent.click(screen.getByRole('switch', { name: 'Show long texts in full' }))
  expect(table.dataset['whole']).toBe('true')
})

test('only the chosen columns are shown, in their order, and never the one for links', () => {
  const report: Report = {
    headings: ['Sequence number', 'Site', 'Sex (as used)', 'Age (as used)', 'Record ID'],
    columns: ['trial_sequence_no', 'site', 'strata', 'strata', 'record'],
    rows: [[7, 'North', 'Female', 'Under 65', 4711]],
    instance: 'test',
    timestamp: '2026-11-21T10:00:00.000Z',
  }
  const shown = (chosen: readonly string[] | undefined) => {
    cleanup()
    render(
      <MantineProvider theme={theme}>
        <ReportTable
          label="Long report"
          report={report}
          chosen={chosen}
          renderLink={(row, text) => <a href={`/participants/${row[4]}`}>{text}</a>}
          page={1}
          onPage={() => {}}
        />
      </MantineProvider>,
    )
    return screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  }
  expect(shown(undefined)).toEqual(['Sequence number', 'Site', 'Sex (as used)', 'Age (as used)'])
  expect(shown(['strata', 'flags', 'trial_sequence_no'])).toEqual(['Sex (as used)', 'Age (as used)', 'Sequence number'])
  expect(screen.getByRole('link', { name: '7' }).getAttribute('href')).toBe('/participants/4711')
  expect(choosableColumns(report)).toContainEqual({ key: 'strata', header: 'Sex (as used), Age (as used)' })
  expect(choosableColumns(report).map(({ key }) => key)).not.toContain('record')
})

test('without long texts there is no switch', () => {
  show([1, 'Study pack A-1: Allocated, Keel'], [2, null])
  expect(screen.queryByRole('switch')).toBeNull()
})
