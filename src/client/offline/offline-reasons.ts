/**
 * Why this cannot be had without the connection, for buttons and for whole pages (src/specification/offline.md#refused-offline).
 */
export const OFFLINE_REASONS = {
  randomise:
    'Randomisation needs a live connection. Each allocation is made by the server at the moment you ask, and nothing about the next one is kept on this device, so nobody can foresee it.',
  unblind:
    'Unblinding needs a live connection. The study group is kept on the server alone, and the server records who asked for it.',
  recordEvent: 'This needs a live connection: the server records it and tells those who run the trial at once.',
  viewRecord: 'The whole record needs a live connection: this device keeps only what a list shows.',
  changeStatus:
    'A change of status needs a live connection: the server stops or starts randomising with it, and tells the team.',
  actOnPacks:
    'This needs a live connection: the server alone knows where each pack is, and which of them is free to be given out.',
  importPacks: 'An import needs a live connection: the server checks each pack against those that it has.',
  makeLabels: 'Packs and labels need a live connection: the server makes ids that no other pack has.',
  viewFigures: 'The figures of a trial need a live connection: the server counts them when you ask.',
  changeSettings: 'Settings need a live connection: they say how participants are allocated, so no device keeps them.',
  createTrial: 'A new trial needs a live connection: the server checks its design and commits to its secret.',
  viewProof: 'The proof needs a live connection: the ledger is kept on the server alone.',
  viewMessages: 'E-mails need a live connection: the server sends them, and no device keeps what they say.',
  manageUsers: 'Users and their permissions need a live connection: the server decides who may do what.',
  importUsers: 'An import of users needs a live connection: the server checks each row against the people it knows.',
  broadcast: 'A message to everybody needs a live connection: the server knows whom it goes to, and sends it.',
  makeReports: 'Reports need a live connection: the server makes each for what its reader may see at that moment.',
  exportList: 'An export needs a live connection: the server makes it of what its reader may see at that moment.',
  viewAuditLog: 'The audit log needs a live connection: it is kept on the server alone, where nobody can change it.',
  changeProfile: 'Your profile needs a live connection: the server keeps it for every device you use.',
  simulate: 'Simulating needs a live connection: the server works it out.',
} as const satisfies Record<string, string>

/** What only the server can do, or give. */
export type ServerAct = keyof typeof OFFLINE_REASONS
