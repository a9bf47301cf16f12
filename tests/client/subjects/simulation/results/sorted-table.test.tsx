// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { SortedTable, type SortedColumn } from '../../../../../src/client/subjects/simulation/results/sorted-table'

afterEach(cleanup)

type Row = { letter: string; loss: number | null }

const ROWS: readonly Row[] = [
  { letter: 'A', loss: 10 },
  { letter: 'B', loss: null },
  { letter: 'C', loss: 9 },
]
const COLUMNS: readonly SortedColumn<Row>[] = [
  { key: 'design', header: 'Design', cell: ({ letter }) => letter, sortedBy: ({ letter }) => letter },
  { key: 'loss', header: 'Loss', cell: ({ loss }) => loss ?? 'None', sortedBy: ({ loss }) => loss, isFigure: true },
]

const shown = () => {
  render(
    <MantineProvider>
      <SortedTable label="Designs" columns={COLUMNS} rows={ROWS} keyOf={({ letter }) => letter} />
    </MantineProvider>,
  )
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
  const letters = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent.charAt(0))
  const order = (name: string) => screen.getByRole('columnheader', { name }).getAttribute('aria-sort')
  return { press, letters, order }
}

describe('a table that sorts', () => {
  test('stands as it is given until a heading is pressed', () => {
    const { letters, order } = shown()
    expect([letters().join(''), order('Loss')]).toEqual(['ABC', 'none'])
  })

  test('sorts by the figure, the least first, then the greatest; what has none comes last', () => {
    const { press, letters, order } = shown()
    press('Loss')
    expect([letters().join(''), order('Loss')]).toEqual(['CAB', 'ascending'])
    press('Loss')
    expect([letters().join(''), order('Loss')]).toEqual(['ACB', 'descending'])
    press('Design')
    expect([letters().join(''), order('Loss'), order('Design')]).toEqual(['ABC', 'none', 'ascending'])
  })
})
