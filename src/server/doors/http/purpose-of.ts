import { getAppInstance } from '#contract/app-instance'
import { checkAuditLogs } from '#contract/audit-logs'
import { isWrite, type Endpoint } from '#contract/endpoint'
import { getGuessability } from '#contract/guessability'
import { unblindParticipant } from '#contract/participant-actions'
import { getParticipant, randomiseParticipant, settleRandomisation } from '#contract/participants'
import { tokenAnswer } from '#contract/reports'
import {
  getMe,
  getOutboxKey,
  getPermittedSites,
  getSystemPermission,
  getTrialPermission,
  loginFromAaf,
  loginFromPing,
  redirectToAaf,
  redirectToPing,
  returnFromAaf,
  returnFromPing,
} from '#contract/session'
import { compareOutcomes, startRandomisationTest } from '#contract/randomisation-tests'
import { getSimulationReplicates, startSimulation } from '#contract/simulations'
import { checkStudyPack, getStudyPack } from '#contract/study-packs'
import { getTrial } from '#contract/trials'
import type { Purpose } from '../../ground/admission'

const RANDOMISATIONS: readonly Endpoint[] = [randomiseParticipant, settleRandomisation, unblindParticipant]

/** What reads much beside reports and exports. */
const READING_MUCH: readonly Endpoint[] = [
  checkAuditLogs,
  getGuessability,
  getSimulationReplicates,
  startSimulation,
  startRandomisationTest,
  compareOutcomes,
]

/** A report or an export, which answers a token for its download, and the download. */
const isReport = ({ response, file }: Endpoint): boolean =>
  file !== undefined ||
  response === tokenAnswer ||
  ('options' in response && Array.isArray(response.options) && response.options.includes(tokenAnswer))

/** Reads that a sign-in, dispense or randomisation needs first. */
const READ_BEFORE_ACTIONS: readonly Endpoint[] = [
  getAppInstance,
  redirectToPing,
  redirectToAaf,
  returnFromPing,
  returnFromAaf,
  loginFromPing,
  loginFromAaf,
  getMe,
  getOutboxKey,
  getSystemPermission,
  getTrialPermission,
  getPermittedSites,
  getTrial,
  getParticipant,
  getStudyPack,
  checkStudyPack,
]

/** The purpose of a call. */
export const purposeOf = (endpoint: Endpoint): Purpose => {
  if (RANDOMISATIONS.includes(endpoint)) return 'randomisation'
  if (READING_MUCH.includes(endpoint) || isReport(endpoint)) return 'report'
  if (READ_BEFORE_ACTIONS.includes(endpoint)) return 'action'
  return isWrite(endpoint) && !endpoint.saves_nothing ? 'action' : 'list'
}
