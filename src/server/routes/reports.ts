import { api } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import { browser, once, rowByRow, type Route } from '../http/route'
import { answerReport } from '../services/reports/answer-report'
import { downloadReport } from '../services/reports/download-report'
import { longReport } from '../services/reports/long-report'
import { managementReport, trialManagementReport } from '../services/reports/management-report'
import { shortReport } from '../services/reports/short-report'
import { streamReport } from '../services/reports/stream-report'

const ofSystem = { report: 'mgmt', trial_id: null } as const
const longOf = (trial_id: number) => ({ report: 'long', trial_id }) as const
const shortOf = (trial_id: number) => ({ report: 'short', trial_id }) as const
const managementOf = (trial_id: number) => ({ report: 'mgmt', trial_id }) as const

const { downloadManagementReport, downloadLongReport, downloadShortReport, downloadTrialManagementReport } = api

export const reportRoutes: readonly Route[] = [
  rowByRow(api.makeManagementReport, (call) => streamReport(call, ofSystem, managementReport)),
  rowByRow(api.makeLongReport, (call) => streamReport(call, longOf(call.parameters.trial_id), longReport)),
  once(api.makeShortReport, (call) => answerReport(call, shortOf(call.parameters.trial_id), shortReport)),
  rowByRow(api.makeTrialManagementReport, (call) =>
    streamReport(call, managementOf(call.parameters.trial_id), trialManagementReport),
  ),
  browser(downloadManagementReport, (call) =>
    downloadReport(call, ofSystem, fileOf(downloadManagementReport), managementReport),
  ),
  browser(downloadLongReport, (call) =>
    downloadReport(call, longOf(call.parameters.trial_id), fileOf(downloadLongReport), longReport),
  ),
  browser(downloadShortReport, (call) =>
    downloadReport(call, shortOf(call.parameters.trial_id), fileOf(downloadShortReport), shortReport),
  ),
  browser(downloadTrialManagementReport, (call) =>
    downloadReport(
      call,
      managementOf(call.parameters.trial_id),
      fileOf(downloadTrialManagementReport),
      trialManagementReport,
    ),
  ),
]

/** The file that a call answers. */
function fileOf({ path, file }: Pick<Endpoint, 'path' | 'file'>): NonNullable<Endpoint['file']> {
  if (!file) throw new Error(`${path} answers no file`)
  return file
}
