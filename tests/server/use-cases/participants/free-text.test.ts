import { listAuditLogs } from '#contract/audit-logs'
import { describe, expect, test } from 'vitest'
import { grant } from '../../../support/a-trial'
import { ask, valueOf } from '../../../support/ask'
import { flag } from '../../../support/flag'
import { historyOf, recordInadvertent, unblind } from '../../../support/participant-actions'
import { participantActsWorld } from '../../../support/participant-actions-world'
import { rowsOf } from '../reports/report-calls'

/* Free text by people who know groups: blinded people read none that could name one (decision 0036). */

const actions = participantActsWorld()

const NAMES_A_GROUP = 'This comment names a study group, and blinded people read it. Please leave the group out.'

describe('the comment on a flag', () => {
  test.each(['Rash on Zanamivir', 'rash on ZANAMIVIR', 'Given kit l', 'Known to be in arm B'])(
    'is refused until it names no group: %s',
    async (comment) => {
      const { people, trial, one } = actions
      const refused = await flag(people.nurse, trial, one, { comment })
      expect([refused.status, refused.problem?.fields]).toEqual([422, { comment: NAMES_A_GROUP }])
      expect((await flag(people.nurse, trial, one, { comment: 'Rash' })).status).toBe(200)
    },
  )

  test('is refused with a former name of a group', async () => {
    const { people, trial, one, world } = actions
    const { id } = trial.study_groups[0] ?? { id: 0 }
    const former = { trial_id: trial.trial_id, study_group_id: id, site_id: null, name: 'Relenza', label: null }
    await world.database.queries
      .insertInto('former_names')
      .values({
        ...former,
        last_sequence_no: 1,
        ended_at: world.clock.now(),
        ended_by: world.personId('administrator'),
        reason: 'Licensed',
      })
      .execute()
    expect((await flag(people.nurse, trial, one, { comment: 'On relenza' })).status).toBe(422)
  })

  test('reveals no name to a blinded person by a refusal', async () => {
    const { people, trial, one } = actions
    for (const comment of ['Zanamivir?', 'Kit L?', 'Surely arm B'])
      expect((await flag(people['blinded-nurse'], trial, one, { comment })).status).toBe(200)
  })
})

describe('the reason of an unblinding', () => {
  const SECOND = 'Zanamivir confirmed'
  const twice = async () => {
    const { people, one } = actions
    valueOf(await unblind(people.unblinder, one, { comment: 'Severe bleeding' }))
    actions.world.clock.step(60)
    valueOf(await unblind(people.pharmacist, one, { comment: SECOND }))
  }
  const historyText = async (who: Parameters<typeof historyOf>[0]) =>
    JSON.stringify(valueOf(await historyOf(who, actions.one)).data.filter(({ kind }) => kind === 'unblinded'))

  test('is for everybody the first time, and hidden from blinded people after that: in the history', async () => {
    await twice()
    for (const person of ['coordinator', 'blinded-nurse', 'unblinder', 'pharmacist'] as const) {
      const text = await historyText(actions.people[person])
      expect(text).toContain('Severe bleeding')
      expect(text).not.toContain(SECOND)
    }
    expect(await historyText(actions.people.nurse)).toContain(SECOND)
  })

  test('in the long report', async () => {
    await twice()
    const path = `trials/${actions.trial.trial_id}/reports/long`
    const unblindings = async (who: Parameters<typeof rowsOf>[0]) => JSON.stringify(await rowsOf(who, path))
    expect(await unblindings(actions.people.coordinator)).toContain('Severe bleeding')
    expect(await unblindings(actions.people.coordinator)).not.toContain(SECOND)
    expect(await unblindings(actions.people.administrator)).toContain(SECOND)
  })

  test('in the audit log', async () => {
    await twice()
    const { people, trial, world } = actions
    const query = `audit-logs?kind=participant_unblinded&trial_id=${trial.trial_id}`
    const entries = async () => (await ask(people.administrator, listAuditLogs.response, query)).text
    expect(await entries()).toContain(SECOND)
    const blinded = { person: 'administrator', role: 'Trial viewer', is_blinded_whole: true } as const
    await grant(world, { ...blinded, trial_id: trial.trial_id, site_id: null })
    expect(await entries()).toContain('Severe bleeding')
    expect(await entries()).not.toContain(SECOND)
  })

  test('is in the email of the first time alone', async () => {
    await twice()
    const messages = await actions.world.database.queries
      .selectFrom('messages')
      .select('facts')
      .where('trial_id', '=', actions.trial.trial_id)
      .execute()
    const stored = JSON.stringify(messages)
    expect(stored).toContain('Severe bleeding')
    expect(stored).not.toContain(SECOND)
  })
})

test('a blinded reader sees an accidental unblinding without its text', async () => {
  const { people, one } = actions
  valueOf(await recordInadvertent(people.nurse, one, { comment: 'Her husband said Zanamivir' }))
  expect(JSON.stringify(valueOf(await historyOf(people.coordinator, one)).data)).not.toContain('Her husband')
})
