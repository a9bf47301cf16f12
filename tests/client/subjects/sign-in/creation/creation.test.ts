import { expect, test } from 'vitest'
import { creationResult, resultOfCall } from '../../../../../src/client/subjects/sign-in/creation/creation-result'
import { splitName } from '../../../../../src/client/subjects/sign-in/creation/split-name'

test.each([
  [false, false, 'new-user'],
  [true, false, 'existing-user-password-not-set'],
  [true, true, 'existing-user-password-set'],
  [false, true, 'unknown-response'],
])('an identity that was there (%s) with its password set (%s) is %s', (insert, activate, result) => {
  expect(creationResult({ insert, activate })).toBe(result)
})

const REQUEST = { method: 'POST', path: 'auth/lti/create', at: '2026-11-21T10:00:00.000Z', request_id: null } as const

test('an unreadable answer is an unknown response: the identity may have been created', () => {
  expect(resultOfCall({ ok: false, refusal: { kind: 'unreadable', request: REQUEST } })).toEqual({
    ok: true,
    value: 'unknown-response',
  })
})

test('a lost answer is no result', () => {
  const lost = { ok: false, refusal: { kind: 'http', status: 502, request: REQUEST } } as const
  expect(resultOfCall(lost)).toEqual(lost)
})

test.each([
  ['Amara Hughes', 'Amara', 'Hughes'],
  ['Vincent van der Berg', 'Vincent', 'van der Berg'],
  ['  Ada  Obi ', 'Ada', 'Obi'],
  ['Plato', 'Plato', ''],
  ['', '', ''],
])('the name "%s" is split at its first space: "%s", "%s"', (name, first_name, last_name) => {
  expect(splitName(name)).toEqual({ first_name, last_name })
})
