import { api } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'

/*
 * The calls that both specifications list: the address of each, its parameters, and a body as they write it.
 * Third-party programs rely on this list, so it is written out and takes nothing from the contract.
 */

type Row = [address: string, call: Endpoint, query?: readonly string[], body?: unknown]

const PACKS = { study_pack_ids: [1, 2], comment: 'Why' }
const PERMISSION = { role_id: 5, trial_id: 1, site_id: 2, is_blinded_partial: false, is_blinded_whole: true }
const DELEGATED = { is_unblind_authorized: true, has_study_packs_access: true }
const USER = { name: 'Ada', email: 'ada@example.org', selected_timezone: 'Etc/UTC' }
const TRIAL = {
  title: 'Aspirin in acute stroke',
  start_on: '2026-01-01',
  end_on: '2026-12-31',
  org_name: 'Stroke unit',
  sites: [{ title: 'Royal Infirmary' }],
  study_groups: [{ name: 'Aspirin' }, { name: 'Avoid aspirin' }],
}
const PREFERENCES = {
  on_trial_status: true,
  on_trial_completion: true,
  on_randomisation: false,
  on_unblinding: true,
  on_study_packs: false,
}
const ANSWERS = { participant_strata: [{ trial_stratum_id: 1, trial_stratum_option_id: 2 }] }

const TRIAL_SIDE: Row[] = [
  ['GET auth/me', api.getMe],
  ['GET auth/me/system-permission', api.getSystemPermission],
  ['GET auth/me/trial-permission/{trial_id}', api.getTrialPermission],
  ['GET auth/me/trial-permission/{trial_id}/sites', api.getPermittedSites],
  ['GET auth/ping/login', api.loginFromPing, ['idp']],
  ['GET auth/aaf/login', api.loginFromAaf, ['access_token', 'association_token']],
  ['GET auth/ping/redirect', api.redirectToPing, ['idp']],
  ['GET auth/aaf/redirect', api.redirectToAaf],
  ['GET timezones', api.listTimezones],
  ['GET trials', api.listTrials, ['page', 'page_size', 'q', 'status', 'sort', 'order']],
  ['GET trials/{trial_id}', api.getTrial],
  ['GET trials/{trial_id}/statistics', api.getTrialStatistics],
  ['POST trials/{trial_id}/status', api.changeTrialStatus, [], { trial_status_id: 4, reason: 'Why' }],
  ['GET trials/{trial_id}/participants', api.listParticipants, ['page', 'page_size', 'sort', 'order']],
  [
    'POST trials/{trial_id}/participants',
    api.randomiseParticipant,
    [],
    { site_id: 1, participant_id: 'P-1', approve_duplicate: true, ...ANSWERS },
  ],
  ['POST trials/{trial_id}/participants/{participant_id}/flag', api.flagParticipant, [], { comment: 'Why' }],
  ['POST trials/{trial_id}/participants/{participant_id}/unblind', api.unblindParticipant, [], { comment: 'Why' }],
  ['GET trials/{trial_id}/study-packs', api.listStudyPacks],
  ['POST trials/{trial_id}/study-packs/activate', api.activateStudyPacks, [], PACKS],
  ['POST trials/{trial_id}/study-packs/deactivate', api.deactivateStudyPacks, [], PACKS],
  ['POST trials/{trial_id}/study-packs/remove', api.removeStudyPacks, [], PACKS],
  ['POST trials/{trial_id}/study-packs/expire', api.expireStudyPacks, [], PACKS],
  ['POST trials/{trial_id}/study-packs/transfer', api.transferStudyPacks, [], { ...PACKS, to_site_id: 3 }],
  [
    'POST trials/{trial_id}/study-packs/update',
    api.updateStudyPacks,
    [],
    { ...PACKS, expire_on: '2027-01-31', duration: 28 },
  ],
  [
    'POST trials/{trial_id}/study-packs/dispense',
    api.dispenseStudyPacks,
    [],
    { study_pack_id: 1, comment: 'Why', confirmation_code: '042' },
  ],
  ['POST trials/{trial_id}/study-packs/recall', api.recallStudyPacks, [], { study_pack_id: 1, comment: 'Why' }],
]

const ADMINISTRATION: Row[] = [
  ['POST trials', api.createTrial, [], TRIAL],
  ['PUT trials/{trial_id}', api.updateTrial, [], TRIAL],
  ['POST time-display', api.displayTime, [], { tz: 'Etc/UTC' }],
  ['GET users/roles', api.listRoles],
  ['GET trials/{trial_id}/users', api.listTrialUsers, ['page', 'page_size', 'name']],
  ['GET users', api.listUsers, ['trial', 'q', 'page', 'page_size']],
  ['GET users/{user_id}', api.getUser],
  ['POST users', api.createUsers, [], USER],
  ['POST users', api.createUsers, ['insert_type'], [USER]],
  ['POST users/message-broadcast', api.broadcastMessage, [], { subject: 'Sunday', body: 'The portal rests.' }],
  ['PUT users/{user_id}', api.updateUser, [], USER],
  ['POST users/{user_id}/active', api.setUserActive, [], { is_active: false }],
  ['POST users/{user_id}/expiry', api.extendUser, [], { is_expired: false }],
  ['GET users/{user_id}/permissions', api.listUserPermissions],
  ['POST users/{user_id}/permissions', api.grantPermission, [], { ...PERMISSION, ...DELEGATED, force_update: true }],
  ['PUT users/{user_id}/permissions/{permission_id}', api.changePermission, [], { ...PERMISSION, force_update: true }],
  ['DELETE users/{user_id}/permissions/{permission_id}', api.endPermission],
  ['POST users/permissions', api.grantManyPermissions, [], [{ ...PERMISSION, user_id: 9 }]],
  ['PUT trials/{trial_id}/users/{user_id}/notifications/{notification_id}', api.saveTrialNotification, [], PREFERENCES],
  ['GET trials/{trial_id}/sites/{site_id}', api.getSite],
  ['POST auth/idp-association', api.requestAssociation, [], { user_id: 9 }],
  ['DELETE users/{user_id}/profiles/{profile_id}', api.deleteProfile],
  ['GET auth/idp-association', api.showAssociation, ['token']],
  [
    'POST auth/lti/create',
    api.createExternalAccount,
    [],
    { user_id: 9, first_name: 'Ada', last_name: 'Obi', email: 'ada@example.org', association_token: 'secret' },
  ],
  ['PUT auth/me/update', api.updateMe, [], { id: 9, email: 'ada@example.org', selected_timezone: 'Etc/UTC' }],
  ['POST reports/mgmt', api.makeManagementReport, [], { type: 'token' }],
  ['POST trials/{trial_id}/reports/long', api.makeLongReport, [], { type: 'data' }],
  ['POST trials/{trial_id}/reports/short', api.makeShortReport, [], { type: 'data' }],
  ['POST trials/{trial_id}/reports/mgmt', api.makeTrialManagementReport, [], { type: 'data' }],
  ['GET reports/mgmt/download', api.downloadManagementReport, ['token']],
  ['GET trials/{trial_id}/reports/long/download', api.downloadLongReport, ['token']],
  ['GET trials/{trial_id}/reports/short/download', api.downloadShortReport, ['token']],
  ['GET trials/{trial_id}/reports/mgmt/download', api.downloadTrialManagementReport, ['token']],
  ['GET audit-logs', api.listAuditLogs, ['page', 'page_size', 'q']],
  ['GET app-instance', api.getAppInstance],
]

describe.each([
  ['the trial side', TRIAL_SIDE],
  ['administration', ADMINISTRATION],
])('of the calls of %s', (_, rows) => {
  test.each(rows)('%s has its method and address', (address, { method, path }) => {
    expect(`${method} ${path}`).toBe(address)
  })

  test.each(rows)('%s takes its query', (_address, call, query = []) => {
    expect(Object.keys(call.query)).toEqual(expect.arrayContaining([...query]))
  })

  test.each(rows.filter(([, , , body]) => body !== undefined))('%s takes its body', (_address, call, _query, body) => {
    const { issues = [] } = v.safeParse(call.body, body)
    expect(issues.map(({ message }) => message)).toEqual([])
  })
})
