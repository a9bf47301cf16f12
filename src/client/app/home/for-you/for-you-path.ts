import type { AuditKind } from '#domain/audit/audit-kind'
import type { paths } from '../../../paths'

/** The pages to which an item may lead. */
export type ForYouPath =
  | ReturnType<typeof paths.outbox>
  | ReturnType<typeof paths.participant>
  | ReturnType<typeof paths.trial>
  | ReturnType<typeof paths.status>
  | ReturnType<typeof paths.allocationList>
  | (ReturnType<typeof paths.studyPacks> & { search: { status: string[]; expiry: 'allocatable_30_days' } })
  | (ReturnType<typeof paths.messages> & { search: { state: 'failed'[] } })
  | (ReturnType<typeof paths.participants> & { search: { flag_status?: 'Flagged' } })
  | (ReturnType<typeof paths.auditLogs> & { search: { kind: AuditKind[]; review_status: 'unreviewed' } })
  | (ReturnType<typeof paths.users> & { search: { association: 'not_associated' } | { account: 'ending' } })
