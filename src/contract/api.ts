import { getAppInstance } from './app-instance'
import { getGuessability } from './guessability'
import { enterStartNonce, getLedger, revealSeed } from './ledger'
import { listMessages, resendMessage } from './messages'
import {
  getParticipantHistory,
  getParticipantsSnapshot,
  recordInadvertentUnblinding,
  recordRandomisationError,
  unblindParticipant,
} from './participant-acts'
import {
  flagParticipant,
  getParticipant,
  listParticipants,
  randomiseParticipant,
  settleRandomisation,
} from './participants'
import {
  getMe,
  getPermittedSites,
  getSystemPermission,
  getTrialPermission,
  loginFromAaf,
  loginFromPing,
  logout,
  redirectToAaf,
  redirectToPing,
  returnFromAaf,
  returnFromPing,
} from './session'
import { cancelSimulation, getSimulation, startSimulation } from './simulations'
import {
  activateStudyPacks,
  checkStudyPack,
  deactivateStudyPacks,
  dispenseStudyPacks,
  expireStudyPacks,
  getStudyPack,
  listStudyPacks,
  recallStudyPacks,
  removeStudyPacks,
  transferStudyPacks,
  updateStudyPacks,
} from './study-packs'
import { changeTrialStatus, createTrial, getTrial, getTrialStatistics, listTrials, updateTrial } from './trials'
import { listTrialUsers } from './trial-users'
import {
  changePermission,
  endPermission,
  grantManyPermissions,
  grantPermission,
  listUserPermissions,
} from './user-permissions'
import { getUser, listRoles, listUsers } from './users'

/** Where the API stands on its host. */
export const API_BASE = '/api/v1'

/** The mark that every answer of the API carries, so that a captive portal's page is never taken for one. */
export const API_MARK = { name: 'X-Api', value: 'equipoise/1' } as const

/** Every call there is. The server mounts them, the client calls them, the OpenAPI document lists them. */
export const api = {
  getAppInstance,
  redirectToPing,
  redirectToAaf,
  returnFromPing,
  returnFromAaf,
  loginFromPing,
  loginFromAaf,
  logout,
  getMe,
  getSystemPermission,
  getTrialPermission,
  getPermittedSites,
  listTrials,
  getTrial,
  createTrial,
  updateTrial,
  changeTrialStatus,
  getTrialStatistics,
  getGuessability,
  startSimulation,
  getSimulation,
  cancelSimulation,
  getLedger,
  enterStartNonce,
  revealSeed,
  listParticipants,
  getParticipant,
  randomiseParticipant,
  settleRandomisation,
  flagParticipant,
  unblindParticipant,
  recordInadvertentUnblinding,
  recordRandomisationError,
  getParticipantHistory,
  getParticipantsSnapshot,
  listStudyPacks,
  getStudyPack,
  activateStudyPacks,
  deactivateStudyPacks,
  removeStudyPacks,
  expireStudyPacks,
  transferStudyPacks,
  updateStudyPacks,
  dispenseStudyPacks,
  recallStudyPacks,
  checkStudyPack,
  listMessages,
  resendMessage,
  listRoles,
  listUsers,
  getUser,
  listTrialUsers,
  listUserPermissions,
  grantPermission,
  changePermission,
  endPermission,
  grantManyPermissions,
} as const
