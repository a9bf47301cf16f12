import type { StoredAction } from '#contract/stored-action'
import { expect, test } from 'vitest'
import { reasonNotSent } from '../../../../src/client/device/outbox/reason-not-sent'
import { aNewFlag, NOON, stored } from './some-actions'

/* The reason why an action still waits, where "when online" would be wrong. */

const note = (event: StoredAction['notes'][number]['event'], words: string | null = null) => ({
  at: NOON,
  event,
  words,
})

test.each<[says: string, Partial<StoredAction>, reason: string | null]>([
  ['was never sent', { notes: [note('stored')] }, null],
  ['lost the connection', { notes: [note('unanswered', 'Network error (ERR_NETWORK)')] }, null],
  ['timed out', { notes: [note('unanswered', 'Network error (ECONNABORTED)')] }, null],
  ['met a server that fails', { notes: [note('unanswered', 'HTTP 500 error')] }, 'HTTP 500 error'],
  [
    'met a firewall',
    { notes: [note('unanswered', 'Our firewall has blocked your request')] },
    'Our firewall has blocked your request',
  ],
  ['is being sent again', { state: 'sending', notes: [note('unanswered', 'HTTP 500 error'), note('sent')] }, null],
])('an action that %s', (_, changes, reason) => {
  expect(reasonNotSent(stored(aNewFlag('1'), changes))).toBe(reason)
})
