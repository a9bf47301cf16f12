import { describe, expect, test } from 'vitest'
import { deviceStorage, STORED } from '../../../src/client/browser/device-storage'
import { createSessionStore } from '../../../src/client/session/session-store'
import { memoryStorage } from '../memory-storage'
import { aToken } from '../tokens'

const NOW = Date.parse('2026-11-21T10:00:00Z')
const inHours = (hours: number) => NOW / 1000 + hours * 3600
const NURSE = aToken('3', inHours(12))

const opened = (stored: string | null, at = { now: NOW }) => {
  const local = memoryStorage(stored === null ? {} : { [STORED.token]: stored })
  const store = createSessionStore(
    deviceStorage(() => local),
    () => at.now,
  )
  return { store, local, at, sub: () => store.state.get().session?.sub ?? null, ended: () => store.state.get().ended }
}

describe('at start', () => {
  test.each([
    ['no token', null, null, 'none'],
    ['a token that cannot be read', 'nonsense', null, 'none'],
    ['a token that has run out', aToken('3', inHours(-1)), null, 'expired'],
    ['a token that holds', NURSE, '3', null],
  ])('%s', (_, stored, sub, ended) => {
    const page = opened(stored)
    expect([page.sub(), page.ended()]).toEqual([sub, ended])
    expect(page.local.getItem(STORED.token)).toBe(sub === null ? null : stored)
  })
})

describe('a session', () => {
  test('is stored when it starts and gone when it ends', () => {
    const page = opened(null)
    page.store.start(NURSE)
    expect([page.sub(), page.local.getItem(STORED.token)]).toEqual(['3', NURSE])
    page.store.end()
    expect([page.sub(), page.ended(), page.local.getItem(STORED.token)]).toEqual([null, 'signed_out', null])
  })

  test('does not start with an expired token', () => {
    const page = opened(null)
    page.store.start(aToken('3', inHours(-24)))
    expect([page.sub(), page.local.getItem(STORED.token)]).toEqual([null, null])
  })

  test('continues with the renewed token', () => {
    const renewed = aToken('3', inHours(13))
    const page = opened(NURSE)
    page.store.renew(NURSE, renewed)
    expect([page.store.token(), page.local.getItem(STORED.token)]).toEqual([renewed, renewed])
  })

  test('is not replaced by a late renewal of the one before it', () => {
    const page = opened(NURSE)
    const other = aToken('4', inHours(12))
    page.store.start(other)
    page.store.renew(NURSE, aToken('3', inHours(13)))
    expect([page.store.token(), page.local.getItem(STORED.token)]).toEqual([other, other])
  })

  test('is refused only with its own token, whichever tab has replaced that', () => {
    const page = opened(NURSE)
    expect(page.store.refuse(aToken('3', inHours(11)))).toBe(false)
    const newer = aToken('3', inHours(13))
    page.local.setItem(STORED.token, newer)
    expect(page.store.refuse(NURSE)).toBe(false)
    expect(page.store.token()).toBe(newer)
    expect(page.store.refuse(newer)).toBe(true)
    expect([page.sub(), page.ended(), page.local.getItem(STORED.token)]).toEqual([null, 'refused', null])
  })

  test('is not revived by a renewal after it ended', () => {
    const page = opened(NURSE)
    page.store.end()
    page.store.renew(NURSE, aToken('3', inHours(13)))
    expect([page.sub(), page.local.getItem(STORED.token)]).toEqual([null, null])
  })

  test.each([
    ['has signed out', null, null],
    ['has signed another person in', aToken('4', inHours(12)), '4'],
  ])('is not revived by a renewal after another tab %s, before this one has heard of it', (_, stored, sub) => {
    const page = opened(NURSE)
    if (stored === null) page.local.removeItem(STORED.token)
    else page.local.setItem(STORED.token, stored)
    page.store.renew(NURSE, aToken('3', inHours(13)))
    expect([page.sub(), page.local.getItem(STORED.token)]).toEqual([sub, stored])
  })

  test('ends when its token expires, and remembers its person', () => {
    const page = opened(NURSE)
    page.store.endIfExpired()
    expect(page.sub()).toBe('3')
    page.at.now = inHours(12) * 1000
    page.store.endIfExpired()
    expect(page.store.state.get()).toEqual({ session: null, ended: 'expired', last_sub: '3' })
  })
})

describe('another tab', () => {
  test.each([
    ['signs in', null, NURSE, '3', null],
    ['signs out', NURSE, null, null, 'signed_out'],
    ['signs somebody else in', NURSE, aToken('4', inHours(12)), '4', null],
    ['renews the token', NURSE, aToken('3', inHours(13)), '3', null],
    ['writes nonsense', null, 'nonsense', null, 'none'],
  ])('%s, and so does this one', (_, before, after, sub, ended) => {
    const page = opened(before)
    if (after === null) page.local.removeItem(STORED.token)
    else page.local.setItem(STORED.token, after)
    page.store.followStorage()
    expect([page.sub(), page.ended()]).toEqual([sub, ended])
  })

  test('that changes nothing causes no notification', () => {
    const page = opened(NURSE)
    let notifications = 0
    page.store.state.subscribe(() => (notifications += 1))
    page.store.followStorage()
    expect(notifications).toBe(0)
  })
})
