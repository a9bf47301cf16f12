import type { OutcomeRow } from '#contract/randomisation-tests'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { readCsv, type CsvFault, type CsvForm } from '../../../../ui/csv/read-csv'

/** Outcomes as they were read, and the line of each. */
export type ReadOutcomes = { rows: OutcomeRow[]; lines: number[] }

const FORM: CsvForm<'participant' | 'outcome', { participant: string; outcome: string }> = {
  columns: [{ name: 'participant' }, { name: 'outcome' }],
  max_rows: 100_000,
  cellsOf: (cell) => ({ participant: cell('participant').trim(), outcome: cell('outcome').trim() }),
}

/** A file of outcomes: `participant` and `outcome`, a row for each participant. An empty outcome, or NA or a dot, is missing. */
export const readOutcomes = (file: Uint8Array): Outcome<ReadOutcomes, CsvFault[]> => {
  const read = readCsv(file, FORM)
  if (!read.ok) return read
  const faults: CsvFault[] = []
  const rows: OutcomeRow[] = []
  for (const { line, cells } of read.value) {
    const outcome = MISSING.has(cells.outcome) ? null : NUMBER.test(cells.outcome) ? Number(cells.outcome) : NaN
    if (cells.participant === '') faults.push({ line, message: 'The participant is missing' })
    else if (Number.isNaN(outcome)) faults.push({ line, message: `“${cells.outcome}” is not a number` })
    else rows.push({ participant: cells.participant, outcome })
  }
  if (read.value.length === 0) faults.push({ line: null, message: 'There is no outcome below the headings' })
  return faults.length > 0 ? refused(faults) : accepted({ rows, lines: read.value.map(({ line }) => line) })
}

const MISSING = new Set(['', 'NA', '.'])
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/
