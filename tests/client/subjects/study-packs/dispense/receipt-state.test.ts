// @vitest-environment happy-dom
import type { StoredAction } from '#contract/stored-action'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import type { OutboxView } from '../../../../../src/client/device/outbox/outbox-view'
import { deviceOutbox } from '../../../../../src/client/device/outbox/device-outbox'
import { receiptState } from '../../../../../src/client/subjects/study-packs/dispense/receipt-state'
import { useReceiptState } from '../../../../../src/client/subjects/study-packs/dispense/use-receipt-state'
import {
  BEING_SENT,
  DISPENSE_LOST,
  DISPENSE_RECORDED,
  dispenseRefused,
  MAY_BE_RECORDED,
  neverSent,
  SAVED_HERE,
  SENT_AFTER_SIGN_IN,
  SENT_BY_NEWER_APP,
} from '../../../../../src/client/safety-words'
import { aNewDispense, contentOf, NOON, sealedContentOf, stored } from '../../../device/outbox/some-actions'

type Changes = Partial<StoredAction>

const empty = deviceOutbox.view.get()
const holding = (...actions: StoredAction[]): OutboxView => ({
  ...empty,
  isLoaded: true,
  content: contentOf(...actions),
})
const inState = (changes: Changes) => holding(stored(aNewDispense('d', [21]), changes))
const lost = [{ id: 'd', label: 'Dispense pack A-21', author: 'Amara Hughes', sub: 'nurse', state: 'waiting' }]
const refused = { at: NOON, event: 'refused' as const, words: 'It went to another' }
const corrected = { at: NOON, event: 'corrected' as const, words: null }
const blocked = { at: NOON, event: 'unanswered' as const, words: 'Blocked', isFirewall: true as const }
const discarded = { at: NOON, event: 'discarded' as const, words: 'The wrong pack' }

describe('a dispensed pack', () => {
  test.each<[string, OutboxView, string, string | RegExp]>([
    ['is recorded once the server says so', inState({ state: 'done', call: null }), 'recorded', DISPENSE_RECORDED],
    ['is being sent', inState({ state: 'sending' }), 'waiting', BEING_SENT],
    ['waits', inState({ state: 'waiting' }), 'waiting', SAVED_HERE],
    ['waits to be sent again', inState({ state: 'waiting', attempts: 3 }), 'waiting', SAVED_HERE],
    ['waits for its author', inState({ state: 'held' }), 'waiting', SENT_AFTER_SIGN_IN],
    [
      'was refused',
      inState({ state: 'attention', notes: [refused] }),
      'refused',
      dispenseRefused('It went to another'),
    ],
    ['was given up after it', inState({ state: 'discarded', notes: [refused, discarded] }), 'refused', /another/],
    ['was put right by another', inState({ state: 'discarded', notes: [refused, corrected] }), 'refused', /another/],
    [
      'was given up unsent',
      inState({ state: 'discarded', notes: [discarded] }),
      'given_up',
      neverSent('The wrong pack'),
    ],
    [
      'was given up after a firewall’s answer',
      inState({ state: 'discarded', notes: [blocked, discarded] }),
      'given_up',
      MAY_BE_RECORDED,
    ],
    ['is saved while nobody has looked', empty, 'waiting', SAVED_HERE],
    [
      'is saved where nobody can look',
      { ...holding(), unavailable: { cause: 'newer', words: 'Reload' } },
      'waiting',
      SAVED_HERE,
    ],
    [
      'is saved where a newer version holds it',
      { ...holding(), content: { ...contentOf(), unreadable: ['d'] } },
      'waiting',
      SENT_BY_NEWER_APP,
    ],
    [
      'waits, and cannot be opened before the key is here',
      { ...inState({}), content: sealedContentOf(stored(aNewDispense('d', [21]))) },
      'waiting',
      SAVED_HERE,
    ],
    ['cannot be found', { ...holding(), missing: lost }, 'missing', DISPENSE_LOST],
    ['cannot be found, and somebody has taken note', holding(), 'missing', DISPENSE_LOST],
    ['cannot be found beside others', holding(stored(aNewDispense('e', [22]))), 'missing', DISPENSE_LOST],
  ])('%s', (_, view, kind, words) => {
    const state = receiptState({ action_id: 'd' }, view)
    expect(state.kind).toBe(kind)
    expect(state.words).toMatch(words)
  })

  test.each([empty, holding(), { ...holding(), missing: lost }])(
    "is recorded after the server's acceptance, whatever the outbox has",
    (view) => {
      expect(receiptState({ action_id: null }, view)).toMatchObject({ kind: 'recorded', words: DISPENSE_RECORDED })
    },
  )
})

describe('a dispensed pack, while it is on the screen', () => {
  afterEach(() => {
    cleanup()
    deviceOutbox.view.set(empty)
  })
  const follows = (...views: OutboxView[]) => {
    deviceOutbox.view.set(views[0] ?? empty)
    const { result } = renderHook(() => useReceiptState({ action_id: 'd' }))
    return views.map((view) => {
      act(() => deviceOutbox.view.set(view))
      return result.current.kind
    })
  }

  test('stays recorded when its receipt is deleted', () => {
    const way = follows(inState({ state: 'sending' }), inState({ state: 'done', call: null }), holding())
    expect(way).toEqual(['waiting', 'recorded', 'recorded'])
  })

  test('is missing once the browser has lost it, and is never called recorded', () => {
    const way = follows(inState({ state: 'waiting' }), { ...holding(), missing: lost }, holding())
    expect(way).toEqual(['waiting', 'missing', 'missing'])
  })
})
