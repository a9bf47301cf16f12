import { api } from '#contract/api'
import type { SentQuery } from '#contract/endpoint'
import { endpointQuery } from './endpoint-query'

/** One page of the audit log. */
export const auditLogsQuery = (query: SentQuery<typeof api.listAuditLogs>) =>
  endpointQuery(api.listAuditLogs, { query })
