import { MOST_REPORTED } from '#contract/device-actions'
import type { StoredAction } from '#contract/stored-action'
import { DEVICE_ACTION_KINDS } from '#domain/this-device/device-action'
import { storedKind } from '#contract/stored-calls'
import { describe, expect, test } from 'vitest'
import { deviceReport } from '../../../../src/client/device/outbox/device-report'
import { NOW } from '../../fixed-clock'
import { aNewFlag, stored } from './some-actions'

const PERFORMED = '2026-11-21T09:59:00.000Z'

const note = (event: StoredAction['notes'][number]['event'], more: Partial<StoredAction['notes'][number]> = {}) => ({
  at: NOW,
  event,
  words: 'Somebody’s words',
  ...more,
})

const settled = (changes: Partial<StoredAction>): StoredAction =>
  stored(aNewFlag('a', { participant: 12, author: { sub: '3', name: 'Amara Hughes' } }), {
    performed_at: PERFORMED,
    ...changes,
  })

const report = (actions: readonly StoredAction[], missing: Parameters<typeof deviceReport>[0]['missing'] = []) =>
  deviceReport({ content: { entries: [], actions, unverified: [], unreadable: [] }, missing }, '3', NOW)

describe('an action', () => {
  test.each<[string, Partial<StoredAction>, object | null]>([
    ['that waits', { state: 'waiting', notes: [note('stored')] }, null],
    [
      'that has waited for more than an hour',
      { state: 'held', notes: [note('stored', { at: NOW - 60 * 60 * 1000 - 1 }), note('signed_out')] },
      { state: 'unsent' },
    ],
    [
      'that has waited for an hour',
      { state: 'waiting', notes: [note('stored', { at: NOW - 60 * 60 * 1000 }), note('unanswered')] },
      null,
    ],
    ['that is being sent', { state: 'sending', notes: [note('sent')] }, null],
    ['that is done', { state: 'done', notes: [note('accepted')] }, null],
    [
      'that was refused',
      { state: 'attention', notes: [note('refused', { refusal: { code: 'trial_not_started' } })] },
      { state: 'refused', refusal_code: 'trial_not_started' },
    ],
    [
      'that was refused for a reason of another version',
      { state: 'attention', notes: [note('refused', { refusal: { code: 'unheard_of' } })] },
      { state: 'refused' },
    ],
    ['that was discarded', { state: 'discarded', notes: [note('discarded')] }, { state: 'discarded' }],
    ['that was corrected', { state: 'discarded', notes: [note('corrected')] }, { state: 'corrected' }],
    [
      'that was discarded a month ago',
      { state: 'discarded', notes: [note('discarded', { at: NOW - 31 * 24 * 3600 * 1000 })] },
      null,
    ],
  ])('%s', (_case, changes, reported) => {
    const action = settled(changes)
    expect(report([action])).toEqual(
      reported === null ? [] : [{ id: action.id, performed_at: PERFORMED, participant_id: 12, ...reported }],
    )
  })

  test('names each of its packs', () => {
    const action = settled({ state: 'attention', targets: ['study_pack:5', 'study_pack:6'], notes: [note('refused')] })
    expect(report([action])).toMatchObject([{ study_pack_ids: [5, 6] }])
  })

  test('of another person, who was signed in before, is not reported', () => {
    const author = { sub: '4', name: 'Kenji Mori' }
    expect(report([settled({ author, state: 'attention', notes: [note('refused')] })])).toEqual([])
  })

  test('reports nothing that a person typed', () => {
    const action = settled({ state: 'discarded', notes: [note('discarded')] })
    expect(JSON.stringify(report([action]))).not.toContain('words')
  })
})

describe('a lost action', () => {
  const lost = { id: 'a', label: 'Flag participant 12', author: 'Amara', state: 'waiting' }

  test('is reported by its author alone', () => {
    const targets = ['participant:12']
    expect(report([], [{ ...lost, sub: '3', targets }])).toEqual([{ id: 'a', state: 'lost', participant_id: 12 }])
    expect(report([], [{ ...lost, sub: '4', targets }])).toEqual([])
  })

  test('is not reported where its record is unknown', () => {
    expect(report([], [{ ...lost, sub: '3' }])).toEqual([])
  })
})

test('reports the newest where there are too many', () => {
  const many = Array.from({ length: MOST_REPORTED + 1 }, (_, number) =>
    settled({ id: String(number), state: 'attention', notes: [note('refused')] }),
  )
  expect(report(many).map(({ id }) => id)).toEqual(many.slice(1).map(({ id }) => id))
})

test('every kind of action that may wait can be reported', () => {
  expect(storedKind.options.toSorted()).toEqual(DEVICE_ACTION_KINDS.toSorted())
})
