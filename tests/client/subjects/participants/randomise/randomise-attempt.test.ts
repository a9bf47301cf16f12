import type { Participant } from '#contract/participants'
import { describe, expect, test } from 'vitest'
import type { Failure } from '../../../../../src/client/api/failure'
import {
  asksAgainIn,
  attemptAfter,
  attemptToCheck,
  attemptToConfirm,
  duplicateWarning,
  isUnsettled,
  mayPress,
  type Attempt,
  type AttemptEvent,
} from '../../../../../src/client/subjects/participants/randomise/randomise-attempt'

const request = { method: 'POST', path: '/api/v1/trials/1/participants', at: '', request_id: null }
const refusedWith = (status: number, code: string, duplicate?: 'Warn' | 'Block'): Failure => ({
  kind: 'refused',
  status,
  problem: {
    type: '',
    title: '',
    status,
    detail: '',
    message: 'why',
    code,
    ...(duplicate ? { duplicate_warning_type: duplicate } : {}),
  },
  request,
})
const participant: Participant = {
  id: 1,
  trial_sequence_no: 2001,
  created_at: '2026-11-21T10:00:00.000Z',
  participant_id: null,
  study_group: { name: 'Blinded', is_blinded: true },
  site: { id: 1, title: 'Abbey' },
  study_pack: null,
  flag_status: { name: 'Unflagged' },
  participant_flags: [],
  is_unblinded: false,
}
const participants = [participant]

const warn = refusedWith(409, 'participant_id_duplicate', 'Warn')
const block = refusedWith(409, 'participant_id_duplicate', 'Block')
const notStarted = refusedWith(409, 'trial_not_started')
const confirm = (refusal: Failure | null, approved = false): Attempt => ({ phase: 'confirm', approved, refusal })
const sending: Attempt = { phase: 'sending', approved: false }
const checking = (checks: number): Attempt => ({ phase: 'checking', checks })
const unknown = (checks: number): Attempt => ({ phase: 'unknown', checks })
const finished: Attempt = { phase: 'finished', participants }
const nothing: Attempt = { phase: 'nothing_happened' }
const failed = (failure: Failure): AttemptEvent => ({ type: 'failed', failure })
const unsettled = (failure: Failure): AttemptEvent => ({ type: 'unsettled', failure })

/** Failures that do not show whether the server acted. */
const LOST: [string, Failure][] = [
  ['a dead connection', { kind: 'network', code: 'ERR_NETWORK', request }],
  ['a timeout', { kind: 'timeout', code: 'ECONNABORTED', request }],
  ['a firewall', { kind: 'firewall', support_id: null, request }],
  ['a page of a proxy', { kind: 'foreign', foreign_status: 404, request }],
  ['an answer that cannot be read', { kind: 'unreadable', request }],
  ['a gateway', { kind: 'http', status: 502, request }],
  ['an error of the server', refusedWith(500, 'internal_error')],
  ['a server that is away', refusedWith(503, 'unavailable')],
  ['a request that timed out there', { kind: 'http', status: 408, request }],
]

describe('after the answer to the press is lost', () => {
  test.each(LOST)('by %s: the server is asked for the outcome', (_, failure) => {
    expect(attemptAfter(sending, failed(failure))).toEqual(checking(0))
  })
  test.each(LOST)('and the answer about the outcome too, by %s: it is unknown, and asked for again', (_, failure) => {
    const state = attemptAfter(checking(0), unsettled(failure))
    expect(state).toEqual(unknown(1))
    expect(attemptAfter(state, { type: 'asked_again' })).toEqual(checking(1))
  })
  test('it is asked for as long as needed, and ends as randomised', () => {
    const events: AttemptEvent[] = LOST.flatMap(([, failure]) => [unsettled(failure), { type: 'asked_again' }])
    const state = events.reduce(attemptAfter, attemptToCheck)
    expect(state).toEqual(checking(LOST.length))
    expect(attemptAfter(state, { type: 'settled', outcome: { outcome: 'randomised', data: participants } })).toEqual(
      finished,
    )
  })
  test('it ends without effect', () => {
    expect(attemptAfter(checking(3), { type: 'settled', outcome: { outcome: 'nothing_happened' } })).toEqual(nothing)
  })
})

describe('from phase to phase', () => {
  const cases: [string, Attempt, AttemptEvent, Attempt][] = [
    ['a press sends', attemptToConfirm, { type: 'pressed' }, sending],
    ['a second press does nothing', sending, { type: 'pressed' }, sending],
    ['an answer finishes', sending, { type: 'answered', participants }, finished],
    ['a refusal leads back and stands beside it', sending, failed(notStarted), confirm(notStarted)],
    ['after a refusal one may press again', confirm(notStarted), { type: 'pressed' }, sending],
    ['a duplicate that warns waits for the tick', confirm(warn), { type: 'pressed' }, confirm(warn)],
    ['the tick is kept', confirm(warn), { type: 'approved', approved: true }, confirm(warn, true)],
    [
      'with it the press sends the approval',
      confirm(warn, true),
      { type: 'pressed' },
      { phase: 'sending', approved: true },
    ],
    ['a duplicate that blocks never goes', confirm(block, true), { type: 'pressed' }, confirm(block, true)],
    [
      'a key that was closed meanwhile did nothing',
      sending,
      failed(refusedWith(409, 'idempotency_key_closed')),
      nothing,
    ],
    [
      'a key under which something succeeded is asked about',
      sending,
      failed(refusedWith(422, 'idempotency_key_reused')),
      checking(0),
    ],
    [
      'too many requests refuse',
      sending,
      failed(refusedWith(429, 'rate_limited')),
      confirm(refusedWith(429, 'rate_limited')),
    ],
    ['too many questions wait', checking(0), unsettled(refusedWith(429, 'rate_limited')), unknown(1)],
    [
      'a refusal to tell is shown',
      checking(1),
      unsettled(refusedWith(404, 'not_found')),
      { phase: 'outcome_refused', refusal: refusedWith(404, 'not_found') },
    ],
    ['and can be asked again', { phase: 'outcome_refused', refusal: notStarted }, { type: 'asked_again' }, checking(0)],
    ['a late answer changes no finished attempt', finished, failed(notStarted), finished],
    [
      'a late settlement changes no confirmation',
      attemptToConfirm,
      { type: 'settled', outcome: { outcome: 'nothing_happened' } },
      attemptToConfirm,
    ],
    ['nothing can be pressed while checking', checking(0), { type: 'pressed' }, checking(0)],
    ['nothing can be pressed while unknown', unknown(2), { type: 'pressed' }, unknown(2)],
    ['nothing can be pressed after it is closed', nothing, { type: 'pressed' }, nothing],
  ]
  test.each(cases)('%s', (_, before, event, after) => {
    expect(attemptAfter(before, event)).toEqual(after)
  })
})

describe('the rules of the screen', () => {
  test.each([
    ['nothing stands against it', attemptToConfirm, true],
    ['a refusal that may be gone', confirm(notStarted), true],
    ['a warning without the tick', confirm(warn), false],
    ['a warning with the tick', confirm(warn, true), true],
    ['a block', confirm(block, true), false],
    ['it is under way', sending, false],
  ])('may be pressed: %s', (_, attempt, expected) => {
    expect(mayPress(attempt)).toBe(expected)
  })

  test('a duplicate without a type blocks', () => {
    expect(duplicateWarning(refusedWith(409, 'participant_id_duplicate'))).toBe('Block')
    expect(duplicateWarning(notStarted)).toBeNull()
  })

  test('leaving asks exactly while the outcome is unknown', () => {
    const phases = [attemptToConfirm, sending, checking(0), unknown(1), finished, nothing]
    expect(phases.filter(isUnsettled).map(({ phase }) => phase)).toEqual(['sending', 'checking', 'unknown'])
  })

  test('it asks at longer and longer intervals, but never very long ones', () => {
    expect([1, 2, 3, 4, 5, 50].map(asksAgainIn)).toEqual([1000, 2000, 4000, 8000, 8000, 8000])
  })
})
