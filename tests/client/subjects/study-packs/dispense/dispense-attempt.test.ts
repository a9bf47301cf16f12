import { describe, expect, test } from 'vitest'
import {
  attemptToDispense,
  codeRefusal,
  dispenseAttemptAfter,
  type DispenseAttempt,
  type DispenseEvent,
  type DispenseFault,
} from '../../../../../src/client/subjects/study-packs/dispense/dispense-attempt'

const AT = Date.parse('2026-11-21T10:00:00.000Z')
const fault = (refusal: DispenseFault['refusal']): DispenseFault => ({ words: 'Why', refusal, at: AT })

const after = (...events: DispenseEvent[]): DispenseAttempt => events.reduce(dispenseAttemptAfter, attemptToDispense)
const pressed: DispenseEvent = { type: 'pressed' }
const recorded: DispenseEvent = { type: 'recorded', receipt: { action_id: 'a', performed_at: '2026-11-21T10:00:00Z' } }
const failed: DispenseEvent = { type: 'failed', fault: fault({ code: 'wrong_confirmation_code' }) }

describe('the dispensing of a pack', () => {
  test.each<[string, DispenseEvent[], DispenseAttempt['phase']]>([
    ['stands open', [], 'open'],
    ['is sent when it is pressed', [pressed], 'sending'],
    ['is sent once, however often it is pressed', [pressed, pressed], 'sending'],
    ['is dispensed once it is recorded', [pressed, recorded], 'recorded'],
    ['is open again when it is refused', [pressed, failed], 'open'],
    ['is sent again after a refusal', [pressed, failed, pressed], 'sending'],
    ['stays dispensed, whatever is pressed', [pressed, recorded, pressed], 'recorded'],
    ['hears no answer that nobody asked for', [recorded], 'open'],
    ['hears no refusal after its end', [pressed, recorded, failed], 'recorded'],
  ])('%s', (_, events, phase) => {
    expect(after(...events).phase).toBe(phase)
  })

  test('has the action by which it was recorded, and the time', () => {
    expect(after(pressed, recorded)).toEqual({ phase: 'recorded', receipt: recorded.receipt })
  })
})

describe('the message below the code', () => {
  const clock = (at: number) => new Date(at).toISOString().slice(11, 16)
  test.each<[string, DispenseFault | null, string | null]>([
    ['nothing before anything was sent', null, null],
    ['nothing where it could not be stored', fault(null), null],
    ['the words about a wrong code', fault({ code: 'wrong_confirmation_code' }), 'Why'],
    [
      'when it may be tried again, never too early',
      fault({ code: 'too_many_codes', retry_after_s: 1830 }),
      'Why. You can try again at 10:31',
    ],
    ['the words alone where no time is told', fault({ code: 'too_many_codes' }), 'Why'],
    [
      'what the server says about the field',
      fault({ code: 'validation_failed', fields: { confirmation_code: 'Missing' } }),
      'Missing',
    ],
    ['nothing about what is wrong elsewhere', fault({ code: 'pack_expired' }), null],
  ])('%s', (_, refused, words) => {
    expect(codeRefusal(refused, clock)).toBe(words)
  })
})
