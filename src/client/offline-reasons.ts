/** The first sentence about randomising offline, where there is no room for the rest. */
export const RANDOMISATION_NEEDS_CONNECTION = 'Randomisation needs a live connection.'

/**
 * The reason why an action or a page needs the connection, for buttons and pages
 * (src/specification/offline.md#refused-offline).
 */
export const OFFLINE_REASONS = {
  randomise: `${RANDOMISATION_NEEDS_CONNECTION} Each allocation is made by the server at the moment you ask, and nothing about the next one is kept on this device, so nobody can foresee it.`,
  unblind: 'You cannot unblind offline. Only the server knows the study group, and it records who asked.',
  viewWaitingList: 'The waiting list is not available offline.',
  recordEvent: 'You cannot record this offline. The server notifies trial administrators at once.',
  viewRecord: 'The whole record is not available offline.',
  changeStatus: 'You cannot change the status offline.',
  actOnPacks: 'You cannot do this offline. Only dispensing works offline.',
  importPacks: 'You cannot import packs offline.',
  makeLabels: 'You cannot generate packs or labels offline.',
  viewFigures: 'The figures of a trial are not available offline.',
  changeSettings: 'Settings are not available offline.',
  uploadList: 'You cannot upload a list offline.',
  createTrial: 'You cannot create a trial offline.',
  viewProof: 'The proof is not available offline.',
  viewMessages: 'Emails are not available offline.',
  manageUsers: 'Users and their permissions are not available offline.',
  importUsers: 'You cannot import users offline.',
  broadcast: 'You cannot send a message to everyone offline.',
  makeReports: 'Reports are not available offline.',
  exportList: 'You cannot export offline.',
  viewAuditLog: 'The audit log is not available offline.',
  viewStatus: 'The status of the service is not available offline.',
  changeProfile: 'You cannot change your profile offline.',
  changeView: 'You cannot change the view offline.',
  setPin: 'You cannot set a PIN offline.',
  setPasskey: 'You cannot set a passkey offline.',
  simulate: 'You cannot simulate offline.',
} as const satisfies Record<string, string>

/** An action or a page that needs the server. */
export type ServerAction = keyof typeof OFFLINE_REASONS
