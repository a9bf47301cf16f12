import type { StoredAction } from '#contract/stored-action'
import { expect, test } from 'vitest'
import { reasonNotSent } from '../../../../src/client/device/outbox/reason-not-sent'
import { notSentWords } from '../../../../src/client/safety-words'
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
  ['is being sent again', { state: 'sending', notes: [note('unanswered', 'HTTP 500 error'), note('sent')] }, null],
])('an action that %s', (_, changes, reason) => {
  expect(reasonNotSent(stored(aNewFlag('1'), changes))?.words ?? null).toBe(reason)
})

const wordsAfter = (changes: object) => {
  const reason = reasonNotSent(stored(aNewFlag('1'), { notes: [{ ...note('unanswered', 'No (4711)'), ...changes }] }))
  return reason && notSentWords(reason)
}

test('an action that a firewall stops is not said to be sent automatically: its text would be stopped again', () => {
  expect(wordsAfter({})).toMatch(/No \(4711\)\. It is sent again automatically\.$/)
  expect(wordsAfter({ isFirewall: true })).toMatch(/No \(4711\)\. Tell your IT team, or discard it in the outbox/)
})
