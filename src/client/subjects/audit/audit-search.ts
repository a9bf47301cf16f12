import { listAuditLogs } from '#contract/audit-logs'
import { idInAddress } from '#contract/fields'
import * as v from 'valibot'
import { searchOf } from '../../api/address-search'

/** The filter of the audit log, and the unfolded entry. */
export const auditSearch = searchOf({ ...listAuditLogs.query, open: v.optional(idInAddress) }, [
  'page',
  'page_size',
  'sort',
  'order',
  'kind',
])
