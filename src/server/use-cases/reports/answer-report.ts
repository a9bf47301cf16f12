import type { Refusal } from '#contract/errors'
import type { ReportRequest } from '#contract/reports'
import { accepted, type Outcome } from '#domain/outcome'
import { inTransaction } from '../../ground/db/transaction'
import type { Actor } from '../call/call'
import type { ServerContext } from '../call/server-context'
import type { ViewOf } from '../call/view'
import type { Download, DownloadOf, NeedOfDownload, OpenDownload, TrialOf } from './download'
import { recordDownload } from './record-download'
import { issueReportToken, type TokenOf } from './report-token'
import { acquireReadingPlace } from './acquire-reading-place'

export type ReportCall<N extends NeedOfDownload> = {
  context: ServerContext
  actor: Actor
  view: ViewOf<N>
  body: ReportRequest
  request_id: string
}
type Answered<Answer> = { answer: Answer; replayed: false }

/**
 * A report as data, recorded in the audit log, or a token for its download. A repeat is a new report by the person's
 * present rights: nothing could happen twice, so no key is stored.
 */
export const answerReport = async <Data, N extends NeedOfDownload>(
  { context, actor, view, body, request_id }: ReportCall<N>,
  about: DownloadOf<TrialOf<N>>,
  open: OpenDownload<N, unknown, Download & { data: Data }>,
): Promise<Outcome<Answered<{ data: Data } | { token: string }>, Refusal>> => {
  if (body.type === 'token') return prepareDownload({ context, actor }, about)
  const reading = context.database.beginReading()
  try {
    const allowed = await acquireReadingPlace(context, actor, reading)
    if (!allowed.ok) return allowed
    const opened = await open({ context, actor, view, trial_id: about.trial_id, query: null, reading })
    if (!opened.ok) return opened
    const form = { kind: 'report_generated', is_in_part: false } as const
    await recordDownload(context, { form, about, actor, download: opened.value, request_id })
    return accepted({ answer: { data: opened.value.data }, replayed: false })
  } finally {
    await reading.end()
  }
}

/** A token to download a report or a list. A repeat gets a new token, so no key is stored. */
export const prepareDownload = async (
  { context, actor }: { context: ServerContext; actor: Actor },
  about: TokenOf,
): Promise<Outcome<Answered<{ token: string }>, Refusal>> =>
  inTransaction(context.database, async (transaction) =>
    accepted({ answer: { token: await issueReportToken(transaction, context, actor, about) }, replayed: false }),
  )
