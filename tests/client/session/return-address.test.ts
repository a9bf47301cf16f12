// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { rememberAddress, rememberLockedAddress, takeAddress } from '../../../src/client/session/return-address'
import { matchedPage } from '../matched-page'
import { memoryStorage } from '../memory-storage'

const WIZARD = '/trials/1/participants/new?attempt=k&by=3'

describe('the return address after signing in', () => {
  test.each([
    ['leads the same person back', '3', WIZARD],
    ['leads nobody else there', '4', null],
  ])('%s', (_, sub, expected) => {
    const storage = memoryStorage()
    rememberAddress(storage, matchedPage(WIZARD), '3')
    expect(takeAddress(storage, sub)).toBe(expected)
    expect(storage.length).toBe(0)
  })

  test('leads a person who followed a link to it', () => {
    const storage = memoryStorage()
    rememberAddress(storage, matchedPage('/trials/5'), null)
    expect(takeAddress(storage, '4')).toBe('/trials/5')
  })

  test.each([
    ['/trials/3/participants?q=Mary+Smith&page=2', '/trials/3/participants?page=2'],
    ['/trials/3/study-packs/dispense?pack=A-10023&participant=12', '/trials/3/study-packs/dispense?participant=12'],
    [
      '/trials/3/study-packs?q=A-10&status=active&expiry=expired&site_id=2&study_group_id=1',
      '/trials/3/study-packs?status=active&expiry=expired&site_id=2',
    ],
    ['/users?q=mary%40example.org&account=active', '/users?account=active'],
    ['/users/invite?q=mary%40example.org', '/users/invite'],
    ['/audit-logs?pack_id=A-10023&participant=7&kind=a&kind=b', '/audit-logs?kind=a&kind=b'],
    ['/trials/3/users?name=Mary&page=2', '/trials/3/users?page=2'],
    ['/trials/3/messages?state=failed', '/trials/3/messages?state=failed'],
    ['/trials/3/reports/view?report=short&page=3', '/trials/3/reports/view?report=short&page=3'],
    ['/trials/3/settings?site_id=2', '/trials/3/settings'],
    ['/simulation?run=3&run=4', '/simulation?run=3&run=4'],
    ['/trials/3#mary', '/trials/3'],
  ])('stores nothing that was typed or scanned: %s', (address, validAddress) => {
    const storage = memoryStorage()
    rememberAddress(storage, matchedPage(address), '3')
    expect(storage.getItem('equipoise.return-to')).toBe(JSON.stringify({ address: validAddress, sub: '3' }))
    expect(takeAddress(storage, '3')).toBe(validAddress)
  })

  const SEARCHED = '/trials/3/participants?q=STA-014&page=2'
  test('leads a person who unlocks their own screen back to their search words', () => {
    const storage = memoryStorage()
    rememberLockedAddress(storage, `${SEARCHED}#top`, '3')
    expect(takeAddress(storage, '3')).toBe(SEARCHED)
  })

  test('gives the words of a locked screen to nobody else, and deletes them', () => {
    const storage = memoryStorage()
    rememberLockedAddress(storage, SEARCHED, '3')
    expect(takeAddress(storage, '4')).toBeNull()
    expect(storage.length).toBe(0)
  })

  test.each([
    ['was never kept', null],
    ['is no JSON', '{'],
    ['has another shape', '{"address":7}'],
    ['leads to another site', '{"address":"https://example.org","sub":null}'],
    ['leads to another host', '{"address":"//example.org","sub":null}'],
  ])('leads nowhere where it %s', (_, storedText) => {
    const storage = memoryStorage(storedText === null ? {} : { 'equipoise.return-to': storedText })
    expect(takeAddress(storage, '3')).toBeNull()
  })
})
