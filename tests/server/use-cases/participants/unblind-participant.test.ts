import { getParticipant } from '#contract/participants'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { SampleAccountKey } from '../../../../src/server/doors/idp/sample-accounts'
import { aTrial, grant } from '../../../support/a-trial'
import { ask, valueOf } from '../../../support/ask'
import { chainFaults, readChain } from '../../../support/audit-chain'
import {
  changePermission,
  drawnAt,
  readTrialRecords,
  GROUP_WORDS,
  staffedTrial,
  recipientKeys,
  unblind,
} from '../../../support/participant-actions'
import { participantActsWorld } from '../../../support/participant-actions-world'

const actions = participantActsWorld()

const everything = () => readTrialRecords(actions.world, actions.trial.trial_id)
const aKey = () => ({ 'Idempotency-Key': randomUUID() })

describe('an unblinding is refused, and nothing changes', () => {
  const NO_COMMENT = { comment: 'Please enter a comment' }

  test.each<[string, object, object]>([
    ['without a comment', { comment: undefined }, NO_COMMENT],
    ['with an empty one', { comment: '' }, NO_COMMENT],
    ['with blanks for one', { comment: ' \n\t' }, NO_COMMENT],
    ['with nothing for one', { comment: null }, NO_COMMENT],
    ['with a list for one', { comment: ['Bleeding'] }, NO_COMMENT],
    ['with one that cannot be stored', { comment: 'a\u0000' }, { comment: expect.any(String) }],
    ['with a novel', { comment: 'a'.repeat(2001) }, { comment: 'At most 2000 characters' }],
    ['with an approval', { approved_by: 1 }, { approved_by: 'Unknown field' }],
  ])('%s', async (_says, body, fields) => {
    const before = await everything()
    const { status, problem } = await unblind(actions.people.unblinder, actions.one, body)
    expect({ status, code: problem?.code, fields: problem?.fields }).toEqual({
      status: 422,
      code: 'validation_failed',
      fields,
    })
    expect(await everything()).toEqual(before)
  })

  test.each<[string, SampleAccountKey, number, string]>([
    ['by one to whom it is not delegated', 'blinded-nurse', 403, 'forbidden'],
    ['at level 1, delegated or not', 'monitor', 403, 'forbidden'],
    ['by a delegate who sees the groups anyway', 'nurse', 409, 'not_blinded'],
    ['by an administrator who sees them', 'administrator', 409, 'not_blinded'],
  ])('%s', async (_says, person, status, code) => {
    const before = await everything()
    const refused = await unblind(actions.people[person], actions.one)
    expect([refused.status, refused.problem?.code]).toEqual([status, code])
    expect(refused.text).not.toMatch(GROUP_WORDS)
    expect(await everything()).toEqual(before)
  })

  test('to a person who sees the groups and may not unblind either, for the first reason', async () => {
    await changePermission(actions.world, actions.trial, 'nurse', { is_unblind_authorized: false })
    expect((await unblind(actions.people.nurse, actions.one)).problem?.code).toBe('forbidden')
  })

  test.each<[string, SampleAccountKey, () => { trial_id: number; id: number }]>([
    ['at another site', 'unblinder', () => actions.elsewhere],
    ['who is nobody', 'coordinator', () => ({ ...actions.one, id: 999_999 })],
    ['of no trial', 'coordinator', () => ({ ...actions.one, trial_id: 999_999 })],
  ])('of a participant %s: not found', async (_says, person, participant) => {
    const before = await everything()
    const { status, problem } = await unblind(actions.people[person], participant())
    expect([status, problem?.code]).toEqual([404, 'not_found'])
    expect(await everything()).toEqual(before)
  })

  test('of a participant of a trial that the person may not know of: not found', async () => {
    const other = await aTrial(actions.world)
    const theirs = await drawnAt(actions.people.administrator, other, 0)
    expect((await unblind(actions.people.coordinator, theirs)).status).toBe(404)
    expect((await unblind(actions.people.coordinator, { ...theirs, trial_id: actions.trial.trial_id })).status).toBe(
      404,
    )
    expect((await readTrialRecords(actions.world, other.trial_id)).unblindings).toEqual([])
  })
})

describe('an unblinding', () => {
  test.each<[string, SampleAccountKey]>([
    ['a delegate at the site, fully blinded', 'unblinder'],
    ['a delegate who sees labels', 'pharmacist'],
    ['a trial administrator who is blinded', 'coordinator'],
  ])('shows the real group to %s, and to nobody else', async (_who, person) => {
    const shown = async (who: SampleAccountKey) =>
      valueOf(
        await ask(
          actions.people[who],
          getParticipant.response,
          `trials/${actions.one.trial_id}/participants/${actions.one.id}`,
        ),
      )
    const before = await shown(person)
    const { value, status } = await unblind(actions.people[person], actions.one)
    expect([status, value]).toEqual([
      200,
      { trial_sequence_no: actions.one.trial_sequence_no, study_group: { name: actions.one.study_group.name } },
    ])
    expect(await shown(person)).toEqual({ ...before, is_unblinded: true })
    expect((await shown('blinded-nurse')).study_group).toEqual({ name: 'Blinded', is_blinded: true })
  })

  test('shows it to a system administrator whom the trial blinds', async () => {
    const blinded = { person: 'administrator', role: 'Trial viewer', is_blinded_whole: true } as const
    await grant(actions.world, { ...blinded, trial_id: actions.trial.trial_id, site_id: null })
    expect(valueOf(await unblind(actions.people.administrator, actions.one)).study_group).toEqual({
      name: actions.one.study_group.name,
    })
  })

  test('in a factorial trial shows the group of each factor, in their order', async () => {
    const factorial = await staffedTrial(actions.world, {
      allocation_method_id: 4,
      study_groups: [
        { name: 'Heparin', label: 'Syringe P', factorial_level: 2 },
        { name: 'Avoid heparin', label: 'Syringe Q', factorial_level: 2 },
        { name: 'Aspirin', label: 'Tablet X', factorial_level: 1 },
        { name: 'Avoid aspirin', label: 'Tablet Y', factorial_level: 1 },
      ],
    })
    const drawn = await drawnAt(actions.people.administrator, factorial, 0)
    const path = `trials/${drawn.trial_id}/participants/${drawn.id}`
    const { study_group } = valueOf(await ask(actions.people.administrator, getParticipant.response, path))
    const disclosure = valueOf(await unblind(actions.people.unblinder, drawn))
    expect(disclosure.study_group).toEqual({ name: study_group.name })
    expect(disclosure.study_group.name).toMatch(/^(Aspirin|Avoid aspirin) \+ (Heparin|Avoid heparin)$/)
  })

  test.each([4, 6, 7])('works whatever the status of the trial: status %d', async (trial_status_id) => {
    const { queries } = actions.world.database
    await queries.updateTable('trials').set({ trial_status_id }).where('id', '=', actions.trial.trial_id).execute()
    await queries
      .updateTable('sites')
      .set({ is_deleted: true })
      .where('trial_id', '=', actions.trial.trial_id)
      .execute()
    expect((await unblind(actions.people.unblinder, actions.one)).status).toBe(200)
  })

  test('by several people, and by one again, is recorded each time', async () => {
    for (const person of ['unblinder', 'coordinator', 'pharmacist', 'unblinder'] as const) {
      actions.world.clock.step(60)
      expect((await unblind(actions.people[person], actions.one, { comment: `For ${person}` })).status).toBe(200)
    }
    const { unblindings } = await everything()
    expect(unblindings.map(({ unblinded_by, comment }) => [unblinded_by, comment])).toEqual([
      [actions.world.personId('unblinder'), 'For unblinder'],
      [actions.world.personId('coordinator'), 'For coordinator'],
      [actions.world.personId('pharmacist'), 'For pharmacist'],
      [actions.world.personId('unblinder'), 'For unblinder'],
    ])
  })
})

describe('a person who unblinds many', () => {
  const HOUR = 60 * 60
  const UNCONFIRMED = { confirms_many: undefined }
  const codes = async (times: number, body: object = UNCONFIRMED) => {
    const answers: (number | string | undefined)[] = []
    for (let time = 0; time < times; time += 1) {
      const { status, problem } = await unblind(actions.people.unblinder, actions.one, body)
      answers.push(problem?.code ?? status)
    }
    return answers
  }

  test('must confirm from the fifth within an hour on, and then continues', async () => {
    actions.world.clock.step(HOUR)
    expect(await codes(5)).toEqual([200, 200, 200, 200, 'many_unblinded'])
    const { unblindings } = await everything()
    expect(unblindings).toHaveLength(4)
    expect(await codes(2, { confirms_many: true })).toEqual([200, 200])
    expect(await codes(1)).toEqual(['many_unblinded'])
    actions.world.clock.step(HOUR)
    expect(await codes(1)).toEqual([200])
  })

  test("in other trials too; other people's unblindings count for them", async () => {
    actions.world.clock.step(HOUR)
    await codes(4)
    expect((await unblind(actions.people.coordinator, actions.one, UNCONFIRMED)).status).toBe(200)
    const other = await staffedTrial(actions.world, {})
    const theirs = await drawnAt(actions.people.administrator, other, 0)
    expect((await unblind(actions.people.unblinder, theirs, UNCONFIRMED)).problem?.code).toBe('many_unblinded')
  })
})

describe('before the group is answered', () => {
  test('the reader, the time and the reason are recorded, also in the audit log, and never the group', async () => {
    const before = await everything()
    const disclosure = await unblind(actions.people.unblinder, actions.one, { comment: '  Severe bleeding ' })
    await unblind(actions.people.coordinator, actions.one)
    const after = await everything()
    expect(after.unblindings).toMatchObject([
      {
        participant_id: actions.one.id,
        unblinded_by: actions.world.personId('unblinder'),
        created_at: actions.world.clock.now(),
        comment: 'Severe bleeding',
      },
      {},
    ])
    expect(after.participants.map(({ id, is_unblinded }) => [id, is_unblinded])).toEqual([
      [actions.one.id, true],
      [actions.elsewhere.id, false],
    ])
    const entries = after.audit.slice(before.audit.length)
    expect(entries).toMatchObject([
      {
        kind: 'participant_unblinded',
        description: `Participant ${actions.one.trial_sequence_no} unblinded in trial ${actions.trial.trial_id}`,
        user_id: actions.world.personId('unblinder'),
        role: 'Site user',
        created_at: actions.world.clock.now(),
        changes: [{ field: 'is_unblinded', old: false, new: true }],
        reason: 'Severe bleeding',
        request_id: disclosure.headers.get('X-Request-Id'),
      },
      { kind: 'participant_unblinded', role: 'Trial administrator', changes: [] },
    ])
    expect(chainFaults(await readChain(actions.world.database.queries, actions.trial.trial_id))).toEqual([])
    const written = JSON.stringify([entries, after.unblindings, after.messages.slice(before.messages.length)])
    expect(written).not.toMatch(GROUP_WORDS)
  })

  test('the team of the site gets an email with the person and the reason', async () => {
    await unblind(actions.people.unblinder, actions.one)
    const after = await everything()
    expect(recipientKeys('unblinding', after).toSorted()).toEqual([
      'blinded-nurse',
      'coordinator',
      'nurse',
      'pharmacist',
      'unblinder',
    ])
    expect(after.messages.filter(({ kind }) => kind === 'unblinding')[0]?.facts).toMatchObject({
      by: 'Thomas Achterberg',
      reason: 'Severe bleeding',
      trial_sequence_no: actions.one.trial_sequence_no,
    })
  })

  test.each(['participant_unblindings', 'audit_log', 'messages', 'idempotency_keys'])(
    'and where %s cannot be written, nobody is shown the group',
    async (table) => {
      const { queries } = actions.world.database
      const before = await everything()
      await sql.raw(`alter table ${table} add constraint refusing check (false) not valid`).execute(queries)
      const answer = await unblind(actions.people.unblinder, actions.one, {}, aKey())
      await sql.raw(`alter table ${table} drop constraint refusing`).execute(queries)
      expect(answer.status).toBe(500)
      expect(answer.text).not.toMatch(GROUP_WORDS)
      expect(await everything()).toEqual(before)
    },
  )

  test('the draw is unchanged', async () => {
    const before = await everything()
    await unblind(actions.people.unblinder, actions.one)
    const { trial: row, groups, answers, states } = await everything()
    expect({ row, groups, answers, states }).toEqual({
      row: before.trial,
      groups: before.groups,
      answers: before.answers,
      states: before.states,
    })
  })
})

describe('exactly once', () => {
  test('a lost answer is given again, with the group, and nothing is recorded twice', async () => {
    const headers = aKey()
    const first = await unblind(actions.people.unblinder, actions.one, {}, headers)
    const before = await everything()
    actions.world.clock.step(3600)
    const repeat = await unblind(actions.people.unblinder, actions.one, {}, headers)
    expect([first.replayed, repeat.status, repeat.replayed]).toEqual([false, 200, true])
    expect(repeat.value).toEqual(first.value)
    expect(await everything()).toEqual(before)
  })

  test('the group is stored with no key', async () => {
    const headers = aKey()
    await unblind(actions.people.unblinder, actions.one, {}, headers)
    const { queries } = actions.world.database
    const key = queries.selectFrom('idempotency_keys').select('rows').where('key', '=', headers['Idempotency-Key'])
    const [unblinding] = (await everything()).unblindings
    expect(await key.execute()).toEqual([{ rows: { participant_unblindings: [unblinding?.id] } }])
  })

  test.each<[string, Parameters<typeof changePermission>[3], number, string]>([
    ['may no longer unblind', { is_unblind_authorized: false }, 403, 'forbidden'],
    ['is now at level 1', { role_id: 6 }, 403, 'forbidden'],
    ['has lost the trial', { ended_at: '2026-11-21T00:00:00.000Z' }, 404, 'not_found'],
  ])('a repeat by a person who %s gets nothing', async (_who, change, status, code) => {
    const headers = aKey()
    await unblind(actions.people.unblinder, actions.one, {}, headers)
    await changePermission(actions.world, actions.trial, 'unblinder', change)
    const repeat = await unblind(actions.people.unblinder, actions.one, {}, headers)
    expect([repeat.status, repeat.problem?.code]).toEqual([status, code])
    expect(repeat.text).not.toMatch(GROUP_WORDS)
    expect((await everything()).unblindings).toHaveLength(1)
  })

  test('a repeat by a person who has lost the site gets no participant', async () => {
    const headers = aKey()
    await unblind(actions.people.unblinder, actions.one, {}, headers)
    await changePermission(actions.world, actions.trial, 'unblinder', { site_id: actions.trial.sites[1]?.id ?? null })
    expect((await unblind(actions.people.unblinder, actions.one, {}, headers)).problem?.code).toBe('not_found')
  })

  test('a repeat by a person who has been unblinded since still shows the group', async () => {
    const headers = aKey()
    const first = await unblind(actions.people.unblinder, actions.one, {}, headers)
    await changePermission(actions.world, actions.trial, 'unblinder', { is_blinded_whole: false })
    expect(await unblind(actions.people.unblinder, actions.one, {}, headers)).toMatchObject({
      status: 200,
      value: first.value,
    })
    expect((await unblind(actions.people.unblinder, actions.one)).problem?.code).toBe('not_blinded')
  })

  test('20 times at once with one key is one unblinding', async () => {
    const headers = aKey()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => unblind(actions.people.unblinder, actions.one, {}, headers)),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1)
    const { unblindings, messages } = await everything()
    expect([unblindings.length, messages.filter(({ kind }) => kind === 'unblinding').length]).toEqual([1, 5])
  })

  test('two people at once both get the group and are both recorded, during other randomisations', async () => {
    const [first, second, drawn] = await Promise.all([
      unblind(actions.people.unblinder, actions.one, {}, aKey()),
      unblind(actions.people.coordinator, actions.one, {}, aKey()),
      drawnAt(actions.people.administrator, actions.trial, 0),
    ])
    expect([first.status, second.status, drawn.trial_sequence_no]).toEqual([200, 200, 3])
    const { unblindings, audit } = await everything()
    expect(new Set(unblindings.map(({ unblinded_by }) => unblinded_by))).toEqual(
      new Set([actions.world.personId('coordinator'), actions.world.personId('unblinder')]),
    )
    const changes = audit.filter(({ kind }) => kind === 'participant_unblinded').map((entry) => entry.changes.length)
    expect(changes).toEqual([1, 0])
  })

  test('a refusal leaves the key free, and a key used for another participant is refused', async () => {
    const headers = aKey()
    expect((await unblind(actions.people.coordinator, actions.one, { comment: ' ' }, headers)).status).toBe(422)
    expect(await unblind(actions.people.coordinator, actions.one, {}, headers)).toMatchObject({
      status: 200,
      replayed: false,
    })
    expect((await unblind(actions.people.coordinator, actions.elsewhere, {}, headers)).problem?.code).toBe(
      'idempotency_key_reused',
    )
    expect((await unblind(actions.people.unblinder, actions.one, {}, headers)).replayed).toBe(false)
  })
})
