import type { StoredAction } from '#contract/stored-action'
import { studyPackStatusId } from '#domain/study-pack'
import { flagStatusAfter, packStatusAfter, participantTarget, pendingAt, studyPackTarget } from '#offline/overlay'
import { describe, expect, it } from 'vitest'
import { aNewDispense, aNewFlag, stored } from '../client/outbox/some-actions'

type State = StoredAction['state']

const flagTo = (flag_status: 'Flagged' | 'Unflagged', state: State, participant = 7): StoredAction => {
  const action = aNewFlag(`${flag_status} ${state}`, { targets: [participantTarget(participant)] })
  if (action.call.kind !== 'flag') throw new Error('it is a flag')
  return stored({ ...action, call: { ...action.call, body: { ...action.call.body, flag_status } } }, { state })
}

const participant = (name: 'Flagged' | 'Unflagged') => ({ id: 7, flag_status: { name } })

describe('the flag that is shown', () => {
  it.each<[string, 'Flagged' | 'Unflagged', StoredAction[], 'Flagged' | 'Unflagged']>([
    ['the server’s, where nothing waits', 'Flagged', [], 'Flagged'],
    ['the one that waits', 'Unflagged', [flagTo('Flagged', 'waiting')], 'Flagged'],
    ['the one that is being sent', 'Unflagged', [flagTo('Flagged', 'sending')], 'Flagged'],
    ['the one that waits for its author', 'Unflagged', [flagTo('Flagged', 'held')], 'Flagged'],
    ['the server’s, where it refused the other', 'Unflagged', [flagTo('Flagged', 'attention')], 'Unflagged'],
    ['the server’s, once it has said yes', 'Unflagged', [flagTo('Flagged', 'done')], 'Unflagged'],
    ['the server’s, once it was given up', 'Unflagged', [flagTo('Flagged', 'discarded')], 'Unflagged'],
    ['the last of two', 'Unflagged', [flagTo('Flagged', 'waiting'), flagTo('Unflagged', 'waiting')], 'Unflagged'],
    ['its own, not another’s', 'Unflagged', [flagTo('Flagged', 'waiting', 8)], 'Unflagged'],
  ])('is %s', (_, told, actions, shown) => {
    expect(flagStatusAfter(participant(told), actions)).toBe(shown)
  })
})

describe('the status of a pack that is shown', () => {
  const dispense = (state: State) => [stored(aNewDispense('d', [21, 22]), { state })]
  const [allocated, dispensed] = [studyPackStatusId('allocated'), studyPackStatusId('dispensed')]

  it.each<[number, State, number]>([
    [21, 'waiting', dispensed],
    [22, 'sending', dispensed],
    [23, 'waiting', allocated],
    [21, 'attention', allocated],
    [21, 'done', allocated],
  ])('of pack %i with a dispense that is %s is %i', (id, state, status) => {
    expect(packStatusAfter({ id, study_pack_status_id: allocated }, dispense(state))).toBe(status)
  })
})

describe('what is pending at a target', () => {
  it('is what the server has not said yes to, a refusal included, oldest first', () => {
    const actions = (['waiting', 'attention', 'done', 'discarded', 'held'] as const).map((state) =>
      flagTo('Flagged', state),
    )
    expect(pendingAt(actions, participantTarget(7)).map(({ state }) => state)).toEqual(['waiting', 'attention', 'held'])
    expect(pendingAt(actions, studyPackTarget(7))).toEqual([])
  })
})
