import { api } from '#contract/api'
import { browser, read, write, writeWithOwnKeys, rowByRow, type Route } from '../http/route'
import { cancelRandomisationTest } from '../../use-cases/reports/randomisation-test/cancel-randomisation-test'
import { compareOutcomes } from '../../use-cases/reports/randomisation-test/compare-outcomes'
import { listRandomisationTests } from '../../use-cases/reports/randomisation-test/list-randomisation-tests'
import { startRandomisationTest } from '../../use-cases/reports/randomisation-test/start-randomisation-test'
import { answerReport } from '../../use-cases/reports/answer-report'
import { codedBalance, openBalance } from '../../use-cases/reports/balance/balance-report'
import { longReport } from '../../use-cases/reports/long-report'
import { managementReport, trialManagementReport } from '../../use-cases/reports/management-report'
import { shortReport } from '../../use-cases/reports/short-report'
import { sendFile } from '../../use-cases/reports/send-file'
import { streamReport } from '../../use-cases/reports/stream-report'

const ofSystem = { report: 'mgmt', trial_id: null } as const
const longOf = (trial_id: number) => ({ report: 'long', trial_id }) as const
const shortOf = (trial_id: number) => ({ report: 'short', trial_id }) as const
const managementOf = (trial_id: number) => ({ report: 'mgmt', trial_id }) as const

const balanceOf = (trial_id: number) => ({ report: 'balance', trial_id }) as const
const openBalanceOf = (trial_id: number) => ({ report: 'balance-open', trial_id }) as const

const { downloadManagementReport, downloadLongReport, downloadShortReport, downloadTrialManagementReport } = api
const { downloadBalanceReport, downloadOpenBalanceReport } = api

export const reportRoutes: readonly Route[] = [
  read(api.listRandomisationTests, listRandomisationTests),
  write(api.startRandomisationTest, startRandomisationTest),
  write(api.cancelRandomisationTest, cancelRandomisationTest),
  writeWithOwnKeys(api.compareOutcomes, compareOutcomes),
  rowByRow(api.makeManagementReport, (call) => streamReport(call, ofSystem, managementReport)),
  rowByRow(api.makeLongReport, (call) => streamReport(call, longOf(call.parameters.trial_id), longReport)),
  writeWithOwnKeys(api.makeShortReport, (call) => answerReport(call, shortOf(call.parameters.trial_id), shortReport)),
  rowByRow(api.makeTrialManagementReport, (call) =>
    streamReport(call, managementOf(call.parameters.trial_id), trialManagementReport),
  ),
  writeWithOwnKeys(api.makeBalanceReport, (call) =>
    answerReport(call, balanceOf(call.parameters.trial_id), codedBalance),
  ),
  writeWithOwnKeys(api.makeOpenBalanceReport, (call) =>
    answerReport(call, openBalanceOf(call.parameters.trial_id), openBalance),
  ),
  browser(downloadBalanceReport, (call) =>
    sendFile(call, downloadBalanceReport, balanceOf(call.parameters.trial_id), codedBalance),
  ),
  browser(downloadOpenBalanceReport, (call) =>
    sendFile(call, downloadOpenBalanceReport, openBalanceOf(call.parameters.trial_id), openBalance),
  ),
  browser(downloadManagementReport, (call) => sendFile(call, downloadManagementReport, ofSystem, managementReport)),
  browser(downloadLongReport, (call) =>
    sendFile(call, downloadLongReport, longOf(call.parameters.trial_id), longReport),
  ),
  browser(downloadShortReport, (call) =>
    sendFile(call, downloadShortReport, shortOf(call.parameters.trial_id), shortReport),
  ),
  browser(downloadTrialManagementReport, (call) =>
    sendFile(call, downloadTrialManagementReport, managementOf(call.parameters.trial_id), trialManagementReport),
  ),
]
