import { listMessages, type Message } from '#contract/messages'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SampleAccountKey } from '../../../../../src/server/doors/idp/sample-accounts'
import { grant, type BuiltTrial } from '../../../../support/a-trial'
import { ask, valueOf } from '../../../../support/ask'
import { deliverMail } from '../../../../support/mail-room'
import { signedInAs } from '../../../../support/sign-in'
import {
  mailingWorld,
  randomiseAtNorth,
  setStatus,
  staffedTrial,
  storedMessages,
  type MailingWorld,
} from '../../../ground/mail/mailing-world'

let world: MailingWorld
let trial: BuiltTrial
beforeAll(async () => {
  world = await mailingWorld()
  trial = await staffedTrial(world)
  await randomiseAtNorth(world, trial)
  await deliverMail(world)
  await setStatus(world, trial, 'paused')
})
afterAll(() => world.stop())

const list = async (who: SampleAccountKey, query = '', trialId = trial.trial_id) =>
  ask(await signedInAs(world, who), listMessages.response, `trials/${trialId}/messages${query}`)

describe('the list of a trial’s emails is hidden from', () => {
  test.each<[SampleAccountKey, number, string]>([
    ['nurse', 403, 'forbidden'],
    ['blinded-nurse', 403, 'forbidden'],
    ['unblinder', 403, 'forbidden'],
    ['monitor', 403, 'forbidden'],
  ])('%s', async (who, status, code) => {
    const { status: answered, problem } = await list(who)
    expect([answered, problem?.code]).toEqual([status, code])
  })

  test('a person who may not know of the trial', async () => {
    const other = await staffedTrial(world)
    await world.database.queries.deleteFrom('user_permissions').where('trial_id', '=', other.trial_id).execute()
    for (const id of [other.trial_id, 999_999]) {
      expect((await list('coordinator', '', id)).problem?.code).toBe('not_found')
    }
  })

  test.each(['?state=lost', '?page=0', '?kind=randomisation'])('a person who asks for %s', async (query) => {
    expect((await list('coordinator', query)).status).toBe(422)
  })
})

describe('a coordinator’s list of emails', () => {
  test('shows the recipient, the subject and the state of each email, newest first', async () => {
    const { data, total } = valueOf(await list('coordinator'))
    const participant = await world.database.queries
      .selectFrom('participants')
      .select('id')
      .where('trial_id', '=', trial.trial_id)
      .executeTakeFirstOrThrow()
    const stored = (await storedMessages(world, trial)).toReversed()
    expect(total).toBe(10)
    expect(data).toEqual(
      stored.map(
        ({
          id,
          kind,
          user_id,
          recipient_name,
          recipient_address,
          state,
          attempts,
          queued_at,
          sent_at,
          error,
        }): Message => ({
          id,
          kind,
          recipient: `${recipient_name} <${recipient_address}>`,
          recipient_user_id: user_id,
          state,
          attempts,
          queued_at,
          sent_at,
          participant:
            kind === 'randomisation' ? { id: participant.id, trial_sequence_no: 1, participant_id: null } : null,
          event: kind === 'randomisation' ? null : 'Started → Paused',
          error,
        }),
      ),
    )
    expect(data.map(({ kind, state, attempts }) => [kind, state, attempts])).toEqual([
      ...Array.from({ length: 6 }, () => ['trial_status', 'queued', 0]),
      ...Array.from({ length: 4 }, () => ['randomisation', 'sent', 1]),
    ])
  })

  test('never shows the text', async () => {
    const { text } = await list('coordinator')
    expect(text).not.toMatch(/Amlodipine|Indapamide|Tablet|Blinded|reason|facts|subject/)
  })

  test('is filtered by the chosen states, page by page', async () => {
    const sent = valueOf(await list('coordinator', '?state=sent'))
    expect(sent.data.map(({ state }) => state)).toEqual(['sent', 'sent', 'sent', 'sent'])
    const both = valueOf(await list('coordinator', '?state=sent&state=queued&page_size=10&page=2'))
    expect(both).toMatchObject({ data: [], total: 10, pages: 1, page: 2, page_size: 10 })
    expect(valueOf(await list('coordinator')).page_size).toBe(100)
  })

  test('shows nothing of another trial', async () => {
    const other = await staffedTrial(world)
    expect(valueOf(await list('coordinator', '', other.trial_id)).data).toEqual([])
  })
})

test('is shown to a system administrator too, but not in a protected trial in which they have no role', async () => {
  expect(valueOf(await list('administrator')).total).toBe(10)
  const { queries } = world.database
  await queries.updateTable('trials').set({ is_protected_trial: true }).where('id', '=', trial.trial_id).execute()
  expect((await list('administrator')).status).toBe(404)
  await grant(world, { person: 'administrator', role: 'Trial viewer', trial_id: trial.trial_id, site_id: null })
  expect((await list('administrator')).status).toBe(200)
})
