import { accepted } from '#domain/outcome'
import { EXPORT_FORMATS, type ExportFormat } from '#domain/reports/export'
import { auditEntry, type FieldChange } from '../../ground/audit/audit-entry'
import { appendAudit } from '../../ground/db/audit-log'
import { inTransaction } from '../../ground/db/transaction'
import type { Actor } from '../call/call'
import type { ServerContext } from '../call/server-context'
import { downloadTitle, type Download, type DownloadOf } from './download'

/** The filters and order of a list, as in an address. */
export type Filters = Readonly<Record<string, string | number | readonly (string | number)[] | undefined>>

/** The form of a download: shown, whole or until its reader left; as a file; or as a list in a format. */
type DownloadForm =
  | { kind: 'report_generated'; is_in_part: boolean }
  | { kind: 'report_downloaded'; format: ExportFormat }
  | {
      kind: 'list_exported'
      format: ExportFormat
      rows: number
      columns: readonly string[] | undefined
      filters: Filters
    }

type Recorded = {
  form: DownloadForm
  about: DownloadOf
  actor: Actor
  download: Pick<Download, 'role' | 'recorded_in'>
  request_id: string
}

/** Writes into the audit log that somebody has had a report, a list or a document. */
export const recordDownload = async (
  context: ServerContext,
  { form, about, actor, download, request_id }: Recorded,
): Promise<void> => {
  await inTransaction(context.database, async (transaction) => {
    await appendAudit(
      transaction,
      auditEntry(
        { actor, now: context.now(), request_id },
        { permission: { role: { title: download.role } } },
        {
          kind: form.kind,
          description: `${nameOf(about)} ${doneWords(form)}`,
          trial_id: download.recorded_in === undefined ? about.trial_id : download.recorded_in,
          changes:
            form.kind === 'list_exported'
              ? [
                  { field: 'rows', old: null, new: form.rows },
                  ...(form.columns === undefined
                    ? []
                    : [{ field: 'columns', old: null, new: form.columns.join(', ') }]),
                  ...changesOf(form.filters),
                ]
              : [],
        },
      ),
    )
    return accepted(null)
  })
}

const nameOf = ({ report, trial_id }: DownloadOf): string =>
  trial_id === null ? downloadTitle(report) : `${downloadTitle(report)} of trial ${trial_id}`

const doneWords = (form: DownloadForm): string => {
  switch (form.kind) {
    case 'report_generated':
      return form.is_in_part ? 'generated in part' : 'generated'
    case 'report_downloaded':
      return form.format === 'xlsx' ? 'downloaded' : `downloaded as ${EXPORT_FORMATS[form.format].title}`
    case 'list_exported':
      return `exported as ${EXPORT_FORMATS[form.format].title}`
  }
}

/** The filters in use, field by field. */
const changesOf = (filters: Filters): FieldChange[] =>
  Object.entries(filters).flatMap(([field, value]) => {
    const text = typeof value === 'object' ? value.join(', ') : value
    return text === undefined || text === '' ? [] : [{ field: `filter.${field}`, old: null, new: text }]
  })
