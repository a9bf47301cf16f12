import { IDENTITY_PROVIDERS, identityProviderOfId, returnPath } from '#domain/sign-in/identity'
import { describe, expect, it } from 'vitest'

/** The family whose calls sign in, and the app's return route where `university` is "uni". */
const PROVIDERS = [
  ['sso', 'ping', '/uni-sso-return'],
  ['lti', 'ping', '/uni-lti-return'],
  ['aaf', 'aaf', '/aaf-return'],
  ['google', 'ping', '/google-return'],
  ['linkedin', 'ping', '/linkedin-return'],
] as const

describe('the sign-in providers', () => {
  it('are five, in the order of the sign-in page', () => {
    expect(IDENTITY_PROVIDERS.map(({ id }) => id)).toEqual(PROVIDERS.map(([id]) => id))
  })

  it.each(PROVIDERS)('%s is of the family %s and returns to %s', (id, family, path) => {
    const provider = identityProviderOfId(id)
    expect(provider?.family).toBe(family)
    expect(provider && returnPath(provider, 'uni')).toBe(path)
  })

  it('return to different pages', () => {
    const paths = IDENTITY_PROVIDERS.map((provider) => returnPath(provider, 'university'))
    expect(new Set(paths).size).toBe(paths.length)
  })

  it.each(['', 'SSO', 'ping', 'facebook', 'constructor'])('are not "%s"', (id) => {
    expect(identityProviderOfId(id)).toBeUndefined()
  })
})
