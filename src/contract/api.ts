import { getAppInstance } from './app-instance'
import { checkAuditLogs, getAuditLog, listAuditLogs, reviewAuditLog } from './audit-logs'
import {
  downloadAuditLogs,
  downloadEmails,
  downloadParticipants,
  downloadStudyPacks,
  prepareAuditExport,
  prepareEmailsExport,
  prepareParticipantsExport,
  prepareStudyPacksExport,
  prepareUsersExport,
  downloadUsers,
} from './exports'
import { downloadAnalysis, prepareAnalysisExport } from './analysis-export'
import {
  downloadBalanceReport,
  downloadOpenBalanceReport,
  makeBalanceReport,
  makeOpenBalanceReport,
} from './balance-report'
import { getGuessability } from './guessability'
import { enterStartNonce, getLedger, revealSeed } from './ledger'
import { broadcastMessage, countBroadcast } from './message-broadcast'
import { listMessages, resendMessage } from './messages'
import { getDesk } from './desk'
import { listDeviceActions, reportDeviceActions } from './device-actions'
import { confirmDesign, getDesignConfirmation } from './design-confirmation'
import {
  createExternalAccount,
  deleteProfile,
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
  requestAssociation,
  showAssociation,
} from './identity'
import {
  getParticipantHistory,
  getParticipantsSnapshot,
  recordInadvertentUnblinding,
  recordRandomisationError,
  unblindParticipant,
} from './participant-actions'
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
  getOutboxKey,
  getPermittedSites,
  getSystemPermission,
  getTrialPermission,
  loginFromAaf,
  loginFromPing,
  confirmSignIn,
  logout,
  redirectToAaf,
  redirectToPing,
  returnFromAaf,
  returnFromPing,
  saveDisplaySettings,
  updateMe,
} from './session'
import { reportOfflineUnlock } from './offline-unlock'
import { getReadiness } from './readiness'
import { searchEverything } from './search'
import { getSite, openSite } from './sites'
import { acknowledgeAlarm, getServiceStatus } from './service-status'
import { changeMonthlyReport, getMonthlyReport } from './monthly-report'
import { createNotice, endNotice, listNotices, listShownNotices, listSignInNotices } from './notices'
import { cancelSimulation, getSimulation, startSimulation } from './simulations'
import { generateStudyPacks, importStudyPacks, printStudyPackLabels } from './study-pack-import'
import { checkStudyPack, getStudyPack, listStudyPacks, studyPackActionCalls } from './study-packs'
import { displayTime, listTimezones } from './timezones'
import { listOwnNotifications, saveTrialNotification } from './trial-notifications'
import { changeTrialStatus, createTrial, getTrial, getTrialStatistics, listTrials, updateTrial } from './trials'
import { downloadTrialArchive, prepareTrialArchive } from './trial-archive'
import { previewTrialSave } from './trial-save-preview'
import { listTrialUsers, previewTrialUsers } from './trial-users'
import { createUsers, extendUser, previewUsers, resetSecondFactor, setUserActive, updateUser } from './user-accounts'
import {
  changePermission,
  endPermission,
  grantManyPermissions,
  grantPermission,
  listUserPermissions,
} from './user-permissions'
import { getUser, listRoles, listUsers } from './users'
import { createWallView, endWallView, listWallViews } from './wall-views'

/** Every call of the API. The server mounts them, the client calls them, the OpenAPI document lists them. */
export const api = {
  getAppInstance,
  redirectToPing,
  redirectToAaf,
  returnFromPing,
  returnFromAaf,
  loginFromPing,
  loginFromAaf,
  confirmSignIn,
  logout,
  getMe,
  getOutboxKey,
  reportOfflineUnlock,
  updateMe,
  saveDisplaySettings,
  getSystemPermission,
  getTrialPermission,
  getPermittedSites,
  listOwnNotifications,
  requestAssociation,
  showAssociation,
  deleteProfile,
  createExternalAccount,
  listOwnSessions,
  endOwnSession,
  endOtherSessions,
  listTimezones,
  displayTime,
  listTrials,
  getTrial,
  createTrial,
  updateTrial,
  previewTrialSave,
  getReadiness,
  getDesignConfirmation,
  confirmDesign,
  getSite,
  openSite,
  listWallViews,
  createWallView,
  endWallView,
  getMonthlyReport,
  changeMonthlyReport,
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
  ...studyPackActionCalls,
  checkStudyPack,
  importStudyPacks,
  generateStudyPacks,
  printStudyPackLabels,
  listMessages,
  resendMessage,
  listDeviceActions,
  reportDeviceActions,
  makeManagementReport,
  downloadManagementReport,
  makeLongReport,
  downloadLongReport,
  makeShortReport,
  downloadShortReport,
  makeTrialManagementReport,
  downloadTrialManagementReport,
  makeBalanceReport,
  downloadBalanceReport,
  makeOpenBalanceReport,
  downloadOpenBalanceReport,
  prepareParticipantsExport,
  downloadParticipants,
  prepareStudyPacksExport,
  downloadStudyPacks,
  prepareAnalysisExport,
  downloadAnalysis,
  prepareTrialArchive,
  downloadTrialArchive,
  prepareEmailsExport,
  downloadEmails,
  listRoles,
  listUsers,
  countBroadcast,
  broadcastMessage,
  getUser,
  createUsers,
  previewUsers,
  updateUser,
  setUserActive,
  resetSecondFactor,
  extendUser,
  listTrialUsers,
  previewTrialUsers,
  saveTrialNotification,
  listUserPermissions,
  grantPermission,
  changePermission,
  endPermission,
  grantManyPermissions,
  listAuditLogs,
  getAuditLog,
  checkAuditLogs,
  reviewAuditLog,
  prepareUsersExport,
  downloadUsers,
  prepareAuditExport,
  downloadAuditLogs,
  getServiceStatus,
  acknowledgeAlarm,
  listShownNotices,
  listSignInNotices,
  listNotices,
  createNotice,
  endNotice,
  searchEverything,
  getDesk,
} as const
