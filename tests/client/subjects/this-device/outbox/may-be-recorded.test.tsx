// @vitest-environment happy-dom
import type { StoredAction } from '#contract/stored-action'
import { deliveryStateAfter, type OutboxEvent } from '#offline/outbox-item'
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { OutboxItem } from '../../../../../src/client/subjects/this-device/outbox/outbox-item'
import { mayBeRecorded } from '../../../../../src/client/subjects/this-device/outbox/may-be-recorded'
import { MAY_BE_RECORDED, TELL_IT_TEAM } from '../../../../../src/client/safety-words'
import { theme } from '../../../../../src/client/ui/theme'
import { aNewDispense, NOON, stored } from '../../../device/outbox/some-actions'

/*
 * The outbox's words on an action that a firewall answered, or that was refused after a lost answer, and its warning before such
 * an action is discarded.
 */

// Mantine's text area waits for `document.fonts`, which happy-dom does not have.
Object.assign(document, { fonts: new EventTarget() })
afterEach(cleanup)

const sent: OutboxEvent = { kind: 'sent', at: NOON }
const lost: OutboxEvent = { kind: 'unanswered', at: NOON, words: 'no network', chance: 0.5, retry_after_ms: null }
const blocked: OutboxEvent = { ...lost, isFirewall: true }
const killed: OutboxEvent = { kind: 'abandoned', at: NOON }
const signedOut: OutboxEvent = { kind: 'signed_out', at: NOON }
const signedIn: OutboxEvent = { kind: 'signed_in', at: NOON }
const withdrawn: OutboxEvent = { kind: 'withdrawn', at: NOON, words: 'Resource not found' }
const refusedWith = (code: string): OutboxEvent => ({ kind: 'refused', at: NOON, words: 'No', refusal: { code } })

const afterAll = (events: readonly OutboxEvent[]): StoredAction =>
  events.reduce(
    (item, event) => {
      const after = deliveryStateAfter(item, event)
      if (!after.ok) throw new Error(`${event.kind} cannot happen to what is ${after.refusal}`)
      return { ...after.value, notes: [...after.value.notes] }
    },
    stored(aNewDispense('d', [21])),
  )

const itemAfter = (events: readonly OutboxEvent[]) => (
  <MantineProvider theme={theme} env="test">
    <OutboxItem action={afterAll(events)} isReleased onInHand={() => {}} />
  </MantineProvider>
)

const shownAfter = (events: readonly OutboxEvent[]) => {
  const { container } = render(itemAfter(events))
  const item = container.textContent
  fireEvent.click(screen.getByRole('button', { name: /^Discard: / }))
  return { item, dialog: screen.getByRole('dialog').textContent }
}

test.each<[string, OutboxEvent[]]>([
  ['its answer was lost, and then there was nothing', [sent, lost, sent, refusedWith('not_found')]],
  ['its answer was lost, and then it was not permitted', [sent, lost, sent, refusedWith('forbidden')]],
  ['the app was closed while it was sent, and then there was nothing', [sent, killed, sent, refusedWith('not_found')]],
  ['its answer was lost, and it was handed back with another', [sent, lost, withdrawn]],
  ['its answer was lost before the session was over', [sent, lost, sent, signedOut, withdrawn]],
])('an action may have been recorded where %s', (_, events) => {
  const { item, dialog } = shownAfter(events)
  expect(item).toContain(MAY_BE_RECORDED)
  expect(dialog).toContain(`The action will not be sent again. ${MAY_BE_RECORDED}`)
})

test.each<[string, OutboxEvent[]]>([
  ['there was nothing at its first sending', [sent, refusedWith('not_found')]],
  ['it was handed back before it was sent', [withdrawn]],
  ['nobody was signed in before', [sent, signedOut, signedIn, sent, refusedWith('not_found')]],
  ['the server knew better after the answer was lost', [sent, lost, sent, refusedWith('pack_status_conflict')]],
])('an action is certainly unsent where %s', (_, events) => {
  const { item, dialog } = shownAfter(events)
  expect(item).not.toContain(MAY_BE_RECORDED)
  expect(dialog).toContain('The server will never record this action. It stays listed')
})

test.each<[string, OutboxEvent[]]>([
  ['a firewall', [sent, blocked]],
  ['a firewall, after a lost answer', [sent, lost, sent, blocked]],
])('an action that %s blocks says what helps, and before it is discarded that it may be recorded', (_, events) => {
  const { item, dialog } = shownAfter(events)
  expect(item).toContain(TELL_IT_TEAM)
  expect(dialog).toContain(`The action will not be sent again. ${MAY_BE_RECORDED}`)
})

test('the words before it is discarded stay true while it is sent again', () => {
  const { rerender } = render(itemAfter([sent, blocked]))
  fireEvent.click(screen.getByRole('button', { name: /^Discard: / }))
  rerender(itemAfter([sent, blocked, sent]))
  expect(screen.getByRole('dialog').textContent).toContain(MAY_BE_RECORDED)
})

test('one that was discarded after a firewall’s answer still says that it may be recorded', () => {
  const discarded: OutboxEvent = { kind: 'discarded', at: NOON, words: 'In other words' }
  expect(mayBeRecorded(afterAll([sent, blocked, discarded]))).toBe(true)
  expect(mayBeRecorded(afterAll([discarded]))).toBe(false)
})
