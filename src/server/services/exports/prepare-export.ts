import type { Refusal } from '#contract/errors'
import type { ExportName } from '#domain/export'
import { accepted, type Outcome } from '#domain/outcome'
import type { TrialCapability } from '#domain/permissions'
import { inTransaction } from '../../db/transaction'
import type { Actor } from '../../http/call'
import type { ServerContext } from '../../server-context'
import { authoriseInSystem, authoriseInTrial } from '../authorise'
import { issueReportToken } from '../reports/report-token'

type Asking = { context: ServerContext; actor: Actor }
type Prepared = { answer: { token: string }; replayed: false }

/** A token to download a list of a trial, for who may see the list there. */
export const prepareTrialExport = async (
  call: Asking & { parameters: { trial_id: number } },
  report: ExportName,
  capability: TrialCapability,
): Promise<Outcome<Prepared, Refusal>> => {
  const { trial_id } = call.parameters
  const view = await authoriseInTrial(call.context.database.queries, call.actor, trial_id, capability)
  return view.ok ? issued(call, { report, trial_id }) : view
}

/** A token to download the audit log, for who may read it. */
export const prepareAuditExport = async (call: Asking): Promise<Outcome<Prepared, Refusal>> => {
  const permission = authoriseInSystem(call.actor, 'viewAuditLogs')
  return permission.ok ? issued(call, { report: 'audit-log', trial_id: null }) : permission
}

/** A repeat gets a token of its own, so no key is kept. */
const issued = async (
  { context, actor }: Asking,
  about: { report: ExportName; trial_id: number | null },
): Promise<Outcome<Prepared, Refusal>> =>
  inTransaction(context.database, async (transaction) =>
    accepted({ answer: { token: await issueReportToken(transaction, context, actor, about) }, replayed: false }),
  )
