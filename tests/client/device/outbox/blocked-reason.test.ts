// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { blockedReason } from '../../../../src/client/device/outbox/blocked-reason'
import { WAITING_FOR_OWN, WAITING_FOR_REFUSED, waitingForPerson } from '../../../../src/client/safety-words'
import { aNewDispense, aNewFlag, contentOf, stored } from './some-actions'

const colleague = { sub: 'pharmacist', name: 'Li Wei' }

test('another person’s action shows only its author and its target, never its content', () => {
  const hers = stored(aNewFlag('hers', { author: colleague, label: 'A secret label' }))
  const words = blockedReason('mine', contentOf(hers, stored(aNewFlag('mine'))).entries)
  expect(words).toBe(waitingForPerson('Li Wei', 'this participant'))
})

test('several packs are called packs', () => {
  const hers = stored({ ...aNewDispense('hers', [21]), author: colleague })
  expect(blockedReason('mine', contentOf(hers, stored(aNewDispense('mine', [20, 21]))).entries)).toMatch(
    /on the same study pack\./,
  )
})

test('an own earlier action that was refused needs a decision', () => {
  const refused = stored(aNewFlag('first'), { state: 'attention' })
  expect(blockedReason('mine', contentOf(refused, stored(aNewFlag('mine'))).entries)).toBe(WAITING_FOR_REFUSED)
})

test('an unblocked or missing action has no text', () => {
  const actions = contentOf(stored(aNewFlag('first')), stored(aNewFlag('mine'))).entries
  expect([blockedReason('mine', actions), blockedReason('gone', actions)]).toEqual([null, null])
})

test('an own action of an earlier session has to be released first', () => {
  const earlier = stored(aNewFlag('first'), { session: 'an earlier one' })
  expect(blockedReason('mine', contentOf(earlier, stored(aNewFlag('mine'))).entries)).toBe(WAITING_FOR_OWN)
})
