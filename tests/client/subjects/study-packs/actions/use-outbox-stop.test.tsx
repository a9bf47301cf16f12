// @vitest-environment happy-dom
import type { StoredAction } from '#contract/stored-action'
import { dispensedAlready } from '#domain/study-packs/scan-verdict'
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { session } from '../../../../../src/client/session/this-session'
import { deviceOutbox } from '../../../../../src/client/device/outbox/device-outbox'
import { useOutboxStop } from '../../../../../src/client/subjects/study-packs/actions/use-outbox-stop'
import { dispenseTitle, othersAction } from '../../../../../src/client/safety-words'
import { stopClock } from '../../../fixed-clock'
import { aNewDispense, contentOf, NOON, stored } from '../../../device/outbox/some-actions'
import { aToken } from '../../../tokens'

const PACKS = [20, 21].map((id) => ({ id, pack_id: `A-${id}` }))
const empty = deviceOutbox.view.get()

beforeEach(() => {
  stopClock()
  session.start(aToken('nurse'))
})
afterEach(() => {
  cleanup()
  deviceOutbox.view.set(empty)
})

const stopWith = (...actions: StoredAction[]) => {
  deviceOutbox.view.set({ ...empty, isLoaded: true, content: contentOf(...actions) })
  return renderHook(() => useOutboxStop(PACKS)).result.current?.title ?? null
}

const aDispense = (pack: number, sub: string, changes: Partial<StoredAction> = {}) =>
  stored({ ...aNewDispense(`${sub}-${pack}`, [pack]), author: { sub, name: 'Li Wei' } }, changes)

test('several packs are not dispensed while another person’s unsent action concerns one of them', () => {
  expect(stopWith(aDispense(21, 'pharmacist'))).toBe(othersAction('Li Wei', 'A-21').title)
})

test('nor while a refusal about one of them needs a decision', () => {
  const notes: StoredAction['notes'] = [{ at: NOON, event: 'refused', words: 'Not in the right status' }]
  expect(stopWith(aDispense(20, 'nurse', { state: 'attention', notes }))).toBe(dispenseTitle('refused', 'A-20'))
})

test('nor while the person’s own dispense of one of them is unsent', () => {
  expect(stopWith(aDispense(21, 'nurse'))).toBe(dispensedAlready('A-21'))
  expect(stopWith(aDispense(20, 'nurse', { state: 'sending' }))).toBe(dispensedAlready('A-20'))
})

test('actions on other packs, or done ones, block none', () => {
  expect(stopWith(aDispense(22, 'pharmacist'), aDispense(21, 'pharmacist', { state: 'done', call: null }))).toBeNull()
})
