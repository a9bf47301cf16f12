import { expect, test } from 'vitest'
import { creationResult } from '../../../../src/client/screens/lti-creation/creation-result'
import { splitName } from '../../../../src/client/screens/lti-creation/split-name'

test.each([
  [false, false, 'new-user'],
  [true, false, 'existing-user-password-not-set'],
  [true, true, 'existing-user-password-set'],
  [false, true, 'unknown-response'],
])('an identity that was there (%s) with its password set (%s) is %s', (insert, activate, result) => {
  expect(creationResult({ insert, activate })).toBe(result)
})

test.each([
  ['Amara Hughes', 'Amara', 'Hughes'],
  ['Vincent van der Berg', 'Vincent', 'van der Berg'],
  ['  Ada  Obi ', 'Ada', 'Obi'],
  ['Plato', 'Plato', ''],
  ['', '', ''],
])('"%s" is “%s” and “%s”', (name, first_name, last_name) => {
  expect(splitName(name)).toEqual({ first_name, last_name })
})
