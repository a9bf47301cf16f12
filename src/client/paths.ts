import type { TrialReportName } from '#domain/reports/report'
import type { SentQuery } from '#contract/endpoint'
import type { listUsers } from '#contract/users'

type InviteSearch = Pick<SentQuery<typeof listUsers>, 'q' | 'association' | 'account'>

/** Every address of the app, as TanStack Router's `Link` and `navigate` take it. */
export const paths = {
  home: () => ({ to: '/' }) as const,
  signIn: () => ({ to: '/sign-in' }) as const,
  /** The sign-in of another person than the one remembered by the provider. */
  signInAsAnother: () => ({ to: '/sign-in', search: { prompt: 'select_account' } }) as const,
  idpAssociation: () => ({ to: '/idp-association' }) as const,
  ltiCreation: () => ({ to: '/lti-creation' }) as const,
  trials: () => ({ to: '/trials' }) as const,
  outbox: () => ({ to: '/outbox' }) as const,
  diagnostics: () => ({ to: '/diagnostics' }) as const,
  newTrial: () => ({ to: '/trials/new' }) as const,
  trial: (trialId: number) => ({ to: '/trials/$trialId', params: { trialId } }) as const,
  participants: (trialId: number) => ({ to: '/trials/$trialId/participants', params: { trialId } }) as const,
  randomise: (trialId: number) => ({ to: '/trials/$trialId/participants/new', params: { trialId } }) as const,
  /** Randomising a participant of the waiting list, by the id of their row. */
  randomiseWaiting: (trialId: number, waitingId: number) =>
    ({
      to: '/trials/$trialId/participants/new',
      params: { trialId },
      search: { waiting: String(waitingId) },
    }) as const,
  waitingList: (trialId: number) => ({ to: '/trials/$trialId/waiting-list', params: { trialId } }) as const,
  participant: (trialId: number, participantId: number) =>
    ({
      to: '/trials/$trialId/participants/$participantId',
      params: { trialId, participantId },
    }) as const,
  studyPacks: (trialId: number) => ({ to: '/trials/$trialId/study-packs', params: { trialId } }) as const,
  studyPack: (trialId: number, studyPackId: number) =>
    ({
      to: '/trials/$trialId/study-packs/$studyPackId',
      params: { trialId, studyPackId },
    }) as const,
  /** Dispensing; `pack` is the id on its label, `participant` the record whose page it is opened from. */
  dispense: (trialId: number, begun: { pack?: string; participant?: number } = {}) =>
    ({
      to: '/trials/$trialId/study-packs/dispense',
      params: { trialId },
      search: {
        ...(begun.pack === undefined ? {} : { pack: begun.pack }),
        ...(begun.participant === undefined ? {} : { participant: String(begun.participant) }),
      },
    }) as const,
  importStudyPacks: (trialId: number) => ({ to: '/trials/$trialId/study-packs/import', params: { trialId } }) as const,
  labelGenerator: (trialId: number) =>
    ({ to: '/trials/$trialId/study-packs/label-generator', params: { trialId } }) as const,
  trialReports: (trialId: number) => ({ to: '/trials/$trialId/reports', params: { trialId } }) as const,
  /** A report of a trial, in its own window. */
  trialReport: (trialId: number, report: TrialReportName) =>
    ({ to: '/trials/$trialId/reports/view', params: { trialId }, search: { report } }) as const,
  messages: (trialId: number) => ({ to: '/trials/$trialId/messages', params: { trialId } }) as const,
  trialSettings: (trialId: number) => ({ to: '/trials/$trialId/settings', params: { trialId } }) as const,
  trialUsers: (trialId: number) => ({ to: '/trials/$trialId/users', params: { trialId } }) as const,
  addTrialUser: (trialId: number) => ({ to: '/trials/$trialId/users/new', params: { trialId } }) as const,
  importTrialUsers: (trialId: number) => ({ to: '/trials/$trialId/users/new/multiple', params: { trialId } }) as const,
  allocationList: (trialId: number) => ({ to: '/trials/$trialId/list', params: { trialId } }) as const,
  /** The lists that a person makes for trials whose participants they may not see. */
  ownAllocationLists: () => ({ to: '/allocation-lists' }) as const,
  proof: (trialId: number) => ({ to: '/trials/$trialId/proof', params: { trialId } }) as const,
  users: () => ({ to: '/users' }) as const,
  newUser: () => ({ to: '/users/new' }) as const,
  newUsers: () => ({ to: '/users/new/multiple' }) as const,
  /** The invitation of many: the filtered users of the list. */
  inviteUsers: (search: InviteSearch) => ({ to: '/users/invite', search }) as const,
  broadcast: () => ({ to: '/users/broadcast' }) as const,
  user: (userId: number) => ({ to: '/users/$userId', params: { userId } }) as const,
  userPermissions: (userId: number) => ({ to: '/users/$userId/permissions', params: { userId } }) as const,
  userAuthentication: (userId: number) => ({ to: '/users/$userId/auth', params: { userId } }) as const,
  reports: () => ({ to: '/reports' }) as const,
  /** The management report, in its own window. */
  managementReport: () => ({ to: '/reports/view' }) as const,
  auditLogs: () => ({ to: '/audit-logs' }) as const,
  status: () => ({ to: '/status' }) as const,
  help: () => ({ to: '/help' }) as const,
  helpPage: (name: string) => ({ to: '/help/$name', params: { name } }) as const,
  profile: () => ({ to: '/user-profile' }) as const,
  timezones: () => ({ to: '/timezones' }) as const,
  simulation: () => ({ to: '/simulation' }) as const,
  /** The simulation of a trial's design. */
  simulateTrial: (trialId: number) => ({ to: '/simulation', search: { trial: String(trialId) } }) as const,
  /** The simulation of an open form in another tab, by the name of its entry. */
  simulateTyped: (name: string) => ({ to: '/simulation', search: { typed: name } }) as const,
} as const

/** The program that verifies a ledger, one file, as the server sends it. */
export const VERIFIER = { address: '/verify-ledger.mjs', file: 'verify-ledger.mjs' } as const
