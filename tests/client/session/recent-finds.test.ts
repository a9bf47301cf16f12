import { MAX_RECENT } from '#contract/search'
import { expect, test } from 'vitest'
import { deviceStorage, STORED } from '../../../src/client/browser/device-storage'
import { deleteFindsOfOthers, recentFindsOf, rememberFind } from '../../../src/client/session/recent-finds'
import { memoryStorage } from '../memory-storage'

const stored = () => {
  const local = memoryStorage()
  return deviceStorage(() => local)
}

test('the last one opened comes first, and each once', () => {
  const storage = stored()
  rememberFind(storage, '4', 'trial-1')
  rememberFind(storage, '4', 'participant-7')
  rememberFind(storage, '4', 'trial-1')
  expect(recentFindsOf(storage, '4')).toEqual(['trial-1', 'participant-7'])
})

test('nobody sees what another person opened, and their first opened record deletes it', () => {
  const storage = stored()
  rememberFind(storage, '4', 'trial-1')
  expect(recentFindsOf(storage, '5')).toEqual([])
  expect(recentFindsOf(storage, undefined)).toEqual([])
  rememberFind(storage, '5', 'user-2')
  expect(recentFindsOf(storage, '4')).toEqual([])
})

test('they are forgotten for another person and when nobody is signed in', () => {
  const storage = stored()
  rememberFind(storage, '4', 'trial-1')
  deleteFindsOfOthers(storage, '4')
  expect(recentFindsOf(storage, '4')).toEqual(['trial-1'])
  deleteFindsOfOthers(storage, null)
  expect(storage.read(STORED.recentFinds)).toBeNull()
})

test('no more are stored than a search accepts, and foreign content is ignored', () => {
  const storage = stored()
  for (let id = 1; id <= MAX_RECENT + 5; id += 1) rememberFind(storage, '4', `trial-${id}`)
  expect(recentFindsOf(storage, '4')).toHaveLength(MAX_RECENT)
  storage.write(STORED.recentFinds, JSON.stringify({ sub: '4', names: ['trial-0', 'ward-1', 'pause-3', 'trial-x'] }))
  expect(recentFindsOf(storage, '4')).toEqual(['pause-3'])
  storage.write(STORED.recentFinds, '{')
  expect(recentFindsOf(storage, '4')).toEqual([])
})
