import { getAppInstance } from './app-instance'
import { checkAuditLogs, listAuditLogs, reviewAuditLog } from './audit-logs'
import { getGuessability } from './guessability'
import { enterStartNonce, getLedger, revealSeed } from './ledger'
import { broadcastMessage, countBroadcast } from './message-broadcast'
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
  downloadLongReport,
  downloadManagementReport,
  downloadShortReport,
  downloadTrialManagementReport,
  makeLongReport,
  makeManagementReport,
  makeShortReport,
  makeTrialManagementReport,
} from './reports'
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
  updateMe,
} from './session'
import { getReadiness } from './readiness'
import { cancelSimulation, getSimulation, startSimulation } from './simulations'
import { generateStudyPacks, importStudyPacks, printStudyPackLabels } from './study-pack-import'
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
import { displayTime, listTimezones } from './timezones'
import { listOwnNotifications, saveTrialNotification } from './trial-notifications'
import { changeTrialStatus, createTrial, getTrial, getTrialStatistics, listTrials, updateTrial } from './trials'
import { previewTrialSave } from './trial-save-preview'
import { listTrialUsers } from './trial-users'
import { createUsers, extendUser, setUserActive, updateUser } from './user-accounts'
import {
  changePermission,
  endPermission,
  grantManyPermissions,
  grantPermission,
  listUserPermissions,
} from './user-permissions'
import { getUser, listRoles, listUsers } from './users'

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
  updateMe,
  getSystemPermission,
  getTrialPermission,
  getPermittedSites,
  listOwnNotifications,
  listTimezones,
  displayTime,
  listTrials,
  getTrial,
  createTrial,
  updateTrial,
  previewTrialSave,
  getReadiness,
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
  importStudyPacks,
  generateStudyPacks,
  printStudyPackLabels,
  listMessages,
  resendMessage,
  makeManagementReport,
  downloadManagementReport,
  makeLongReport,
  downloadLongReport,
  makeShortReport,
  downloadShortReport,
  makeTrialManagementReport,
  downloadTrialManagementReport,
  listRoles,
  listUsers,
  countBroadcast,
  broadcastMessage,
  getUser,
  createUsers,
  updateUser,
  setUserActive,
  extendUser,
  listTrialUsers,
  saveTrialNotification,
  listUserPermissions,
  grantPermission,
  changePermission,
  endPermission,
  grantManyPermissions,
  listAuditLogs,
  checkAuditLogs,
  reviewAuditLog,
} as const
