import { api } from '#contract/api'
import { read, write, type Route } from '../http/route'
import { checkAuditLogs } from '../../use-cases/audit/check-audit-logs'
import { getAuditLog } from '../../use-cases/audit/get-audit-log'
import { listAuditLogs } from '../../use-cases/audit/list-audit-logs'
import { reviewAuditLog } from '../../use-cases/audit/review-audit-log'

export const auditLogRoutes: readonly Route[] = [
  read(api.listAuditLogs, listAuditLogs),
  read(api.getAuditLog, getAuditLog),
  read(api.checkAuditLogs, checkAuditLogs),
  write(api.reviewAuditLog, reviewAuditLog),
]
