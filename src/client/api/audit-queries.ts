import { api } from '#contract/api'
import type { SentQuery } from '#contract/endpoint'
import { endpointQuery } from './endpoint-query'

/** One page of the audit log. */
export const auditLogsQuery = (query: SentQuery<typeof api.listAuditLogs>) =>
  endpointQuery(api.listAuditLogs, { query })

/** One entry with every change of it. */
export const auditLogQuery = (id: number) =>
  endpointQuery(api.getAuditLog, { parameters: { audit_log_id: String(id) } })
