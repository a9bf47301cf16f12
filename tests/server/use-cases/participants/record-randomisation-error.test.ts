import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { SampleAccountKey } from '../../../../src/server/doors/idp/sample-accounts'
import { aTrial } from '../../../support/a-trial'
import { valueOf } from '../../../support/ask'
import { chainFaults, readChain } from '../../../support/audit-chain'
import {
  changePermission,
  readTrialRecords,
  GROUP_WORDS,
  recordError,
  recipientKeys,
  unblind,
} from '../../../support/participant-actions'
import { participantActsWorld } from '../../../support/participant-actions-world'

const MINIMISATION = 3

/** The participants are Female, Under 65. */
const actions = participantActsWorld({
  randomisation_method_id: MINIMISATION,
  is_stratified: true,
  trial_strata: [
    { name: 'Sex', options: ['Female', 'Male'] },
    { name: 'Age', options: ['Under 65', '65 and over'] },
  ],
})

const everything = () => readTrialRecords(actions.world, actions.trial.trial_id)
const aKey = () => ({ 'Idempotency-Key': randomUUID() })

/** An answer to a stratum; both are given by their place in the trial. */
const at = (stratum: number, option: number) => ({
  trial_stratum_id: actions.trial.trial_strata[stratum]?.id ?? 0,
  trial_stratum_option_id: actions.trial.trial_strata[stratum]?.options[option]?.id ?? 0,
})
/** A participant recorded as female who is male. */
const wrongSex = () => ({ kind: 'wrong_stratum', as_used: [at(0, 0)], corrected: [at(0, 1)] })

describe('an error is refused, and nothing changes', () => {
  const LISTS = 'Must be text or a list of stratum answers'

  test.each<[string, () => object, object]>([
    ['without a comment', () => ({ comment: ' ' }), { comment: 'Please enter a comment' }],
    ['without a kind', () => ({ kind: undefined }), { kind: 'Must be an available kind of error' }],
    ['of a kind there is not', () => ({ kind: 'Twice' }), { kind: 'Must be an available kind of error' }],
    ['with a number for a side', () => ({ as_used: 17 }), { as_used: LISTS }],
    ['with an object for a side', () => ({ corrected: { Sex: 'Male' } }), { corrected: LISTS }],
    ['with a novel for a side', () => ({ as_used: 'a'.repeat(2001) }), { as_used: 'At most 2000 characters' }],
    ['with what cannot be stored', () => ({ as_used: 'a\u0000' }), { as_used: expect.any(String) }],
    ['with an empty list', () => ({ ...wrongSex(), corrected: [] }), { corrected: 'This field is required' }],
    ['with an answer too far', () => ({ ...wrongSex(), as_used: [{ ...at(0, 0), weight: 1 }] }), { as_used: LISTS }],
    ['with a new group', () => ({ study_group_id: 1 }), { study_group_id: 'Unknown field' }],
    [
      'at strata without being of one',
      () => ({ ...wrongSex(), kind: 'ineligible' }),
      { as_used: 'Stratum answers are only for the kind “wrong stratum”' },
    ],
    [
      'without what was used',
      () => ({ ...wrongSex(), as_used: ' ' }),
      { as_used: 'Please enter the answer that was used' },
    ],
    [
      'without what would have been right',
      () => ({ ...wrongSex(), corrected: undefined }),
      { corrected: 'Please enter the correct answer' },
    ],
    [
      'in words on one side alone',
      () => ({ ...wrongSex(), corrected: 'Male' }),
      { corrected: 'Both must be text, or both stratum answers' },
    ],
    [
      'at a stratum of another trial',
      () => ({ ...wrongSex(), corrected: [{ ...at(0, 1), trial_stratum_id: 999_999 }] }),
      { 'corrected.0.trial_stratum_id': 'This stratum is not part of the trial' },
    ],
    [
      'with an option of another stratum',
      () => ({
        ...wrongSex(),
        corrected: [{ ...at(0, 1), trial_stratum_option_id: at(1, 1).trial_stratum_option_id }],
      }),
      { 'corrected.0.trial_stratum_option_id': 'This option is not part of the stratum' },
    ],
    [
      'twice at one stratum',
      () => ({ ...wrongSex(), corrected: [at(0, 1), at(0, 1)] }),
      { 'corrected.1.trial_stratum_id': 'This stratum has two answers' },
    ],
    [
      'with a stratum on one side alone',
      () => ({ ...wrongSex(), as_used: [at(0, 0), at(1, 0)] }),
      { 'as_used.1.trial_stratum_id': 'The correct answer for this stratum is missing' },
    ],
    [
      'with a stratum on the other side alone',
      () => ({ ...wrongSex(), corrected: [at(1, 1), at(0, 1)] }),
      { 'corrected.0.trial_stratum_id': 'The answer that was used for this stratum is missing' },
    ],
    [
      'that corrects nothing',
      () => ({ ...wrongSex(), corrected: [at(0, 0)] }),
      { 'corrected.0.trial_stratum_option_id': 'This is the same as the answer that was used' },
    ],
    [
      'with something else than was used',
      () => ({ ...wrongSex(), as_used: [at(0, 1)], corrected: [at(0, 0)] }),
      { 'as_used.0.trial_stratum_option_id': 'This answer was not used' },
    ],
  ])('%s', async (_says, body, fields) => {
    const before = await everything()
    const { status, problem } = await recordError(actions.people.coordinator, actions.one, body())
    expect([status, problem?.code, problem?.fields]).toEqual([422, 'validation_failed', fields])
    expect(await everything()).toEqual(before)
  })

  test('at level 1', async () => {
    const before = await everything()
    const { status, problem } = await recordError(actions.people.monitor, actions.one)
    expect([status, problem?.code]).toEqual([403, 'forbidden'])
    expect(await everything()).toEqual(before)
  })

  test.each<[string, SampleAccountKey, () => { trial_id: number; id: number }]>([
    ['at another site', 'nurse', () => actions.elsewhere],
    ['who is nobody', 'coordinator', () => ({ ...actions.one, id: 999_999 })],
    ['of no trial', 'coordinator', () => ({ ...actions.one, trial_id: 999_999 })],
  ])('of a participant %s: not found', async (_says, person, participant) => {
    const before = await everything()
    expect((await recordError(actions.people[person], participant())).problem?.code).toBe('not_found')
    expect(await everything()).toEqual(before)
  })

  test('of a participant through another trial: not found', async () => {
    const other = await aTrial(actions.world)
    expect((await recordError(actions.people.administrator, { ...actions.one, trial_id: other.trial_id })).status).toBe(
      404,
    )
    expect((await recordError(actions.people.coordinator, { ...actions.one, trial_id: other.trial_id })).status).toBe(
      404,
    )
    expect((await everything()).errors).toEqual([])
  })
})

describe('a stratum answer is shown only to people who may see it', () => {
  test('below level 3 the reported answer is accepted unchecked: a refusal would reveal the recorded one', async () => {
    const [right, wrong] = [wrongSex(), { ...wrongSex(), as_used: [at(0, 1)], corrected: [at(0, 0)] }]
    const answers = [
      await recordError(actions.people.nurse, actions.one, right),
      await recordError(actions.people.nurse, actions.one, wrong),
    ]
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(answers.map(({ value }) => value?.as_used)).toEqual([right.as_used, wrong.as_used])
    expect((await everything()).answers).toMatchObject([{ participant_id: actions.one.id, ...at(0, 0) }, {}, {}, {}])
  })
})

describe('an error', () => {
  test.each([
    ['ineligible', '17 years', '18 years at least'],
    ['twice', '1', null],
    ['wrong_participant', null, 'W-12'],
    ['other', null, null],
    ['wrong_stratum', 'Northern General', 'Southern General'],
  ])('is recorded in words: %s', async (kind, as_used, corrected) => {
    const { status, value } = await recordError(actions.people.nurse, actions.one, {
      kind,
      comment: ' See note ',
      as_used,
      corrected,
    })
    const [stored] = (await everything()).errors
    expect([status, value]).toEqual([
      201,
      {
        id: stored?.id,
        created_at: actions.world.clock.now(),
        recorded_by_user: { id: actions.world.personId('nurse'), name: 'Amara Hughes' },
        kind,
        comment: 'See note',
        as_used,
        corrected,
      },
    ])
  })

  test('of strata is recorded answer beside answer', async () => {
    const sides = { as_used: [at(0, 0), at(1, 0)], corrected: [at(1, 1), at(0, 1)] }
    const recorded = valueOf(await recordError(actions.people.coordinator, actions.one, { ...wrongSex(), ...sides }))
    expect(recorded).toMatchObject({ as_used: sides.as_used, corrected: sides.corrected.toReversed() })
    const { queries } = actions.world.database
    const stored = queries
      .selectFrom('randomisation_error_strata')
      .selectAll()
      .where('randomisation_error_id', '=', recorded.id)
      .orderBy('trial_stratum_id')
    const pair = (stratum: number) => ({
      of_participant: actions.one.id,
      of_trial: actions.one.trial_id,
      randomisation_error_id: recorded.id,
      trial_stratum_id: at(stratum, 0).trial_stratum_id,
      used_option_id: at(stratum, 0).trial_stratum_option_id,
      corrected_option_id: at(stratum, 1).trial_stratum_option_id,
    })
    expect(await stored.execute()).toEqual([pair(0), pair(1)])
  })

  test('deletes and draws nothing: participant, group, answers, counts, ledger and numbers stay unchanged', async () => {
    const before = await everything()
    await recordError(actions.people.coordinator, actions.one, wrongSex())
    await recordError(actions.people.coordinator, actions.one, { kind: 'twice' })
    const { trial: row, participants, groups, answers, states } = await everything()
    expect({ row, participants, groups, answers, states }).toEqual({
      row: before.trial,
      participants: before.participants,
      groups: before.groups,
      answers: before.answers,
      states: before.states,
    })
    expect(before.states).not.toEqual([])
  })

  test('is mailed to level 3 by its kind, without the text', async () => {
    await recordError(actions.people.nurse, actions.one, { ...wrongSex(), comment: 'They get Zanamivir' })
    const after = await everything()
    expect(recipientKeys('randomisation_error', after)).toEqual(['coordinator'])
    expect(after.messages.at(-1)?.facts).toMatchObject({ error: 'Wrong stratum', by: 'Amara Hughes' })
    expect(JSON.stringify(after.messages.at(-1))).not.toMatch(/They get|Zanamivir|Female|Male/)
  })

  test('is in the audit log by its kind, without the words, which may name the group', async () => {
    const before = await everything()
    const recorded = await recordError(actions.people.nurse, actions.one, {
      comment: 'They get Zanamivir',
      as_used: 'Kit L',
    })
    const entries = (await everything()).audit.slice(before.audit.length)
    expect(entries).toMatchObject([
      {
        kind: 'randomisation_error_recorded',
        description: `Participant ${actions.one.trial_sequence_no} recorded as randomised in error in trial ${actions.trial.trial_id}: Not eligible`,
        user_id: actions.world.personId('nurse'),
        role: 'Site user',
        changes: [],
        reason: null,
        request_id: recorded.headers.get('X-Request-Id'),
      },
    ])
    expect(JSON.stringify(entries)).not.toMatch(GROUP_WORDS)
    expect(chainFaults(await readChain(actions.world.database.queries, actions.trial.trial_id))).toEqual([])
  })

  test('stores how much of the groups its author could know', async () => {
    await recordError(actions.people.nurse, actions.one)
    await recordError(actions.people.pharmacist, actions.one)
    await recordError(actions.people.unblinder, actions.one)
    await unblind(actions.people.unblinder, actions.one)
    await recordError(actions.people.unblinder, actions.one)
    await recordError(actions.people.coordinator, actions.one)
    expect((await everything()).errors.map(({ writer_sight }) => writer_sight)).toEqual([
      'names',
      'labels',
      'nothing',
      'names',
      'nothing',
    ])
  })
})

describe('exactly once', () => {
  test('sent twice under one key it is recorded once, and 20 times at once too', async () => {
    const headers = aKey()
    const first = await recordError(actions.people.coordinator, actions.one, wrongSex(), headers)
    actions.world.clock.step(60)
    const repeats = await Promise.all(
      Array.from({ length: 20 }, () => recordError(actions.people.coordinator, actions.one, wrongSex(), headers)),
    )
    for (const repeat of repeats) expect([repeat.replayed, valueOf(repeat)]).toEqual([true, first.value])
    expect((await everything()).errors).toHaveLength(1)
  })

  test('two people who record one at once make two records', async () => {
    const answers = await Promise.all([
      recordError(actions.people.nurse, actions.one, {}, aKey()),
      recordError(actions.people.coordinator, actions.one, wrongSex(), aKey()),
    ])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect((await everything()).errors).toHaveLength(2)
  })

  test('a refusal leaves the key free, and a key used with another body is refused', async () => {
    const headers = aKey()
    const corrected = [at(0, 0)]
    expect(
      (await recordError(actions.people.coordinator, actions.one, { ...wrongSex(), corrected }, headers)).status,
    ).toBe(422)
    expect((await recordError(actions.people.coordinator, actions.one, wrongSex(), headers)).replayed).toBe(false)
    const other = await recordError(actions.people.coordinator, actions.one, { kind: 'twice' }, headers)
    expect(other.problem?.code).toBe('idempotency_key_reused')
  })

  test.each<[string, Parameters<typeof changePermission>[3], number]>([
    ['is now at level 1', { role_id: 6 }, 403],
    ['has lost the trial', { ended_at: '2026-11-21T00:00:00.000Z' }, 404],
  ])('a repeat by a person who %s is refused', async (_who, change, status) => {
    const headers = aKey()
    await recordError(actions.people.nurse, actions.one, {}, headers)
    await changePermission(actions.world, actions.trial, 'nurse', change)
    expect((await recordError(actions.people.nurse, actions.one, {}, headers)).status).toBe(status)
  })
})
