import type { Refusal } from '#contract/errors'
import type { Outcome } from '#domain/outcome'
import type { ReportCell } from '#domain/report'
import type { Actor } from '../../http/call'
import type { ServerContext } from '../../server-context'

/** Who asks for a report, of which trial; null for those of the system as a whole. */
export type ReportAsking<Trial extends number | null> = { context: ServerContext; actor: Actor; trial_id: Trial }

/** A report as a spreadsheet holds it; rows are read only as they are taken. */
export type ReportSheet = {
  headings: readonly string[]
  rows: AsyncIterable<readonly ReportCell[]> | Iterable<readonly ReportCell[]>
}

/** One whose rows are counted before the first of them is read. */
export type CountedSheet = ReportSheet & { count: number }

/** A report that its viewer may have: nothing of it is read before it is asked for. */
type OpenedSheet<Sheet extends ReportSheet> = {
  /** The role in which they have it, for the audit log. */
  role: string
  sheet: () => Promise<Sheet>
}

/** One that can be had as data too, gathered whole. */
type OpenedReport<Data> = OpenedSheet<ReportSheet> & { data: () => Promise<Data> }

type Open<Opened, Trial extends number | null> = (asking: ReportAsking<Trial>) => Promise<Outcome<Opened, Refusal>>

/** Opens a report as rows for whoever asks, or refuses it. */
export type OpenSheet<Sheet extends ReportSheet, Trial extends number | null> = Open<OpenedSheet<Sheet>, Trial>

/** Opens a report in both its forms for whoever asks, or refuses it. */
export type OpenReport<Data, Trial extends number | null> = Open<OpenedReport<Data>, Trial>
