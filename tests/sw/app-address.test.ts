import { describe, expect, test } from 'vitest'
import { isAppAddress } from '../../sw/app-address'

describe('the worker leaves to the server', () => {
  test.each([
    ['the API', '/api/v1/trials'],
    ['its documentation', '/api/docs'],
    ['the API itself', '/api'],
    ['the sample sign-in provider', '/idp/auth'],
    ['the health page', '/healthz'],
    ['the readiness page', '/readyz'],
    ['the return from single sign-on', '/university-sso-return'],
    ['the return from single sign-on of a university with hyphens', '/south-west-sso-return'],
    ['the return from LTI', '/university-lti-return'],
    ['the return from Google', '/google-return'],
    ['the return from LinkedIn', '/linkedin-return'],
    ['the return from AAF', '/aaf-return'],
    ['a return with a final slash', '/aaf-return/'],
    ['the worker', '/sw.js'],
    ['a single file', '/robots.txt'],
  ])('%s', (_what, pathname) => {
    expect(isAppAddress(pathname)).toBe(false)
  })
})

describe('the worker opens the app for', () => {
  test.each([
    ['home', '/'],
    ['sign-in', '/sign-in'],
    ['a trial', '/trials/7'],
    ['a deep link', '/trials/7/participants/new'],
    ['the association page', '/idp-association'],
    ['the external identity', '/lti-creation'],
    ['a path nobody knows', '/apiary'],
  ])('%s', (_what, pathname) => {
    expect(isAppAddress(pathname)).toBe(true)
  })
})
