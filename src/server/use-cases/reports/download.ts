import type { Refusal } from '#contract/errors'
import type { InSystem, InTrial } from '#contract/needs'
import type { Outcome } from '#domain/outcome'
import { isTrialDocument, TRIAL_DOCUMENTS, type TrialDocumentName } from '#domain/reports/trial-document'
import { EXPORTS, type ExportName } from '#domain/reports/export'
import { reportTitle, type ReportCell, type ReportName } from '#domain/reports/report'
import type { LongReading } from '../../ground/db/long-reading'
import type { CountedSheet } from '../../ground/files/report-sheet'
import type { Actor } from '../call/call'
import type { ServerContext } from '../call/server-context'
import type { ViewOf } from '../call/view'

/** The need of a download, which says whether it is of a trial. */
export type NeedOfDownload = InTrial | InSystem

/** The trial of a download with such a need; null for the system as a whole. */
export type TrialOf<N extends NeedOfDownload> = N extends InTrial ? number : null

/** The name of a report, an exported list or a document. */
type DownloadName = ReportName | ExportName | TrialDocumentName

/** Which of them, of which trial; null for the system as a whole. */
export type DownloadOf<Trial extends number | null = number | null> = {
  report: DownloadName
  trial_id: Trial
}

/** The person of a download, its filters, and their permission. */
export type DownloadRequest<N extends NeedOfDownload, Query = unknown> = {
  context: ServerContext
  actor: Actor
  view: ViewOf<N>
  trial_id: TrialOf<N>
  query: Query
  /** The reading of its rows, so that they are of one moment where the database supports that. */
  reading: LongReading
}

/** A report or an exported list as its viewer may see it. Its rows are read as they are sent. */
export type Download = CountedSheet & {
  /** The role of its person, for the audit log. */
  role: string
  /** The chain of the audit log with its record, where that is not the trial of the address. */
  recorded_in?: number | null
  /** The column of each heading, where columns can be chosen. */
  columns?: string[]
  /** The same as JSON, piece by piece, where it has that form. */
  json?: () => AsyncIterable<string>
  /** The same as a PDF, piece by piece, where it has that form. */
  pdf?: () => AsyncIterable<Uint8Array>
  /** The same as a SAS transport file, piece by piece, where it has that form. */
  xpt?: () => AsyncIterable<Uint8Array>
}

/** Opens a download for a person, or refuses it. */
export type OpenDownload<N extends NeedOfDownload, Query = unknown, Opened extends Download = Download> = (
  request: DownloadRequest<N, Query>,
) => Promise<Outcome<Opened, Refusal>>

/** A column: its heading, and its cell in the row of an item. */
export type DownloadColumn<Item> = { heading: string; cell: (item: Item) => ReportCell }

/** The columns of a file by the names of the list's own columns. Columns that the list lacks have another name. */
export type NamedColumns<Item> = Readonly<Record<string, readonly DownloadColumn<Item>[]>>

/** The chosen columns, in their order; all of them without a choice. Missing ones are ignored. */
export const chosenColumns = <Item>(
  columns: NamedColumns<Item>,
  chosen: readonly string[] | undefined,
): readonly DownloadColumn<Item>[] =>
  chosen === undefined ? Object.values(columns).flat() : chosen.flatMap((name) => columns[name] ?? [])

/** Headings and rows of these columns. */
export const sheetOf = <Item>(
  columns: readonly DownloadColumn<Item>[],
  { count, items }: { count: number; items: AsyncIterable<Item> },
): CountedSheet => ({ headings: columns.map(({ heading }) => heading), count, rows: rowsOf(columns, items) })

async function* rowsOf<Item>(
  columns: readonly DownloadColumn<Item>[],
  items: AsyncIterable<Item>,
): AsyncGenerator<readonly ReportCell[], void, undefined> {
  for await (const item of items) yield columns.map(({ cell }) => cell(item))
}

export const isExport = (name: DownloadName): name is ExportName => Object.hasOwn(EXPORTS, name)

export const downloadTitle = (name: DownloadName): string => {
  if (isTrialDocument(name)) return TRIAL_DOCUMENTS[name].title
  return isExport(name) ? EXPORTS[name].title : reportTitle(name)
}
