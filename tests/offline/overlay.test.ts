import type { StoredAction } from '#contract/stored-action'
import { studyPackStatusId } from '#domain/study-packs/study-pack'
import {
  flagStatusAfter,
  packsAfter,
  packsDispensedHere,
  pendingAt,
  pendingTargets,
  refusedDispense,
  waitingDispense,
} from '#offline/overlay'
import { participantTarget, studyPackTarget } from '#offline/targets'
import { describe, expect, it } from 'vitest'
import { aNewDispense, aNewFlag, NOON, stored } from '../client/device/outbox/some-actions'

type State = StoredAction['state']

const flagTo = (flag_status: 'Flagged' | 'Unflagged', state: State, participant = 7): StoredAction => {
  const action = aNewFlag(`${flag_status} ${state}`, { participant })
  if (action.call.kind !== 'flag') throw new Error('it is a flag')
  return stored({ ...action, call: { ...action.call, body: { ...action.call.body, flag_status } } }, { state })
}

const flagDone = (flag_status: 'Flagged' | 'Unflagged', accepted_at: number): StoredAction => ({
  ...flagTo(flag_status, 'done'),
  call: null,
  receipt: { flag_status },
  notes: [{ at: accepted_at, event: 'accepted', words: null }],
})

const participant = (name: 'Flagged' | 'Unflagged') => ({ id: 7, flag_status: { name } })

describe('the shown flag', () => {
  it.each<[string, 'Flagged' | 'Unflagged', StoredAction[], 'Flagged' | 'Unflagged']>([
    ['the server’s, where nothing waits', 'Flagged', [], 'Flagged'],
    ['the one that waits', 'Unflagged', [flagTo('Flagged', 'waiting')], 'Flagged'],
    ['the one that is being sent', 'Unflagged', [flagTo('Flagged', 'sending')], 'Flagged'],
    ['the one that waits for its author', 'Unflagged', [flagTo('Flagged', 'held')], 'Flagged'],
    ['the server’s, where it refused the other', 'Unflagged', [flagTo('Flagged', 'attention')], 'Unflagged'],
    ['the server’s, told after it said yes', 'Unflagged', [flagDone('Flagged', NOON - 1)], 'Unflagged'],
    ['the one it said yes to since it told', 'Unflagged', [flagDone('Flagged', NOON)], 'Flagged'],
    [
      'the one that waits after one that is done',
      'Unflagged',
      [flagDone('Flagged', NOON), flagTo('Unflagged', 'waiting')],
      'Unflagged',
    ],
    [
      'the last of two that are done',
      'Flagged',
      [flagDone('Flagged', NOON), flagDone('Unflagged', NOON + 1)],
      'Unflagged',
    ],
    ['the server’s, once it was given up', 'Unflagged', [flagTo('Flagged', 'discarded')], 'Unflagged'],
    ['the last of two', 'Unflagged', [flagTo('Flagged', 'waiting'), flagTo('Unflagged', 'waiting')], 'Unflagged'],
    ['its own, not another’s', 'Unflagged', [flagTo('Flagged', 'waiting', 8)], 'Unflagged'],
  ])('is %s', (_, expected, actions, shown) => {
    expect(flagStatusAfter(participant(expected), actions, NOON)).toBe(shown)
  })
})

describe('the shown status of a pack', () => {
  const dispense = (state: State, accepted_at?: number) => {
    const action = stored(aNewDispense('d', [21, 22]), { state })
    if (accepted_at === undefined) return [action]
    return [
      {
        ...action,
        call: null,
        receipt: { dispensed: [21, 22] },
        notes: [{ at: accepted_at, event: 'accepted' as const, words: null }],
      },
    ]
  }
  const [allocated, dispensed] = [studyPackStatusId('allocated'), studyPackStatusId('dispensed')]

  it.each<[string, number, StoredAction[], number]>([
    ['Dispensed while its dispense waits', 21, dispense('waiting'), dispensed],
    ['Dispensed while it is being sent', 22, dispense('sending'), dispensed],
    ['the server’s where another is meant', 23, dispense('waiting'), allocated],
    ['the server’s where it refused', 21, dispense('attention'), allocated],
    ['the server’s where it was given up', 21, dispense('discarded'), allocated],
    ['the server’s, told after it said yes', 21, dispense('done', NOON - 1), allocated],
    ['Dispensed where that was told before it said yes', 21, dispense('done', NOON), dispensed],
    ['the server’s, whatever is flagged', 21, [flagTo('Flagged', 'waiting', 21)], allocated],
  ])('is %s', (_, id, actions, status) => {
    const [shown] = packsAfter([{ id, study_pack_status_id: allocated }], packsDispensedHere(actions, NOON))
    expect(shown?.study_pack_status_id).toBe(status)
  })

  it('distinguishes an unsent dispense from a refused one', () => {
    const [waiting, refused] = [dispense('held'), dispense('attention')]
    expect([waitingDispense(21, waiting), refusedDispense(21, waiting)]).toEqual([waiting[0], undefined])
    expect([waitingDispense(21, refused), refusedDispense(21, refused)]).toEqual([undefined, refused[0]])
  })
})

it('the pending targets are those of unfinished actions', () => {
  const actions = [flagTo('Flagged', 'waiting', 1), flagTo('Flagged', 'attention', 2), flagTo('Flagged', 'done', 3)]
  expect([...pendingTargets(actions)]).toEqual([participantTarget(1), participantTarget(2)])
})

describe('the pending actions at a target', () => {
  it('are those that the server has not accepted, refused ones included, oldest first', () => {
    const actions = (['waiting', 'attention', 'done', 'discarded', 'held'] as const).map((state) =>
      flagTo('Flagged', state),
    )
    expect(pendingAt(actions, participantTarget(7)).map(({ state }) => state)).toEqual(['waiting', 'attention', 'held'])
    expect(pendingAt(actions, studyPackTarget(7))).toEqual([])
  })
})
