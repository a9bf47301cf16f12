import { page } from '#contract/fields'
import { listMessages } from '#contract/messages'
import { TRIAL_REPORTS } from '#domain/reports/report'
import * as v from 'valibot'
import { searchOf } from '../../api/address-search'

export const messagesSearch = searchOf(listMessages.query, ['page', 'page_size', 'sort', 'order', 'state'])

/** The open report of a trial. */
export const trialReportSearch = searchOf({ report: v.optional(v.picklist(TRIAL_REPORTS), TRIAL_REPORTS[0]), page }, [
  'report',
  'page',
])

/** The shown page of the management report. */
export const managementReportSearch = searchOf({ page }, ['page'])
