// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { breadcrumbTrail } from '../../../src/client/app/breadcrumb-trail'
import { matchedPage } from '../matched-page'

/** The steps of the trail. The title of a trial, which is fetched, is shown as its element. */
const words = (address: string) => {
  const { page, routes } = matchedPage(address)
  return breadcrumbTrail(page.staticData, routes).map(({ crumb }) => {
    const label = typeof crumb === 'string' ? crumb : crumb(page.params)
    return typeof label === 'string' ? label : 'title'
  })
}

const TRAILS: [address: string, trail: string[]][] = [
  ['/', []],
  ['/sign-in', ['Home', 'Sign in']],
  ['/university-sso-return', ['Home', 'Sign in']],
  ['/idp-association', ['Home', 'Invitation']],
  ['/lti-creation', ['Home', 'Invitation', 'Create external identity']],
  ['/outbox', ['Home', 'Outbox']],
  ['/diagnostics', ['Home', 'About this device']],
  ['/help', ['Home', 'Help']],
  ['/help/nurse', ['Home', 'Help', 'title']],
  ['/trials', ['Home', 'Trials']],
  ['/trials/', ['Home', 'Trials']],
  ['/trials/new', ['Home', 'Trials', 'Create new trial']],
  ['/trials/7', ['Home', 'Trials', 'title']],
  ['/trials/7/participants', ['Home', 'Trials', 'title', 'Participants']],
  ['/trials/7/participants/new', ['Home', 'Trials', 'title', 'Participants', 'Randomise']],
  ['/trials/7/participants/71', ['Home', 'Trials', 'title', 'Participants', 'Participant']],
  ['/trials/7/participants/none', ['Home', 'Trials', 'title', 'Resource not found']],
  ['/trials/7/participants/71/more', ['Home', 'Trials', 'title', 'Resource not found']],
  ['/trials/7/waiting-list', ['Home', 'Trials', 'title', 'Participants', 'Waiting list']],
  ['/trials/7/study-packs', ['Home', 'Trials', 'title', 'Study packs']],
  ['/trials/7/study-packs/71', ['Home', 'Trials', 'title', 'Study packs', 'Study pack']],
  ['/trials/7/study-packs/dispense', ['Home', 'Trials', 'title', 'Study packs', 'Dispense']],
  ['/trials/7/study-packs/import', ['Home', 'Trials', 'title', 'Study packs', 'Import']],
  ['/trials/7/study-packs/label-generator', ['Home', 'Trials', 'title', 'Study packs', 'Packs and labels']],
  ['/trials/7/study-packs/none', ['Home', 'Trials', 'title', 'Resource not found']],
  ['/trials/7/users', ['Home', 'Trials', 'title', 'User permissions']],
  ['/trials/7/users/new', ['Home', 'Trials', 'title', 'User permissions', 'Add user']],
  ['/trials/7/users/new/multiple', ['Home', 'Trials', 'title', 'User permissions', 'Add multiple users']],
  ['/trials/7/users/7', ['Home', 'Trials', 'title', 'Resource not found']],
  ['/trials/7/reports', ['Home', 'Trials', 'title', 'Reports']],
  ['/trials/7/reports/view', ['Home', 'Trials', 'title', 'Reports', 'Report']],
  ['/trials/7/messages', ['Home', 'Trials', 'title', 'Emails']],
  ['/trials/7/settings', ['Home', 'Trials', 'title', 'Settings']],
  ['/trials/7/proof', ['Home', 'Trials', 'title', 'Proof']],
  ['/users', ['Home', 'Users']],
  ['/users/new', ['Home', 'Users', 'Create new user']],
  ['/users/new/multiple', ['Home', 'Users', 'Create multiple users']],
  ['/users/new/other', ['Home', 'Users', 'Resource not found']],
  ['/users/invite', ['Home', 'Users', 'Invite users']],
  ['/users/broadcast', ['Home', 'Users', 'Message broadcast']],
  ['/users/7', ['Home', 'Users', 'User 7']],
  ['/users/7/permissions', ['Home', 'Users', 'User 7', 'Permissions']],
  ['/users/7/auth', ['Home', 'Users', 'User 7', 'Authentication']],
  ['/users/7/other', ['Home', 'Users', 'User 7', 'Resource not found']],
  ['/users/seven', ['Home', 'Users', 'Resource not found']],
  ['/user-profile', ['Home', 'User profile']],
  ['/timezones', ['Home', 'Supported time zones']],
  ['/audit-logs', ['Home', 'Auditing']],
  ['/status', ['Home', 'Status']],
  ['/reports', ['Home', 'Reports']],
  ['/reports/view', ['Home', 'Reports', 'Management report']],
  ['/simulation', ['Home', 'Simulation']],
  ['/simulation/7', ['Home', 'Resource not found']],
  ['/trials/7/list', ['Home', 'Trials', 'title', 'List of allocations']],
  ['/allocation-lists', ['Home', 'Lists of allocations']],
  ['/trials/7/nothing', ['Home', 'Trials', 'title', 'Resource not found']],
  ['/trials/seven', ['Home', 'Resource not found']],
  ['/nothing', ['Home', 'Resource not found']],
]

describe('the trail to a page', () => {
  test.each(TRAILS)('%s', (address, trail) => {
    expect(words(address)).toEqual(trail)
  })

  test('exists for every page above', () => {
    const shown = new Set(TRAILS.map(([address]) => matchedPage(address).page.staticData))
    const { routes } = matchedPage('/')
    const left = Object.entries(routes).filter(
      ([, { options }]) => options.staticData.crumb !== null && !shown.has(options.staticData),
    )
    expect(left.map(([path]) => path)).toEqual([])
  })

  test('leads to other pages than itself', () => {
    const { page, routes } = matchedPage('/trials/7/participants')
    expect(breadcrumbTrail(page.staticData, routes).map(({ to }) => to)).toEqual([
      '/',
      '/trials',
      '/trials/$trialId',
      null,
    ])
  })
})
