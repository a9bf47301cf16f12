import { MEDIA_TYPES } from '#contract/exports'
import type { Download } from '#contract/needs'
import { EXPORT_FORMATS, EXPORTS, type ExportFormat, type ExportName } from '#domain/reports/export'
import { accepted } from '#domain/outcome'
import { auditEntry, type FieldChange } from '../../../ground/audit/audit-entry'
import { appendAudit } from '../../../ground/db/audit-log'
import { inTransaction } from '../../../ground/db/transaction'
import { problemResponse } from '../../call/problem-response'
import type { ServerContext } from '../../call/server-context'
import { authorise } from '../../call/authorise'
import { downloadResponse } from '../download-response'
import type { NeedOfReport, TrialOf } from '../opened-report'
import { redeemReportToken } from '../report-token'
import type { OpenExport } from './opened-export'

type DownloadCall<Query> = {
  context: ServerContext
  parameters: object
  query: Query & { token: string; format: ExportFormat }
  request_id: string
}

type About<Trial> = { report: ExportName; trial_id: Trial }

/**
 * A list as a file for whom the token stands for: what the query asks of it, of what they may see now. Recorded in the audit log
 * before anything of it leaves. Its rows are read as the browser takes them.
 */
export const downloadExport = async <N extends NeedOfReport, Query extends Filters>(
  { context, parameters, query, request_id }: DownloadCall<Query>,
  { needs }: { needs: Download<N> },
  about: About<TrialOf<N>>,
  open: OpenExport<N, Query>,
): Promise<Response> => {
  const actor = await redeemReportToken(context, query.token, about)
  if (!actor.ok) return problemResponse(actor.refusal, request_id)
  const asking = { actor: actor.value, parameters }
  const view = await authorise<{ needs: N }>(context.database.queries, { needs: needs.of }, asking)
  if (!view.ok) return problemResponse(view.refusal, request_id)
  const opened = await open({ context, actor: actor.value, view: view.value, trial_id: about.trial_id, query })
  if (!opened.ok) return problemResponse(opened.refusal, request_id)
  const { rows, trial_id, content } = opened.value
  const { token: _, format, ...filters } = query
  await inTransaction(context.database, async (transaction) => {
    await appendAudit(
      transaction,
      auditEntry({ actor: actor.value, now: context.now(), request_id }, view.value, {
        kind: 'list_exported',
        description: describe(about, format),
        trial_id,
        changes: [{ field: 'rows', old: null, new: rows }, ...changesOf(filters)],
      }),
    )
    return accepted(null)
  })
  return downloadResponse(context, about.trial_id, {
    name: `${about.report}.${format}`,
    media_type: MEDIA_TYPES[format],
    content: content(),
  })
}

const describe = ({ report, trial_id }: About<number | null>, format: ExportFormat): string => {
  const { title } = EXPORTS[report]
  return `${trial_id === null ? title : `${title} of trial ${trial_id}`} exported as ${EXPORT_FORMATS[format].title}`
}

/** What a list can be narrowed and sorted by, as it stands in an address. */
export type Filters = Readonly<Record<string, string | number | readonly (string | number)[] | undefined>>

/** What held anything back, field by field. */
const changesOf = (filters: Filters): FieldChange[] =>
  Object.entries(filters).flatMap(([field, value]) => {
    const text = typeof value === 'object' ? value.join(', ') : value
    return text === undefined || text === '' ? [] : [{ field: `filter.${field}`, old: null, new: text }]
  })
