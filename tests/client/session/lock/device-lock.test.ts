// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { session } from '../../../../src/client/session/this-session'
import { STORED } from '../../../../src/client/browser/device-storage'
import { deviceLock, watchDeviceLock } from '../../../../src/client/session/lock/device-lock'
import { stopClock } from '../../fixed-clock'
import { aToken } from '../../tokens'

let stop = () => {}
beforeEach(() => {
  stopClock()
  stop = watchDeviceLock(window)
  session.start(aToken('nurse'))
})
afterEach(() => {
  deviceLock.open()
  session.end()
  stop()
})

test.each([
  ['of the same person', 'nurse'],
  ['of somebody who has signed in since', 'coordinator'],
])('a frozen page is locked when it is shown again, by the lock %s', (_, person) => {
  if (person !== 'nurse') localStorage.setItem(STORED.token, aToken(person))
  localStorage.setItem(STORED.lock, person)
  window.dispatchEvent(new Event('pageshow'))
  expect(deviceLock.isLocked.get()).toBe(true)
  expect([session.state.get().session?.sub, localStorage.getItem(STORED.lock)]).toEqual([person, person])
})

test('a frozen page is open when it is shown again, where it was opened in another tab meanwhile', () => {
  localStorage.setItem(STORED.lock, 'nurse')
  deviceLock.followStorage()
  expect(deviceLock.isLocked.get()).toBe(true)
  localStorage.removeItem(STORED.lock)
  window.dispatchEvent(new Event('pageshow'))
  expect(deviceLock.isLocked.get()).toBe(false)
})
