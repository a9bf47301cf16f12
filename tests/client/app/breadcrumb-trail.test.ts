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
    ['/trials/7', ['Home', 'Trials', 'trial 7']],
    ['/trials/7/participants', ['Home', 'Trials', 'trial 7', 'Participants']],
    ['/trials/7/participants/new', ['Home', 'Trials', 'trial 7', 'Participants', 'Randomise']],
    ['/trials/7/participants/71', ['Home', 'Trials', 'trial 7', 'Participants', 'Participant']],
    ['/trials/7/participants/none', ['Home', 'Trials', 'trial 7', 'Resource not found']],
    ['/trials/7/participants/71/more', ['Home', 'Trials', 'trial 7', 'Resource not found']],
    ['/trials/7/messages', ['Home', 'Trials', 'trial 7', 'E-mails']],
    ['/trials/7/settings', ['Home', 'Trials', 'trial 7', 'Settings']],
    ['/trials/7/proof', ['Home', 'Trials', 'trial 7', 'Proof']],
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
