import { studyPackActionCalls } from './study-packs'

/* Every call of the API by its name. As exports, they reach a page with the screens that send them, and not all with the first one. */

export { getAppInstance } from './app-instance'
export {
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
  updateMe,
  saveDisplaySettings,
  getSystemPermission,
  getTrialPermission,
  getPermittedSites,
} from './session'
export { reportOfflineUnlock } from './offline-unlock'
export { listOwnNotifications, saveTrialNotification } from './trial-notifications'
export {
  requestAssociation,
  showAssociation,
  deleteProfile,
  createExternalAccount,
  listOwnSessions,
  endOwnSession,
  endOtherSessions,
} from './identity'
export { listTimezones, displayTime } from './timezones'
export { listTrials, getTrial, createTrial, updateTrial, changeTrialStatus, getTrialStatistics } from './trials'
export { previewTrialSave } from './trial-save-preview'
export { getReadiness } from './readiness'
export { getDesignConfirmation, confirmDesign } from './design-confirmation'
export { getSite, openSite } from './sites'
export { listWallViews, createWallView, endWallView } from './wall-views'
export { getMonthlyReport, changeMonthlyReport } from './monthly-report'
export { getGuessability } from './guessability'
export { startSimulation, getSimulation, cancelSimulation, getSimulationReplicates } from './simulations'
export { getLedger, enterStartNonce, revealSeed } from './ledger'
export {
  listParticipants,
  getParticipant,
  randomiseParticipant,
  settleRandomisation,
  flagParticipant,
} from './participants'
export { listWaitingParticipants, addToWaitingList, removeFromWaitingList } from './waiting-list'
export {
  unblindParticipant,
  recordInadvertentUnblinding,
  recordRandomisationError,
  getParticipantHistory,
  getParticipantsSnapshot,
} from './participant-actions'
export { listStudyPacks, getStudyPack, checkStudyPack } from './study-packs'
export { importStudyPacks, generateStudyPacks, printStudyPackLabels } from './study-pack-import'
export { listMessages, resendMessage } from './messages'
export { listDeviceActions, reportDeviceActions } from './device-actions'
export {
  makeManagementReport,
  downloadManagementReport,
  makeLongReport,
  downloadLongReport,
  makeShortReport,
  downloadShortReport,
  makeTrialManagementReport,
  downloadTrialManagementReport,
} from './reports'
export {
  makeBalanceReport,
  downloadBalanceReport,
  makeOpenBalanceReport,
  downloadOpenBalanceReport,
} from './balance-report'
export {
  prepareParticipantsExport,
  downloadParticipants,
  prepareStudyPacksExport,
  downloadStudyPacks,
  prepareEmailsExport,
  downloadEmails,
  prepareUsersExport,
  downloadUsers,
  prepareAuditExport,
  downloadAuditLogs,
} from './exports'
export { prepareAnalysisExport, downloadAnalysis } from './analysis-export'
export { prepareTrialArchive, downloadTrialArchive } from './trial-archive'
export { listRoles, listUsers, getUser } from './users'
export { countBroadcast, broadcastMessage } from './message-broadcast'
export { createUsers, previewUsers, updateUser, setUserActive, resetSecondFactor, extendUser } from './user-accounts'
export { listTrialUsers, previewTrialUsers } from './trial-users'
export {
  listUserPermissions,
  grantPermission,
  changePermission,
  endPermission,
  grantManyPermissions,
} from './user-permissions'
export { listAuditLogs, getAuditLog, checkAuditLogs, reviewAuditLog } from './audit-logs'
export { getServiceStatus, acknowledgeAlarm } from './service-status'
export { listShownNotices, listSignInNotices, listNotices, createNotice, endNotice } from './notices'
export { searchEverything } from './search'
export { getDesk } from './desk'
export { getTrialReopening, reopenTrial, requestTrialReopening } from './trial-reopening'
export {
  downloadRandomisationReport,
  downloadRandomisationSpecification,
  downloadSealedAppendix,
  prepareRandomisationReport,
  prepareRandomisationSpecification,
  prepareSealedAppendix,
} from './trial-documents'
export {
  confirmAllocationList,
  getAllocationList,
  listOwnAllocationLists,
  nameListAuthor,
  uploadAllocationList,
} from './allocation-lists'
export {
  cancelRandomisationTest,
  compareOutcomes,
  downloadReferenceSet,
  listRandomisationTests,
  prepareReferenceSetExport,
  startRandomisationTest,
} from './randomisation-tests'
export const {
  dispenseStudyPacks,
  activateStudyPacks,
  deactivateStudyPacks,
  transferStudyPacks,
  updateStudyPacks,
  expireStudyPacks,
  removeStudyPacks,
  recallStudyPacks,
} = studyPackActionCalls
