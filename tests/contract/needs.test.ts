import { api } from '#contract/api'
import { isWrite, type Endpoint } from '#contract/endpoint'
import { isPublic } from '#contract/needs'
import { expect, it } from 'vitest'

const namesWhere = (holds: (call: Endpoint) => boolean): string[] =>
  Object.entries<Endpoint>(api).flatMap(([name, call]) => (holds(call) ? [name] : []))

/** A call that is added here by mistake would be open to the whole network. */
it('nobody but these calls does without a sign-in', () => {
  expect(namesWhere(isPublic)).toEqual([
    'getAppInstance',
    'redirectToPing',
    'redirectToAaf',
    'returnFromPing',
    'returnFromAaf',
    'loginFromPing',
    'loginFromAaf',
    'showAssociation',
    'createExternalAccount',
    'listTimezones',
    'downloadManagementReport',
    'downloadLongReport',
    'downloadShortReport',
    'downloadTrialManagementReport',
    'downloadBalanceReport',
    'downloadOpenBalanceReport',
    'downloadParticipants',
    'downloadStudyPacks',
    'downloadAnalysis',
    'downloadTrialArchive',
    'downloadEmails',
    'downloadUsers',
    'downloadAuditLogs',
    'listSignInNotices',
  ])
})

it('of a trial, no call that saves something needs only to view it', () => {
  const savesForViewers = (call: Endpoint) =>
    call.needs.kind === 'trial' && call.needs.can.startsWith('view') && isWrite(call) && call.saves_nothing !== true
  expect(namesWhere(savesForViewers)).toEqual([
    // The seed needs the system as well, and reports and lists are only recorded.
    'revealSeed',
    'makeLongReport',
    'makeShortReport',
    'makeTrialManagementReport',
    'makeBalanceReport',
    'makeOpenBalanceReport',
    'prepareParticipantsExport',
    'prepareStudyPacksExport',
    'prepareAnalysisExport',
    'prepareEmailsExport',
  ])
})

it('what needs no permission at all is of the person, or a list without anybody', () => {
  expect(namesWhere(({ needs }) => needs.kind === 'signed_in')).toEqual([
    'confirmSignIn',
    'logout',
    'getMe',
    'getOutboxKey',
    'reportOfflineUnlock',
    'updateMe',
    'saveDisplaySettings',
    'getSystemPermission',
    'getTrialPermission',
    'listOwnNotifications',
    'listOwnSessions',
    'endOwnSession',
    'endOtherSessions',
    'displayTime',
    'listTrials',
    // Each action is judged by the permission in the trial of its records.
    'reportDeviceActions',
    'listRoles',
    // What the service says to everybody.
    'listShownNotices',
    // Each record is judged by the permission that its own list needs.
    'searchEverything',
    // Each trial is judged by the permission that its own pages need.
    'getDesk',
  ])
})
