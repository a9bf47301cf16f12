import { auditEntry } from '../../ground/audit/audit-entry'
import type { Refusal } from '#contract/errors'
import type { ReportAsked } from '#contract/reports'
import { accepted, type Outcome } from '#domain/outcome'
import { reportTitle, type ReportName } from '#domain/reports/report'
import { appendAudit } from '../../ground/db/audit-log'
import { inTransaction } from '../../ground/db/transaction'
import type { Actor } from '../call/call'
import type { View, ViewOf } from '../call/view'
import type { ServerContext } from '../call/server-context'
import type { NeedOfReport, OpenReport, TrialOf } from './opened-report'
import { issueReportToken } from './report-token'

/** Which report of which trial; null for the system as a whole. */
export type ReportOf<Trial extends number | null = number | null> = { report: ReportName; trial_id: Trial }

export type ReportCall<N extends NeedOfReport> = {
  context: ServerContext
  actor: Actor
  view: ViewOf<N>
  body: ReportAsked
  request_id: string
}
type Answered<Data> = { answer: { data: Data } | { token: string }; replayed: false }

/**
 * A report as data, recorded in the audit log, or a token for its download. A repeat is a report of its own, of what the person
 * may see then: there is nothing that could happen twice, so no key is kept.
 */
export const answerReport = async <Data, N extends NeedOfReport>(
  { context, actor, view, body, request_id }: ReportCall<N>,
  about: ReportOf<TrialOf<N>>,
  open: OpenReport<Data, N>,
): Promise<Outcome<Answered<Data>, Refusal>> => {
  const opened = await open({ context, actor, view, trial_id: about.trial_id })
  if (!opened.ok) return opened
  if (body.type === 'token') {
    const token = await reportToken({ context, actor }, about)
    return token.ok ? accepted({ answer: token.value, replayed: false }) : token
  }
  const data = await opened.value.data()
  await recordReport(context, { kind: 'report_generated', about, actor, view, request_id })
  return accepted({ answer: { data }, replayed: false })
}

/** A token for the download of a report that the person may have. */
export const reportToken = (
  { context, actor }: { context: ServerContext; actor: Actor },
  about: ReportOf,
): Promise<Outcome<{ token: string }, Refusal>> =>
  inTransaction(context.database, async (transaction) =>
    accepted({ token: await issueReportToken(transaction, context, actor, about) }),
  )

type Recorded = {
  kind: keyof typeof DONE
  /** Its reader left before the last row: what they have is a report all the same. */
  is_in_part?: boolean
  about: ReportOf
  actor: Actor
  view: NonNullable<View>
  request_id: string
}

const DONE = { report_generated: 'generated', report_downloaded: 'downloaded' } as const

/** Writes into the audit log that somebody has had a report. */
export const recordReport = async (
  context: ServerContext,
  { kind, is_in_part = false, about: { report, trial_id }, actor, view, request_id }: Recorded,
): Promise<void> => {
  await inTransaction(context.database, async (transaction) => {
    await appendAudit(
      transaction,
      auditEntry({ actor, now: context.now(), request_id }, view, {
        kind,
        description: `${nameOf(report, trial_id)} ${DONE[kind]}${is_in_part ? ' in part' : ''}`,
        trial_id,
      }),
    )
    return accepted(null)
  })
}

const nameOf = (report: ReportName, trialId: number | null): string =>
  trialId === null ? reportTitle(report) : `${reportTitle(report)} of trial ${trialId}`
