import { describe, expect, test } from 'vitest'
import { breadcrumbTrail } from '../../../src/client/app/breadcrumb-trail'

const words = (pathname: string) =>
  breadcrumbTrail(pathname).map((crumb) => ('trial_id' in crumb ? `trial ${crumb.trial_id}` : crumb.label))

describe('the way to a page', () => {
  test.each([
    ['/', []],
    ['/sign-in', ['Home', 'Sign in']],
    ['/university-sso-return', ['Home', 'Sign in']],
    ['/trials', ['Home', 'Trials']],
    ['/trials/', ['Home', 'Trials']],
    ['/trials/new', ['Home', 'Trials', 'Create new trial']],
    ['/trials/7', ['Home', 'Trials', 'trial 7']],
    ['/trials/7/participants', ['Home', 'Trials', 'trial 7', 'Participants']],
    ['/trials/7/participants/new', ['Home', 'Trials', 'trial 7', 'Participants', 'Randomise']],
    ['/trials/7/participants/71', ['Home', 'Trials', 'trial 7', 'Participants', 'Participant']],
    ['/trials/7/participants/none', ['Home', 'Trials', 'trial 7', 'Resource not found']],
    ['/trials/7/participants/71/more', ['Home', 'Trials', 'trial 7', 'Resource not found']],
    ['/trials/7/study-packs', ['Home', 'Trials', 'trial 7', 'Study packs']],
    ['/trials/7/study-packs/71', ['Home', 'Trials', 'trial 7', 'Study packs', 'Study pack']],
    ['/trials/7/study-packs/none', ['Home', 'Trials', 'trial 7', 'Resource not found']],
    ['/trials/7/users', ['Home', 'Trials', 'trial 7', 'User permissions']],
    ['/trials/7/users/new', ['Home', 'Trials', 'trial 7', 'User permissions', 'Add user']],
    ['/trials/7/users/new/multiple', ['Home', 'Trials', 'trial 7', 'User permissions', 'Add multiple users']],
    ['/trials/7/users/7', ['Home', 'Trials', 'trial 7', 'Resource not found']],
    ['/trials/7/messages', ['Home', 'Trials', 'trial 7', 'Emails']],
    ['/trials/7/settings', ['Home', 'Trials', 'trial 7', 'Settings']],
    ['/trials/7/proof', ['Home', 'Trials', 'trial 7', 'Proof']],
    ['/users', ['Home', 'Users']],
    ['/users/new', ['Home', 'Users', 'Create new user']],
    ['/users/new/multiple', ['Home', 'Users', 'Create multiple users']],
    ['/users/new/other', ['Home', 'Users', 'Resource not found']],
    ['/users/broadcast', ['Home', 'Users', 'Message broadcast']],
    ['/users/7', ['Home', 'Users', 'User 7']],
    ['/users/7/permissions', ['Home', 'Users', 'User 7', 'Permissions']],
    ['/users/7/auth', ['Home', 'Users', 'User 7', 'Authentication']],
    ['/users/7/other', ['Home', 'Users', 'User 7', 'Resource not found']],
    ['/users/seven', ['Home', 'Users', 'Resource not found']],
    ['/user-profile', ['Home', 'User profile']],
    ['/timezones', ['Home', 'Supported time zones']],
    ['/audit-logs', ['Home', 'Auditing']],
    ['/simulation', ['Home', 'Simulation']],
    ['/simulation/7', ['Home', 'Resource not found']],
    ['/trials/7/nothing', ['Home', 'Trials', 'trial 7', 'Resource not found']],
    ['/trials/seven', ['Home', 'Resource not found']],
    ['/nothing', ['Home', 'Resource not found']],
  ])('%s', (pathname, expected) => {
    expect(words(pathname)).toEqual(expected)
  })

  test('leads anywhere but to the page itself', () => {
    expect(breadcrumbTrail('/trials/7/participants').map(({ link }) => link?.to ?? null)).toEqual([
      '/',
      '/trials',
      '/trials/$trialId',
      null,
    ])
  })
})
