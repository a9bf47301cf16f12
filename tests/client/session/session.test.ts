import { describe, expect, test } from 'vitest'
import { isExpired, sessionOfToken } from '../../../src/client/session/session'
import { aToken } from '../tokens'

describe('the claims of a token', () => {
  test.each([
    ['nothing', ''],
    ['no parts', 'abc'],
    ['a part that is not base64', 'a.%%%.c'],
    ['a part that is not JSON', `a.${Buffer.from('{').toString('base64url')}.c`],
    ['claims without an end', `a.${Buffer.from('{"sub":"3","sid":"s"}').toString('base64url')}.c`],
    ['a number for a person', `a.${Buffer.from('{"sub":3,"sid":"s","exp":1}').toString('base64url')}.c`],
    ['claims without a session', `a.${Buffer.from('{"sub":"3","exp":1}').toString('base64url')}.c`],
  ])('cannot be read: %s', (_, token) => {
    expect(sessionOfToken(token)).toBeNull()
  })

  test('are its person and its end', () => {
    const token = aToken('ü-3', 1_800_000_000)
    expect(sessionOfToken(token)).toEqual({ token, sub: 'ü-3', id: 'session-of-ü-3', expires_at: 1_800_000_000_000 })
  })

  test('it is over at the moment of its end, not before', () => {
    const session = { token: '', sub: '3', id: 'a', expires_at: 1000 }
    expect([isExpired(session, 999), isExpired(session, 1000)]).toEqual([false, true])
  })
})
