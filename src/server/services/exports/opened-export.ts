import type { Refusal } from '#contract/errors'
import type { Outcome } from '#domain/outcome'
import type { Actor } from '../../http/call'
import type { ServerContext } from '../../server-context'

/** Who exports what, narrowed how, in which form; `trial_id` is null for what is of no trial. */
type ExportAsking<Trial extends number | null, Query> = {
  context: ServerContext
  actor: Actor
  trial_id: Trial
  query: Query
}

/** An export that its viewer may have, with what the audit log tells of it. */
type OpenedExport = {
  /** The role in which they have it. */
  role: string
  /** Whose chain of the audit log tells of it. */
  trial_id: number | null
  rows: number
  /** The file, read as it is taken. */
  content: () => ReadableStream<Uint8Array>
}

/** Opens an export for whoever asks, or refuses it. */
export type OpenExport<Trial extends number | null, Query> = (
  asking: ExportAsking<Trial, Query>,
) => Promise<Outcome<OpenedExport, Refusal>>
