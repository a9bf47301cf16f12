// @vitest-environment happy-dom
import type { StoredAction } from '#contract/stored-action'
import { describe, expect, it } from 'vitest'
import type { OutboxView } from '../../../../src/client/device/outbox/outbox-view'
import { counterWords, shownTo, waitingForOther } from '../../../../src/client/device/outbox/use-outbox'
import { unsentActions } from '../../../../src/client/safety-words'
import { aNewFlag, contentOf, sealedContentOf, stored } from './some-actions'

const inState = (state: StoredAction['state'], id: string = state, sub = 'nurse') =>
  stored(aNewFlag(id, { author: { sub, name: sub === 'nurse' ? 'Amara Hughes' : 'Li Wei' } }), { state })

const NURSE = { sub: 'nurse', id: 'session-of-nurse' }

describe("a person's view of the outbox", () => {
  const actions = [
    inState('waiting', 'a'),
    inState('done', 'b'),
    inState('waiting', 'c', 'pharmacist'),
    inState('held', 'd', 'pharmacist'),
    inState('done', 'e', 'pharmacist'),
  ]

  const view = {
    isLoaded: true,
    content: contentOf(...actions),
    missing: [
      { id: 'f', label: 'Flag participant 8', author: 'Amara Hughes', sub: 'nurse', state: 'waiting' },
      { id: 'g', label: 'Flag participant 9', author: 'Li Wei', sub: 'pharmacist', state: 'waiting' },
    ],
    unavailable: null,
  }

  it('has their own actions whole, and of others only how many wait or are lost', () => {
    const shown = shownTo(NURSE, view)
    expect(shown.own.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(shown.others).toEqual([{ name: 'Li Wei', count: 2 }])
    expect(shown.missing.map(({ id }) => id)).toEqual(['f'])
    expect(shown.othersMissing).toEqual([{ name: 'Li Wei', count: 1 }])
  })

  it('marks actions of an earlier session as to be released, unless they were refused', () => {
    const earlier = { session: 'an earlier one' }
    const content = contentOf(
      stored(aNewFlag('a'), earlier),
      stored(aNewFlag('b'), { ...earlier, state: 'attention' }),
      stored(aNewFlag('c'), { ...earlier, state: 'done' }),
      stored(aNewFlag('d')),
    )
    expect(countersOf(content).unreleased.map(({ id }) => id)).toEqual(['a'])
  })

  it('has no content for a signed-out person', () => {
    const counts = (amara: number, li: number) => [
      { name: 'Amara Hughes', count: amara },
      { name: 'Li Wei', count: li },
    ]
    expect(shownTo(null, view)).toEqual({
      own: [],
      unreleased: [],
      unverified: [],
      sealed: 0,
      others: counts(1, 2),
      missing: [],
      othersMissing: counts(1, 1),
      unreadable: [],
      isLoaded: true,
      unavailable: null,
    })
  })

  it('names another person with an action on the same target, and not oneself', () => {
    const about = (state: StoredAction['state']) =>
      waitingForOther('participant:7', 'nurse', contentOf(inState(state, 'h', 'pharmacist')).entries)
    expect([about('waiting'), about('attention'), about('done')]).toEqual(['Li Wei', 'Li Wei', null])
    expect(waitingForOther('participant:8', 'nurse', contentOf(inState('held', 'h', 'pharmacist')).entries)).toBeNull()
    expect(waitingForOther('participant:7', 'nurse', contentOf(inState('waiting')).entries)).toBeNull()
  })
})

const countersOf = (content: OutboxView['content']) =>
  shownTo(NURSE, { isLoaded: true, content, missing: [], unavailable: null })

describe('the counter', () => {
  it('asks for a decision about actions of an earlier session', () => {
    const earlier = stored(aNewFlag('a'), { session: 'an earlier one' })
    expect(counterWords(countersOf(contentOf(earlier, inState('waiting', 'b'))))).toBe('1 to confirm')
  })

  it('counts waiting actions that cannot be opened yet', () => {
    expect(counterWords(countersOf(sealedContentOf(inState('waiting'))))).toBe('1 waiting')
  })

  it.each<[StoredAction['state'][], string | null]>([
    [[], null],
    [['done', 'discarded'], null],
    [['waiting', 'held'], '2 waiting'],
    [['waiting', 'sending'], 'Sending 1…'],
    [['sending', 'attention'], '1 refused'],
  ])('of %j says %s', (states, words) => {
    expect(counterWords(countersOf(contentOf(...states.map((state) => inState(state)))))).toBe(words)
  })

  it('counts one and more in the words of a person', () => {
    expect([unsentActions(1), unsentActions(2)]).toEqual(['1 unsent action', '2 unsent actions'])
  })
})
