import type { Refusal } from '#contract/errors'
import type { InSystem, InTrial } from '#contract/needs'
import type { Outcome } from '#domain/outcome'
import { EXPORTS, type ExportName } from '#domain/reports/export'
import { reportTitle, type ReportCell, type ReportName } from '#domain/reports/report'
import type { LongReading } from '../../ground/db/long-reading'
import type { CountedSheet } from '../../ground/files/report-sheet'
import type { Actor } from '../call/call'
import type { ServerContext } from '../call/server-context'
import type { ViewOf } from '../call/view'

/** What a download needs, which says whether it is of a trial. */
export type NeedOfDownload = InTrial | InSystem

/** The trial of what has such a need; null for the system as a whole. */
export type TrialOf<N extends NeedOfDownload> = N extends InTrial ? number : null

/** Which report or exported list, of which trial; null for the system as a whole. */
export type DownloadOf<Trial extends number | null = number | null> = {
  report: ReportName | ExportName
  trial_id: Trial
}

/** Who asks for a download, narrowed how, and how they stand to it. */
export type DownloadRequest<N extends NeedOfDownload, Query = unknown> = {
  context: ServerContext
  actor: Actor
  view: ViewOf<N>
  trial_id: TrialOf<N>
  query: Query
  /** What its rows are read through, so that they are of one moment where the database can do that. */
  reading: LongReading
}

/** A report or an exported list as its viewer may have it. Its rows are read as they are taken. */
export type Download = CountedSheet & {
  /** The role in which they have it, for the audit log. */
  role: string
  /** Whose chain of the audit log has its record, where that is not the trial of the address. */
  recorded_in?: number | null
  /** The column of each heading, where columns can be chosen. */
  columns?: string[]
  /** The same as JSON, piece by piece, where it comes in that form. */
  json?: () => AsyncIterable<string>
  /** The same as a PDF, piece by piece, where it comes in that form. */
  pdf?: () => AsyncIterable<Uint8Array>
  /** The same as a SAS transport file, piece by piece, where it comes in that form. */
  xpt?: () => AsyncIterable<Uint8Array>
}

/** Opens a download for whoever asks, or refuses it. */
export type OpenDownload<N extends NeedOfDownload, Query = unknown, Opened extends Download = Download> = (
  request: DownloadRequest<N, Query>,
) => Promise<Outcome<Opened, Refusal>>

/** A column: its heading, and its cell in the row of an item. */
export type DownloadColumn<Item> = { heading: string; cell: (item: Item) => ReportCell }

/** The columns of a file by the names that the list's own columns have. What the list has no column for has another name. */
export type NamedColumns<Item> = Readonly<Record<string, readonly DownloadColumn<Item>[]>>

/** Those that somebody chose, in their order; all of them where none was chosen. One that is not there stays away. */
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

export const isExport = (name: ReportName | ExportName): name is ExportName => Object.hasOwn(EXPORTS, name)

export const downloadTitle = (name: ReportName | ExportName): string =>
  isExport(name) ? EXPORTS[name].title : reportTitle(name)
