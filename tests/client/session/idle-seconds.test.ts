import { expect, test } from 'vitest'
import { idleSeconds } from '../../../src/client/session/idle-seconds'

const NOW = 1_000_000

test.each([
  ['nothing is stored', null, null],
  ['what is stored is no time', 'soon', null],
  ['it was touched just now', '1000000', 0],
  ['it was touched a minute and a half ago', '910000', 90],
  ['the clock was put back since', '1500000', 0],
])('the seconds since a device was touched, where %s', (_, stored, seconds) => {
  expect(idleSeconds(stored, NOW)).toBe(seconds)
})
