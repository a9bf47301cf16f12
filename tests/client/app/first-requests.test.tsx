// @vitest-environment happy-dom
import { api } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { STORED } from '../../../src/client/browser/device-storage'
import { aShownTrial } from '../a-shown-trial'
import { AS_ADMINISTRATOR, holds, ME, openApp, pagesOf, type Reply } from '../open-app'

/*
 * A page that is opened cold requests its own content at once, beside the frame around it. On a slow network, each
 * request that waits for another costs more time than drawing the page.
 */

/** Leaves these calls without an answer, and records which of them were made. */
const heldCalls = (endpoints: readonly Endpoint[]) => {
  const asked: string[] = []
  const replies = endpoints.map((endpoint): Reply => {
    const { respond } = holds(endpoint)
    return { endpoint, respond: () => (asked.push(endpoint.path), respond()) }
  })
  return { asked, replies }
}

const NOTHING_ANSWERED: [string, string, Endpoint[]][] = [
  ['the home page', '/', [api.getMe, api.listTrials]],
  ['the trials', '/trials', [api.listTrials, api.getSystemPermission]],
  ['the overview of a trial', '/trials/1', [api.getTrial, api.getTrialPermission, api.getTrialStatistics]],
  ['the participants', '/trials/1/participants', [api.getTrial, api.getTrialPermission, api.listParticipants]],
  [
    'a participant',
    '/trials/1/participants/7',
    [api.getTrial, api.getTrialPermission, api.getParticipant, api.getParticipantHistory],
  ],
  ['the wizard', '/trials/1/participants/new', [api.getTrial, api.getTrialPermission, api.getPermittedSites]],
  [
    'the dispensing page',
    '/trials/1/study-packs/dispense',
    [api.getTrial, api.getTrialPermission, api.getPermittedSites],
  ],
  ['the users of a trial', '/trials/1/users', [api.getTrial, api.getTrialPermission, api.listTrialUsers]],
  ['the profile', '/user-profile', [api.getMe, api.listOwnSessions, api.listOwnNotifications]],
  ['the users of the service', '/users', [api.getSystemPermission]],
]

test.each(NOTHING_ANSWERED)('%s requests all of its data before any answer', async (_page, at, expected) => {
  const { asked, replies } = heldCalls([...expected, api.getAppInstance])
  openApp(at, replies)
  await waitFor(() => expect(asked).toEqual(expect.arrayContaining(expected.map(({ path }) => path))))
})

const ONCE_PERMITTED: [string, string, Endpoint[]][] = [
  ['the study packs', '/trials/1/study-packs', [api.listStudyPacks]],
  ['a pack', '/trials/1/study-packs/9', [api.getStudyPack]],
  ['the dispensing page', '/trials/1/study-packs/dispense', [api.listStudyPacks]],
  ['the import of packs', '/trials/1/study-packs/import', [api.listStudyPacks]],
  ['the labels', '/trials/1/study-packs/label-generator', [api.listStudyPacks]],
  ['the emails of a trial', '/trials/1/messages', [api.listMessages]],
  ['the waiting list', '/trials/1/waiting-list', [api.listWaitingParticipants]],
  ['the users of the service', '/users', [api.listUsers]],
  ['a user', '/users/5', [api.getUser]],
  ['the permissions of a user', '/users/5/permissions', [api.getUser, api.listUserPermissions]],
  ['the audit log', '/audit-logs', [api.listAuditLogs]],
  ['the status', '/status', [api.getServiceStatus, api.listNotices]],
]

/** The server answers the permissions and nothing else. */
const permissionsOf = (role_id: number): Reply[] => [
  AS_ADMINISTRATOR,
  ...pagesOf(aShownTrial({ id: 1 }), role_id, { has_study_packs_access: true }).filter(
    ({ endpoint }) => endpoint.path === api.getTrialPermission.path,
  ),
]
/** The calls of the frame around the page, which are not answered. */
const AROUND = [api.getAppInstance, api.getTrial, api.getPermittedSites, api.getParticipantsSnapshot, api.listTrials]

test.each(ONCE_PERMITTED)('%s asks for its content once the permission alone is known', async (_page, at, expected) => {
  const { asked, replies } = heldCalls([...expected, ...AROUND])
  openApp(at, [...permissionsOf(1), ...replies])
  await waitFor(() => expect(asked).toEqual(expect.arrayContaining(expected.map(({ path }) => path))))
})

test('a person who may not see the packs requests none: the refusal would be recorded', async () => {
  const { asked, replies } = heldCalls([api.listStudyPacks])
  openApp('/trials/1/study-packs', [...replies, ...pagesOf(aShownTrial({ id: 1, is_managing_packs: true }), 5)])
  expect(await screen.findByText('You do not have permission to see this')).toBeDefined()
  expect(asked).toEqual([])
})

test('a list is requested with the page size that its reader chose on this device, and once', async () => {
  localStorage.setItem(STORED.pageSizes, JSON.stringify({ [String(ME.id)]: 50 }))
  const asked: string[] = []
  const { respond } = holds(api.listUsers)
  openApp('/users', [AS_ADMINISTRATOR, { endpoint: api.listUsers, respond }])
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (request: Request) => {
    if (request.url.includes('/users')) asked.push(new URL(request.url).search)
    return fetch(request)
  })
  await waitFor(() => expect(asked).toEqual(['?page_size=50']))
})
