import type { ParsedInput } from '#contract/endpoint'
import type { InTrial } from '#contract/needs'
import type { downloadReferenceSet } from '#contract/randomisation-tests'
import { accepted } from '#domain/outcome'
import type { ReportCell } from '#domain/reports/report'
import type { OpenDownload } from '../download'
import { readReferenceSet, type ReferenceSetReading } from './reference-set-reading'

/**
 * A row for the trial as it was drawn (replicate 0), then one for each replicate. All draws of a row are one text, a letter for each
 * participant in order of the sequence number. What they were made of stands in every row, as in the analysis file.
 */
export const exportReferenceSet: OpenDownload<InTrial, ParsedInput<typeof downloadReferenceSet>['query']> = async ({
  view,
  trial_id,
  query,
  reading,
}) => {
  const set = await readReferenceSet(reading, trial_id, query.test)
  if (!set.ok) return set
  return accepted({
    role: view.permission.role.title,
    headings: HEADINGS,
    count: 1 + set.value.test.replicates,
    rows: rowsOf(set.value),
  })
}

const HEADINGS = [
  'replicate',
  'draws',
  'key',
  'participants',
  'replicates',
  'seed',
  'ledger_length',
  'ledger_head',
  'software_version',
]

async function* rowsOf({
  test,
  cells,
  draws,
}: ReferenceSetReading): AsyncGenerator<readonly ReportCell[], void, undefined> {
  const codes = codesOf(cells.length)
  const textOf = drawsAsText(codes)
  const key = cells.map((groupIds, cell) => `${codes[cell]}=${groupIds.join('+')}`).join(' ')
  const { participants, replicates, seed, ledger_length, ledger_head, software_version } = test
  const made = [key, participants, replicates, seed, ledger_length, ledger_head, software_version]
  let replicate = 0
  for await (const drawn of draws()) {
    yield [replicate, textOf(drawn), ...made]
    replicate += 1
  }
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A letter for each cell; where there are more cells than letters, numbers from 1. */
const codesOf = (cells: number): readonly string[] =>
  cells <= LETTERS.length ? LETTERS.split('') : Array.from({ length: cells }, (_, cell) => String(cell + 1))

/** Letters without anything between, numbers with blanks. A set has some ten million draws, so letters are written as bytes. */
const drawsAsText = (codes: readonly string[]): ((drawn: Uint16Array) => string) => {
  if (codes.length > LETTERS.length) return (drawn) => Array.from(drawn, (cell) => codes[cell]).join(' ')
  const bytes = Uint8Array.from(codes, (code) => code.charCodeAt(0))
  return (drawn) => Buffer.from(Uint8Array.from(drawn, (cell) => bytes[cell] ?? 0)).toString('latin1')
}
