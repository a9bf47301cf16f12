import { api } from '#contract/api'
import { read, write, type Route } from '../http/route'
import { checkAuditLogs } from '../services/audit-logs/check-audit-logs'
import { getAuditLog } from '../services/audit-logs/get-audit-log'
import { listAuditLogs } from '../services/audit-logs/list-audit-logs'
import { reviewAuditLog } from '../services/audit-logs/review-audit-log'

export const auditLogRoutes: readonly Route[] = [
  read(api.listAuditLogs, listAuditLogs),
  read(api.getAuditLog, getAuditLog),
  read(api.checkAuditLogs, checkAuditLogs),
  write(api.reviewAuditLog, reviewAuditLog),
]
