import type { Refusal } from '#contract/errors'
import type { ExportName } from '#domain/reports/export'
import { accepted, type Outcome } from '#domain/outcome'
import { inTransaction } from '../../../ground/db/transaction'
import type { Actor } from '../../call/call'
import type { ServerContext } from '../../call/server-context'
import { issueReportToken } from '../report-token'

type Prepared = { answer: { token: string }; replayed: false }

/** A token to download a list, of a trial or of the system. A repeat gets a token of its own, so no key is kept. */
export const prepareExport = async (
  { context, actor }: { context: ServerContext; actor: Actor },
  about: { report: ExportName; trial_id: number | null },
): Promise<Outcome<Prepared, Refusal>> =>
  inTransaction(context.database, async (transaction) =>
    accepted({ answer: { token: await issueReportToken(transaction, context, actor, about) }, replayed: false }),
  )
