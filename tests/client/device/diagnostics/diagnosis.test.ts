// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { diagnosisOf, diagnosisText, type Findings } from '../../../../src/client/device/diagnostics/diagnosis'
import { formatClock, formatInstant } from '../../../../src/client/ui/format-time'
import type { ClockReading } from '../../../../src/client/api/server-clock'
import { aNewFlag, contentOf, NOON, stored } from '../outbox/some-actions'

const MINUTE = 60_000

/** A reading by this page, three minutes ago: the server's clock is this far ahead of the device's. */
const reading = (offset_ms: number): ClockReading => ({ offset_ms, heard_at: NOON, steady: MINUTE })

/** A tablet without problems, with unsent actions of two people. `changes` replaces some findings. */
const findings = (changes: Partial<Findings> = {}): Findings => ({
  app_version: '2.11.7',
  device: {
    browser: 'Mozilla/5.0 (iPad)',
    screen: '768 × 1024',
    is_installed: true,
    persistence: 'kept',
    used_bytes: 3_400_000,
    quota_bytes: 2_000_000_000,
    worker: 'activated',
    worker_version: '2.11.7',
    is_update_waiting: false,
    outbox_tables: 1,
    snapshot_tables: 1,
  },
  connection: { state: 'offline', since: NOON - 90 * MINUTE, doubts: 4 },
  traffic: {
    answers: [{ at: NOON - 95 * MINUTE, kind: 'HTTP 200 in 80 ms' }],
    errors: [{ at: NOON - MINUTE, kind: 'no answer' }],
    clock: reading(400),
  },
  outbox: {
    isLoaded: true,
    content: {
      ...contentOf(
        stored(aNewFlag('0d0f6a5e-key')),
        stored(aNewFlag('second', { author: { sub: 'pharmacist', name: 'Li Wei' } }), { state: 'attention' }),
        stored(aNewFlag('third'), { state: 'done', call: null }),
      ),
      unverified: [{ id: 'planted-key', put_away: null }],
      unreadable: ['unreadable-key'],
    },
    missing: [{ id: 'lost-key', label: 'Flag participant 8', author: 'Amara Hughes', sub: 'nurse', state: 'waiting' }],
    unavailable: null,
  },
  session: {
    token: 'head.payload.signature',
    sub: 'sub-of-the-nurse',
    id: 'session-of-the-nurse',
    expires_at: NOON + 150 * MINUTE,
  },
  storeError: null,
  now: NOON + 3 * MINUTE,
  steady: 4 * MINUTE,
  ...changes,
})

const lines = (changes?: Partial<Findings>) => new Map(diagnosisOf(findings(changes)).flatMap(({ lines }) => lines))

describe('the diagnosis', () => {
  test.each([
    ['State', `Offline · since ${formatClock(NOON - 90 * MINUTE)}`],
    ['In this state for', '1 hour'],
    ['Device clock', 'correct'],
    ['Signed in', 'yes, for another 2 hours'],
    ['Waiting', '1'],
    ['Refused', '1'],
    ['Done today', '1'],
    ['Your oldest unsent action', '3 minutes'],
    ['People with unsent actions', '2'],
    ['Missing', '1'],
    ['Unreadable', '1'],
    ['Not verified', '1'],
    ['Can store actions', 'yes'],
    ['Version', '2.11.7'],
    ['Version of the service worker', '2.11.7'],
    ['Used', '4 MB'],
    ['Allowed', '2,000 MB'],
    ['Protected storage', 'yes, until a person removes it'],
    ['Answers that could not be stored', 'none so far'],
  ])('%s: %s', (about, words) => {
    expect(lines().get(about)).toBe(words)
  })

  test.each([
    [
      'a clock an hour behind',
      { traffic: { answers: [], errors: [], clock: reading(3_700_000) } },
      'Device clock',
      '1 hour behind the server’s',
    ],
    [
      'a clock a day ahead',
      { traffic: { answers: [], errors: [], clock: reading(-90_000_000) } },
      'Device clock',
      '1 day ahead of the server’s',
    ],
    [
      'a clock that an earlier page compared',
      { traffic: { answers: [], errors: [], clock: { ...reading(400), steady: null } } },
      'Device clock',
      `correct, last compared at ${formatInstant('2026-11-21T12:00:00.000Z', null)}`,
    ],
    [
      'a clock that was put back since',
      { traffic: { answers: [], errors: [], clock: reading(400) }, now: NOON - MINUTE },
      'Device clock',
      `put back since it was last compared at ${formatInstant('2026-11-21T12:00:00.000Z', null)}`,
    ],
    ['nobody signed in', { session: null }, 'Signed in', 'no'],
    [
      'a full disk',
      { storeError: 'QuotaExceededError: of participant 12' },
      'Answers that could not be stored',
      'some, the last one because of QuotaExceededError',
    ],
    [
      'a browser that stores nothing',
      {
        outbox: {
          isLoaded: true,
          content: contentOf(),
          missing: [],
          unavailable: { cause: 'not_kept', words: 'secret' },
        },
      },
      'Can store actions',
      'no, the browser stores nothing',
    ],
  ] as const)('%s', (_what, changes, about, words) => {
    expect(lines(changes).get(about)).toBe(words)
  })
})

test('an outbox that could not be read shows no figure, and never 0', () => {
  const outbox = { ...findings().outbox, isLoaded: false }
  expect([lines({ outbox }).get('Waiting actions'), lines({ outbox }).get('Waiting')]).toEqual(['not known', undefined])
})

test('nothing in it is confidential: no token, no name, no id, no comment, no unsent action', () => {
  const text = diagnosisText(diagnosisOf(findings()), NOON)
  expect(text).toContain('About this device'.toLowerCase())
  expect(text).not.toMatch(
    /head|payload|signature|sub-of|nurse|pharmacist|Amara|Hughes|Li Wei|Cedar|participant|Withdrew|-key|second|third/i,
  )
})
