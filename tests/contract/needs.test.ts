import { api } from '#contract/api'
import { isWrite, type Endpoint } from '#contract/endpoint'
import { isPublic } from '#contract/needs'
import { expect, it } from 'vitest'

const namesWhere = (holds: (call: Endpoint) => boolean): string[] =>
  Object.entries<Endpoint>(api).flatMap(([name, call]) => (holds(call) ? [name] : []))

/** A call that is added here by mistake is open to the whole network. */
it('no calls but these work without a sign-in', () => {
  expect(new Set(namesWhere(isPublic))).toEqual(
    new Set([
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
      'downloadRandomisationSpecification',
      'downloadSealedAppendix',
      'downloadRandomisationReport',
      'downloadReferenceSet',
      'downloadTrialArchive',
      'downloadEmails',
      'downloadUsers',
      'downloadAuditLogs',
      'listSignInNotices',
    ]),
  )
})

it('no writing call of a trial needs only the right to view it', () => {
  const savesForViewers = (call: Endpoint) =>
    call.needs.kind === 'trial' && call.needs.can.startsWith('view') && isWrite(call) && call.saves_nothing !== true
  expect(new Set(namesWhere(savesForViewers))).toEqual(
    new Set([
      // The seed also needs a level in the system. Reports and lists only record their making.
      'revealSeed',
      'makeLongReport',
      'makeShortReport',
      'makeTrialManagementReport',
      'makeBalanceReport',
      'makeOpenBalanceReport',
      'prepareParticipantsExport',
      'prepareStudyPacksExport',
      'prepareAnalysisExport',
      'prepareRandomisationSpecification',
      'prepareSealedAppendix',
      'prepareRandomisationReport',
      // It changes nothing in the trial, and its seed is no secret.
      'startRandomisationTest',
      'cancelRandomisationTest',
      'compareOutcomes',
      'prepareReferenceSetExport',
      'prepareEmailsExport',
    ]),
  )
})

it('calls that need no permission are about the caller, or are a list without people', () => {
  expect(new Set(namesWhere(({ needs }) => needs.kind === 'signed_in'))).toEqual(
    new Set([
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
      // The author of a trial's list has no permission in the trial, so the call looks for them among the authors.
      'listOwnAllocationLists',
      'uploadAllocationList',
      // Each action is checked against the permission in the trial of its records.
      'reportDeviceActions',
      'listRoles',
      // Notices for everybody.
      'listShownNotices',
      // Each record is checked against the permission that its own list needs.
      'searchEverything',
      // Each trial is checked against the permission that its own pages need.
      'getDesk',
    ]),
  )
})
