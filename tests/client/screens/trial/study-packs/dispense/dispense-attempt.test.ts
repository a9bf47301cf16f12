import { describe, expect, test } from 'vitest'
import type { Failure } from '../../../../../../src/client/api/failure'
import {
  attemptToDispense,
  codeRefusal,
  dispenseAttemptAfter,
  isUnsettled,
  type DispenseAttempt,
  type DispenseEvent,
} from '../../../../../../src/client/screens/trial/study-packs/dispense/dispense-attempt'

const request = { method: 'POST', path: '/api/v1/x', at: '2026-11-21T10:00:00.000Z', request_id: null }
const refused = (
  status: number,
  code: string,
  more: { fields?: Record<string, string>; retry?: number } = {},
): Failure => ({
  kind: 'refused',
  status,
  problem: {
    type: '',
    title: '',
    status,
    detail: 'Why',
    message: 'Why',
    code,
    ...(more.fields ? { fields: more.fields } : {}),
  },
  ...(more.retry === undefined ? {} : { retry_after_s: more.retry }),
  request,
})
const lost: Failure = { kind: 'network', code: 'ERR_NETWORK', request }
const AT = Date.parse('2026-11-21T10:00:00.000Z')

const after = (...events: DispenseEvent[]): DispenseAttempt => events.reduce(dispenseAttemptAfter, attemptToDispense)
const pressed: DispenseEvent = { type: 'pressed' }
const failed = (failure: Failure): DispenseEvent => ({ type: 'failed', failure, at: AT })

describe('the dispensing of a pack', () => {
  test.each<[string, DispenseEvent[], DispenseAttempt['phase']]>([
    ['stands open', [], 'open'],
    ['is sent when it is pressed', [pressed], 'sending'],
    ['is done when the server says so', [pressed, { type: 'answered' }], 'done'],
    ['is open again when it is refused', [pressed, failed(refused(422, 'wrong_confirmation_code'))], 'open'],
    ['is in doubt when the answer is lost', [pressed, failed(lost)], 'unsure'],
    ['is in doubt when the server broke down', [pressed, failed(refused(500, 'internal_error'))], 'unsure'],
    ['is sent again out of doubt', [pressed, failed(lost), pressed], 'sending'],
    ['is done after doubt', [pressed, failed(lost), pressed, { type: 'answered' }], 'done'],
    ['stays done, whatever is pressed', [pressed, { type: 'answered' }, pressed], 'done'],
    ['hears no answer that nobody asked for', [{ type: 'answered' }], 'open'],
    ['hears no failure after its end', [pressed, { type: 'answered' }, failed(lost)], 'done'],
  ])('%s', (_, events, phase) => {
    expect(after(...events).phase).toBe(phase)
  })

  test('is settled neither while it is sent nor in doubt', () => {
    const phases = [after(), after(pressed), after(pressed, failed(lost)), after(pressed, { type: 'answered' })]
    expect(phases.map(isUnsettled)).toEqual([false, true, true, false])
  })
})

describe('what stands under the code', () => {
  const clock = (at: number) => new Date(at).toISOString().slice(11, 16)
  test.each([
    ['nothing before anything was sent', after(), null],
    ['the server’s words about a wrong code', after(pressed, failed(refused(422, 'wrong_confirmation_code'))), 'Why'],
    [
      'when it may be tried again, never too early',
      after(pressed, failed(refused(429, 'too_many_codes', { retry: 1830 }))),
      'Why. It may be tried again at 10:31',
    ],
    ['the words alone where no time is told', after(pressed, failed(refused(429, 'too_many_codes'))), 'Why'],
    [
      'what the server says about the field',
      after(pressed, failed(refused(422, 'validation_failed', { fields: { confirmation_code: 'Missing' } }))),
      'Missing',
    ],
    ['nothing about what is wrong elsewhere', after(pressed, failed(refused(409, 'pack_expired'))), null],
  ])('%s', (_, attempt, words) => {
    expect(codeRefusal(attempt, clock)).toBe(words)
  })
})
