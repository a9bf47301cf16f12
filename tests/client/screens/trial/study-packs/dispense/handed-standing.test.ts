// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { standingOfHanded } from '../../../../../../src/client/screens/trial/study-packs/dispense/handed-standing'
import { aNewDispense, NOON, stored } from '../../../../outbox/some-actions'

const inState = (state: Parameters<typeof stored>[1]) => stored(aNewDispense('d', [21]), state)
const refused = [{ at: NOON, event: 'refused' as const, words: 'It went to another' }]

describe('a pack that was handed out', () => {
  test.each([
    ['is recorded where the outbox was not needed', undefined, 'recorded', 'The server has recorded it.'],
    ['is recorded', inState({ state: 'done' }), 'recorded', 'The server has recorded it.'],
    ['is being sent', inState({ state: 'sending' }), 'waiting', /^Saved on this tablet\. It is being sent/],
    ['waits', inState({ state: 'waiting' }), 'waiting', /^Saved on this tablet\. It will be sent when online/],
    ['waits for its author', inState({ state: 'held' }), 'waiting', /sign in again/],
    ['was refused', inState({ state: 'attention', notes: refused }), 'refused', 'It went to another'],
    ['was given up', inState({ state: 'discarded', notes: refused }), 'refused', 'It went to another'],
  ])('%s', (_, action, kind, words) => {
    const standing = standingOfHanded(action)
    expect(standing.kind).toBe(kind)
    expect(standing.words).toMatch(words)
  })
})
