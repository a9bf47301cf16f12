import { accepted } from '#domain/outcome'
import { EXPORT_FORMATS, type ExportFormat } from '#domain/reports/export'
import { auditEntry, type FieldChange } from '../../ground/audit/audit-entry'
import { appendAudit } from '../../ground/db/audit-log'
import { inTransaction } from '../../ground/db/transaction'
import type { Actor } from '../call/call'
import type { ServerContext } from '../call/server-context'
import { downloadTitle, type Download, type DownloadOf } from './download'

/** What a list can be narrowed and sorted by, as it stands in an address. */
export type Filters = Readonly<Record<string, string | number | readonly (string | number)[] | undefined>>

/** How a download was had: shown, whole or as far as its reader stayed; as a file; or as a list in a format. */
type How =
  | { kind: 'report_generated'; is_in_part: boolean }
  | { kind: 'report_downloaded'; format: ExportFormat }
  | { kind: 'list_exported'; format: ExportFormat; columns: readonly string[] | undefined; filters: Filters }

type Recorded = {
  how: How
  about: DownloadOf
  actor: Actor
  download: Pick<Download, 'role' | 'count' | 'recorded_in'>
  request_id: string
}

/** Writes into the audit log that somebody has had a report or a list. */
export const recordDownload = async (
  context: ServerContext,
  { how, about, actor, download, request_id }: Recorded,
): Promise<void> => {
  await inTransaction(context.database, async (transaction) => {
    await appendAudit(
      transaction,
      auditEntry(
        { actor, now: context.now(), request_id },
        { permission: { role: { title: download.role } } },
        {
          kind: how.kind,
          description: `${nameOf(about)} ${doneWords(how)}`,
          trial_id: download.recorded_in === undefined ? about.trial_id : download.recorded_in,
          changes:
            how.kind === 'list_exported'
              ? [
                  { field: 'rows', old: null, new: download.count },
                  ...(how.columns === undefined ? [] : [{ field: 'columns', old: null, new: how.columns.join(', ') }]),
                  ...changesOf(how.filters),
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

const doneWords = (how: How): string => {
  switch (how.kind) {
    case 'report_generated':
      return how.is_in_part ? 'generated in part' : 'generated'
    case 'report_downloaded':
      return how.format === 'xlsx' ? 'downloaded' : `downloaded as ${EXPORT_FORMATS[how.format].title}`
    case 'list_exported':
      return `exported as ${EXPORT_FORMATS[how.format].title}`
  }
}

/** What held anything back, field by field. */
const changesOf = (filters: Filters): FieldChange[] =>
  Object.entries(filters).flatMap(([field, value]) => {
    const text = typeof value === 'object' ? value.join(', ') : value
    return text === undefined || text === '' ? [] : [{ field: `filter.${field}`, old: null, new: text }]
  })
