import type { Refusal } from '#contract/errors'
import type { Outcome } from '#domain/outcome'
import type { NeedOfReport, ReportAsking } from '../opened-report'

/** Who exports what, narrowed how, in which form. */
type ExportAsking<N extends NeedOfReport, Query> = ReportAsking<N> & { query: Query }

/** An export that its viewer may have, with what the audit log tells of it. */
type OpenedExport = {
  /** Whose chain of the audit log tells of it. */
  trial_id: number | null
  rows: number
  /** The file, read as it is taken. */
  content: () => ReadableStream<Uint8Array>
}

/** Opens an export for whoever asks, or refuses it. */
export type OpenExport<N extends NeedOfReport, Query> = (
  asking: ExportAsking<N, Query>,
) => Promise<Outcome<OpenedExport, Refusal>>
