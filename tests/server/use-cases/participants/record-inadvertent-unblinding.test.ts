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
  recordInadvertent,
  recipientKeys,
} from '../../../support/participant-actions'
import { participantActsWorld } from '../../../support/participant-actions-world'

const actions = participantActsWorld()

const everything = () => readTrialRecords(actions.world, actions.trial.trial_id)
const aKey = () => ({ 'Idempotency-Key': randomUUID() })

describe('refuses to record an accidental unblinding, and changes nothing', () => {
  test.each<[string, object, object]>([
    ['without a comment', { comment: undefined }, { comment: 'Please enter a comment' }],
    ['with blanks for one', { comment: ' \n' }, { comment: 'Please enter a comment' }],
    ['with a novel', { comment: 'a'.repeat(2001) }, { comment: 'At most 2000 characters' }],
    ['with the group in a field of its own', { study_group: 'A' }, { study_group: 'Unknown field' }],
  ])('%s', async (_says, body, fields) => {
    const before = await everything()
    const { status, problem } = await recordInadvertent(actions.people.nurse, actions.one, body)
    expect([status, problem?.fields]).toEqual([422, fields])
    expect(await everything()).toEqual(before)
  })

  test('at level 1', async () => {
    const before = await everything()
    const { status, problem } = await recordInadvertent(actions.people.monitor, actions.one)
    expect([status, problem?.code]).toEqual([403, 'forbidden'])
    expect(await everything()).toEqual(before)
  })

  test.each<[string, SampleAccountKey, () => { trial_id: number; id: number }]>([
    ['at another site', 'blinded-nurse', () => actions.elsewhere],
    ['who is nobody', 'coordinator', () => ({ ...actions.one, id: 999_999 })],
    ['of no trial', 'coordinator', () => ({ ...actions.one, trial_id: 999_999 })],
  ])('of a participant %s: not found', async (_says, person, participant) => {
    const before = await everything()
    expect((await recordInadvertent(actions.people[person], participant())).problem?.code).toBe('not_found')
    expect(await everything()).toEqual(before)
  })

  test('of a participant through another trial: not found', async () => {
    const other = await aTrial(actions.world)
    expect(
      (await recordInadvertent(actions.people.administrator, { ...actions.one, trial_id: other.trial_id })).status,
    ).toBe(404)
    expect((await recordInadvertent(actions.people.nurse, { ...actions.one, trial_id: other.trial_id })).status).toBe(
      404,
    )
    expect((await everything()).inadvertent).toEqual([])
  })
})

describe('an accidental unblinding', () => {
  test.each<[SampleAccountKey, string]>([
    ['nurse', 'Amara Hughes'],
    ['blinded-nurse', 'Priya Raman'],
    ['pharmacist', 'Marco Bellini'],
    ['coordinator', 'Daniel Lindqvist'],
    ['administrator', 'Grace Okafor'],
  ])('is recorded by people who may randomise there: %s', async (person, name) => {
    const { status, value } = await recordInadvertent(actions.people[person], actions.one, {
      comment: ' The box lay open ',
    })
    const [stored, ...others] = (await everything()).inadvertent
    expect(others).toEqual([])
    expect([status, value]).toEqual([
      201,
      {
        id: stored?.id,
        created_at: actions.world.clock.now(),
        recorded_by_user: { id: actions.world.personId(person), name },
        comment: 'The box lay open',
      },
    ])
  })

  test('is mailed to level 3 and nobody below, without the comment', async () => {
    await recordInadvertent(actions.people['blinded-nurse'], actions.one, { comment: 'They get Zanamivir' })
    const after = await everything()
    expect(recipientKeys('inadvertent_unblinding', after)).toEqual(['coordinator'])
    expect(JSON.stringify(after.messages)).not.toContain('They get')
  })

  test('is in the audit log without the comment, which may name the group', async () => {
    const before = await everything()
    const recorded = await recordInadvertent(actions.people.nurse, actions.one, { comment: 'They get Zanamivir' })
    const after = await everything()
    const entries = after.audit.slice(before.audit.length)
    expect(entries).toMatchObject([
      {
        kind: 'inadvertent_unblinding_recorded',
        description: `Inadvertent unblinding of participant ${actions.one.trial_sequence_no} recorded in trial ${actions.trial.trial_id}`,
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

  test('discloses nothing through the portal: the participant is not marked as unblinded, and the draw is unchanged', async () => {
    const before = await everything()
    await recordInadvertent(actions.people.nurse, actions.one)
    const { trial: row, participants, groups, states } = await everything()
    expect({ row, participants, groups, states }).toEqual({
      row: before.trial,
      participants: before.participants,
      groups: before.groups,
      states: before.states,
    })
  })
})

describe('exactly once', () => {
  test('sent twice under one key it is recorded once, and 20 times at once too', async () => {
    const headers = aKey()
    const first = await recordInadvertent(actions.people.nurse, actions.one, {}, headers)
    actions.world.clock.step(60)
    const repeats = await Promise.all(
      Array.from({ length: 20 }, () => recordInadvertent(actions.people.nurse, actions.one, {}, headers)),
    )
    for (const repeat of repeats) expect([repeat.replayed, valueOf(repeat)]).toEqual([true, first.value])
    expect((await everything()).inadvertent).toHaveLength(1)
  })

  test('two people who record it at once make two records, in order of their times', async () => {
    const answers = await Promise.all([
      recordInadvertent(actions.people.nurse, actions.one, {}, aKey()),
      recordInadvertent(actions.people['blinded-nurse'], actions.one, {}, aKey()),
    ])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect((await everything()).inadvertent).toHaveLength(2)
  })

  test.each<[string, Parameters<typeof changePermission>[3], number]>([
    ['is now at level 1', { role_id: 6 }, 403],
    ['has lost the trial', { ended_at: '2026-11-21T00:00:00.000Z' }, 404],
  ])('a repeat by a person who %s is refused', async (_who, change, status) => {
    const headers = aKey()
    await recordInadvertent(actions.people.nurse, actions.one, {}, headers)
    await changePermission(actions.world, actions.trial, 'nurse', change)
    expect((await recordInadvertent(actions.people.nurse, actions.one, {}, headers)).status).toBe(status)
  })

  test('a repeat by a person who has lost the site gets no participant', async () => {
    const headers = aKey()
    await recordInadvertent(actions.people.nurse, actions.one, {}, headers)
    await changePermission(actions.world, actions.trial, 'nurse', { site_id: actions.trial.sites[1]?.id ?? null })
    expect((await recordInadvertent(actions.people.nurse, actions.one, {}, headers)).status).toBe(404)
  })

  test('a key used for another action is refused', async () => {
    const headers = aKey()
    await recordInadvertent(actions.people.coordinator, actions.one, {}, headers)
    const other = await recordInadvertent(actions.people.coordinator, actions.elsewhere, {}, headers)
    expect(other.problem?.code).toBe('idempotency_key_reused')
  })
})
