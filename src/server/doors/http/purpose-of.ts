import { prepareAnalysisExport } from '#contract/analysis-export'
import { getAppInstance } from '#contract/app-instance'
import { checkAuditLogs } from '#contract/audit-logs'
import { makeBalanceReport, makeOpenBalanceReport } from '#contract/balance-report'
import { isWrite, type Endpoint } from '#contract/endpoint'
import { prepareAuditExport, prepareParticipantsExport, prepareStudyPacksExport } from '#contract/exports'
import { getGuessability } from '#contract/guessability'
import { unblindParticipant } from '#contract/participant-actions'
import { randomiseParticipant, settleRandomisation } from '#contract/participants'
import { makeLongReport, makeManagementReport, makeShortReport, makeTrialManagementReport } from '#contract/reports'
import {
  getMe,
  getOutboxKey,
  getTrialPermission,
  redirectToAaf,
  redirectToPing,
  returnFromAaf,
  returnFromPing,
} from '#contract/session'
import { startSimulation } from '#contract/simulations'
import { checkStudyPack, getStudyPack } from '#contract/study-packs'
import { getTrial } from '#contract/trials'
import type { Purpose } from '../../ground/admission'

const RANDOMISATIONS: readonly Endpoint[] = [randomiseParticipant, settleRandomisation, unblindParticipant]

/** A download has a token that one of these gave, or was begun by a person who waits for it: it is refused no more. */
const REPORTS: readonly Endpoint[] = [
  makeManagementReport,
  makeTrialManagementReport,
  makeLongReport,
  makeShortReport,
  makeBalanceReport,
  makeOpenBalanceReport,
  prepareParticipantsExport,
  prepareStudyPacksExport,
  prepareAuditExport,
  prepareAnalysisExport,
  checkAuditLogs,
  getGuessability,
  startSimulation,
]

/** Reads without which nobody signs in, dispenses or randomises. */
const READ_BEFORE_ACTIONS: readonly Endpoint[] = [
  getAppInstance,
  redirectToPing,
  redirectToAaf,
  returnFromPing,
  returnFromAaf,
  getMe,
  getOutboxKey,
  getTrialPermission,
  getTrial,
  getStudyPack,
  checkStudyPack,
]

/** What a call is for. */
export const purposeOf = (endpoint: Endpoint): Purpose => {
  if (RANDOMISATIONS.includes(endpoint)) return 'randomisation'
  if (REPORTS.includes(endpoint)) return 'report'
  if (READ_BEFORE_ACTIONS.includes(endpoint) || endpoint.file) return 'action'
  return isWrite(endpoint) && !endpoint.saves_nothing ? 'action' : 'list'
}
