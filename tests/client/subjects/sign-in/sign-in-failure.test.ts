import { ERRORS } from '#contract/errors'
import { loginFromAaf, loginFromPing } from '#contract/session'
import { describe, expect, test } from 'vitest'
import type { Failure } from '../../../../src/client/api/failure'
import { failedSignIn } from '../../../../src/client/subjects/sign-in/sign-in-failure'

const request = { method: 'GET', path: '/api/v1/auth/ping/login', at: '', request_id: null }

const refusedWith = (code: keyof typeof ERRORS): Failure => {
  const { status, title, message } = ERRORS[code]
  return { kind: 'refused', request, status, problem: { type: '', title, status, detail: message, message, code } }
}

describe('each refusal of a sign-in', () => {
  const CODES = [...new Set([...loginFromPing.errors, ...loginFromAaf.errors])]

  test.each(CODES)('%s is shown in words, with the next step', (code) => {
    const { message, advice } = failedSignIn(refusedWith(code))
    expect(message).toBe(ERRORS[code].message)
    expect(advice).toMatch(/^[A-Z].*\.$/)
  })

  test('leads to signing in again, to another account, or nowhere, as it helps', () => {
    expect(Object.fromEntries(CODES.map((code) => [code, failedSignIn(refusedWith(code)).way_on]))).toEqual({
      ref_invalid: 'again',
      identity_unknown: 'another_account',
      identity_taken: 'another_account',
      association_token_invalid: 'again',
      account_inactive: 'none',
      account_expired: 'none',
    })
  })
})

test('a missing answer asks for the connection, and for another try', () => {
  expect(failedSignIn({ kind: 'network', code: 'ERR_NETWORK', request })).toEqual({
    message: 'Network error (ERR_NETWORK)',
    advice: 'Check the connection before you try again.',
    way_on: 'again',
  })
})
