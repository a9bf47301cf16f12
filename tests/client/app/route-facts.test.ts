// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { router } from '../../../src/client/app/router'
import { matchedPage } from '../matched-page'

/** The pages of the app, by the patterns of their addresses. */
const pages = Object.entries(router.routesByPath)

/** These pages redirect at once to the addresses of the other specification. */
const LEAD_ON = ['/trials/$trialId/import', '/trials/$trialId/label-generator']

/** Screens about the device itself, and those shown from its store. */
const WITHOUT_SERVER = [
  '/',
  '/$',
  '/$returnName',
  '/diagnostics',
  '/help',
  '/help/$name',
  '/idp-association',
  '/lti-creation',
  '/outbox',
  '/sign-in',
  '/timezones',
  '/trials',
  '/trials/$trialId/$',
  '/trials/$trialId/participants',
  '/trials/$trialId/participants/$participantId',
  '/trials/$trialId/study-packs',
  '/trials/$trialId/study-packs/$studyPackId',
  '/trials/$trialId/study-packs/dispense',
  '/users/$',
  '/users/$userId/$',
  ...LEAD_ON,
]

describe('every page of the app', () => {
  test('is shown by a device itself, or says why it needs the connection', () => {
    const alone = pages.filter(([, { options }]) => options.staticData.needsServer === null).map(([path]) => path)
    expect(alone.sort()).toEqual(WITHOUT_SERVER.toSorted())
  })

  test('has a step of the breadcrumb trail, unless it redirects at once', () => {
    const without = pages.filter(([, { options }]) => options.staticData.crumb === null).map(([path]) => path)
    expect(without.sort()).toEqual(LEAD_ON.toSorted())
  })

  test('retains only search fields that it has', () => {
    const foreign = pages.flatMap(([path, { options }]) => {
      const { keeps } = options.staticData
      return keeps.length > 0 && options.validateSearch === undefined ? [path] : []
    })
    expect(foreign).toEqual([])
  })
})

describe('an address', () => {
  test.each([
    ['/trials/7/participants/71', '/trials/$trialId/participants/$participantId', { trialId: 7, participantId: 71 }],
    ['/trials/7/study-packs/12', '/trials/$trialId/study-packs/$studyPackId', { trialId: 7, studyPackId: 12 }],
    ['/trials/7/participants/new', '/trials/$trialId/participants/new', { trialId: 7 }],
    ['/users/3/auth', '/users/$userId/auth', { userId: 3 }],
    ['/university-sso-return', '/$returnName', { returnName: 'university-sso-return' }],
  ])('%s gives its ids as numbers', (address, fullPath, params) => {
    const { page } = matchedPage(address)
    expect(page.fullPath).toBe(fullPath)
    expect(page.params).toMatchObject(params)
  })

  test.each([
    ['/trials/seven', '/$'],
    ['/trials/0', '/$'],
    ['/trials/-1/participants', '/$'],
    ['/trials/1234567890123456', '/$'],
    ['/trials/7/participants/none', '/trials/$trialId/$'],
    ['/trials/7/study-packs/1.5', '/trials/$trialId/$'],
    ['/trials/7/nothing', '/trials/$trialId/$'],
    ['/users/seven/auth', '/users/$'],
    ['/users/7/nothing', '/users/$userId/$'],
    ['/nothing', '/$'],
    ['/nothing/at/all', '/$'],
  ])('%s is no page', (address, fullPath) => {
    expect(matchedPage(address).page.fullPath).toBe(fullPath)
  })
})
