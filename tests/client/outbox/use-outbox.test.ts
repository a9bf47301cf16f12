// @vitest-environment happy-dom
import type { StoredAction } from '#contract/stored-action'
import { describe, expect, it } from 'vitest'
import { counterWords, shownTo, unsentActions } from '../../../src/client/outbox/use-outbox'
import { aNewFlag, stored } from './some-actions'

const inState = (state: StoredAction['state'], id: string = state, sub = 'nurse') =>
  stored(aNewFlag(id, { author: { sub, name: sub === 'nurse' ? 'Amara Hughes' : 'Li Wei' } }), { state })

describe('what a person sees of the outbox', () => {
  const actions = [
    inState('waiting', 'a'),
    inState('done', 'b'),
    inState('waiting', 'c', 'pharmacist'),
    inState('held', 'd', 'pharmacist'),
    inState('done', 'e', 'pharmacist'),
  ]

  it('is his own whole, and of others only how many wait', () => {
    const shown = shownTo('nurse', actions)
    expect(shown.own.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(shown.others).toEqual([{ name: 'Li Wei', count: 2 }])
  })

  it('is nothing of its content for whoever is not signed in', () => {
    expect(shownTo(null, actions)).toEqual({
      own: [],
      others: [
        { name: 'Amara Hughes', count: 1 },
        { name: 'Li Wei', count: 2 },
      ],
    })
  })
})

describe('the counter', () => {
  it.each<[StoredAction['state'][], string | null]>([
    [[], null],
    [['done', 'discarded'], null],
    [['waiting', 'held'], '2 waiting'],
    [['waiting', 'sending'], 'Sending 1…'],
    [['sending', 'attention'], '1 refused'],
  ])('of %j says %s', (states, words) => {
    expect(counterWords(states.map((state) => inState(state)))).toBe(words)
  })

  it('counts one and more in the words of a person', () => {
    expect([unsentActions(1), unsentActions(2)]).toEqual(['1 unsent action', '2 unsent actions'])
  })
})
