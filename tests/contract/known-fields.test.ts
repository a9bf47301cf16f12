import { parseKnownFields } from '#contract/known-fields'
import { getParticipantsSnapshot } from '#contract/participant-actions'
import { getMe } from '#contract/session'
import { STORED_ANSWERS, storedFieldsOf } from '#contract/stored-answers'
import { listTrials } from '#contract/trials'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'

/* A page of an earlier version parses an answer with additional fields. */

const schema = v.strictObject({
  id: v.number(),
  rows: v.array(v.strictObject({ name: v.string(), site: v.optional(v.nullable(v.strictObject({ id: v.number() }))) })),
})
const value = { id: 1, rows: [{ name: 'A', site: { id: 7 } }, { name: 'B' }] }

describe('new fields of an answer', () => {
  test.each<[string, unknown]>([
    ['at the top', { ...value, new_one: 1 }],
    ['several at the top', { ...value, new_one: 1, another: { of: 'two' } }],
    ['in a row', { ...value, rows: [value.rows[0], { name: 'B', new_one: [1, 2] }] }],
    [
      'in every row, and below',
      {
        ...value,
        rows: [
          { name: 'A', x: 1, site: { id: 7, y: 2, z: 3 } },
          { name: 'B', x: 1 },
        ],
      },
    ],
  ])('are left out: %s', (_where, answer) => {
    expect(parseKnownFields(schema, answer)).toMatchObject({ success: true, output: value })
  })

  test('are left out of 20,000 rows at once', () => {
    const row = { name: 'A', new_one: 1 }
    const parsed = parseKnownFields(schema, { id: 1, rows: Array.from({ length: 20_000 }, () => row) })
    expect(parsed.success && parsed.output.rows.length).toBe(20_000)
    expect(JSON.stringify(parsed.output)).not.toContain('new_one')
  })

  test.each<[string, unknown]>([
    ['where a known field is missing', { id: 1, new_one: 1 }],
    ['where a known field is another', { ...value, id: '1', new_one: 1 }],
    ['where there is nothing', null],
  ])('do not help an answer that does not fit: %s', (_what, answer) => {
    expect(parseKnownFields(schema, answer).success).toBe(false)
  })
})

describe('what a device stores of an answer with new fields', () => {
  const storedAnswerAt = (endpoint: unknown) => {
    const storable = STORED_ANSWERS.find((one) => one.endpoint === endpoint)
    if (storable === undefined) throw new Error('not a kept answer')
    return storable
  }
  const me = { id: 3, name: 'Ada', email: 'ada@example.org', selected_timezone: null, max_level: 2 }
  const participant = {
    id: 71,
    trial_sequence_no: 12,
    participant_id: null,
    site_id: 11,
    flag_status: { name: 'Flagged' },
  }

  test('is its known fields, of an answer that is stored whole', () => {
    expect(storedFieldsOf(storedAnswerAt(getMe), { ...me, new_one: 'secret' })).toEqual(me)
  })

  test('is the known fields of each participant', () => {
    const answer = { data: [{ ...participant, study_group: 'Aspirin' }] }
    expect(storedFieldsOf(storedAnswerAt(getParticipantsSnapshot), answer)).toEqual({ data: [participant] })
  })

  test('is nothing where the answer has only changes', () => {
    expect(storedFieldsOf(storedAnswerAt(getParticipantsSnapshot), { data: [participant], since: 'abc' })).toBeNull()
  })

  test('is nothing where a known field is missing', () => {
    expect(storedFieldsOf(storedAnswerAt(listTrials), { data: [] })).toBeNull()
  })
})
