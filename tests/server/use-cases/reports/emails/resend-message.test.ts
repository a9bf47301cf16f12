import { resendMessage, type Message } from '#contract/messages'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SampleAccountKey } from '../../../../../src/server/doors/idp/sample-accounts'
import type { BuiltTrial } from '../../../../support/a-trial'
import { ask, posted, valueOf, type ApiResponse } from '../../../../support/ask'
import { chainFaults, readChain } from '../../../../support/audit-chain'
import { deliverMail } from '../../../../support/mail-room'
import { openMailServer, type MailServer } from '../../../../support/mail-server'
import { signedInAs } from '../../../../support/sign-in'
import {
  addressOf,
  mailingWorld,
  randomiseAtNorth,
  staffedTrial,
  storedMessages,
  type MailingWorld,
} from '../../../ground/mail/mailing-world'

let server: MailServer
let world: MailingWorld
let trial: BuiltTrial
beforeAll(async () => {
  server = await openMailServer()
  world = await mailingWorld({ SMTP_URL: server.url })
})
afterAll(async () => {
  await world.stop()
  await server.stop()
})
beforeEach(async () => {
  trial = await staffedTrial(world)
  await randomiseAtNorth(world, trial)
})

const resend = async (
  who: SampleAccountKey,
  messageId: number,
  { trial_id = trial.trial_id, headers = {} }: { trial_id?: number; headers?: Record<string, string> } = {},
): Promise<ApiResponse<Message>> =>
  ask(await signedInAs(world, who), resendMessage.response, `trials/${trial_id}/messages/${messageId}/resend`, {
    method: 'POST',
    headers,
  })

const messageTo = async (person: SampleAccountKey, nth = 0) => {
  const message = (await storedMessages(world, trial)).filter(({ to }) => to === person)[nth]
  if (!message) throw new Error(`nothing was queued for ${person}`)
  return message
}

const takenBy = (address: string) => server.taken.filter(({ recipient }) => recipient === address)

const counted = async () => (await storedMessages(world, trial)).length

describe('an email is not sent again', () => {
  test.each<[SampleAccountKey, number, string]>([
    ['nurse', 403, 'forbidden'],
    ['unblinder', 403, 'forbidden'],
    ['monitor', 403, 'forbidden'],
  ])('by %s', async (who, status, code) => {
    await deliverMail(world)
    const before = await counted()
    const { status: answered, problem } = await resend(who, (await messageTo('nurse')).id)
    expect([answered, problem?.code]).toEqual([status, code])
    expect(await counted()).toBe(before)
  })

  test('while it is still on its way', async () => {
    const { id } = await messageTo('nurse')
    const { queries } = world.database
    for (const state of ['queued', 'sending'] as const) {
      await queries.updateTable('messages').set({ state }).where('id', '=', id).execute()
      expect((await resend('coordinator', id)).problem?.code).toBe('message_not_resendable')
    }
    await queries.updateTable('messages').set({ state: 'queued' }).where('id', '=', id).execute()
    expect(await counted()).toBe(4)
  })

  test('where another one was already made in its place', async () => {
    await deliverMail(world)
    const { id } = await messageTo('nurse')
    const answers = await Promise.all([
      resend('coordinator', id),
      resend('coordinator', id),
      resend('administrator', id),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
    expect(await counted()).toBe(5)
  })

  test('through another trial, or where the email does not exist', async () => {
    await deliverMail(world)
    const other = await staffedTrial(world)
    const { id } = await messageTo('nurse')
    expect((await resend('coordinator', id, { trial_id: other.trial_id })).problem?.code).toBe('not_found')
    expect((await resend('coordinator', 999_999)).problem?.code).toBe('not_found')
  })

  test('with a body', async () => {
    await deliverMail(world)
    const coordinator = await signedInAs(world, 'coordinator')
    const path = `trials/${trial.trial_id}/messages/${(await messageTo('nurse')).id}/resend`
    expect((await ask(coordinator, resendMessage.response, path, posted({ to: 'me@example.org' }))).status).toBe(422)
  })
})

describe('a coordinator sends again', () => {
  test('a failed email, which goes to the recipient’s present address', async () => {
    const { queries } = world.database
    const correct = (email: string) =>
      queries.updateTable('users').set({ email }).where('id', '=', world.personId('nurse')).execute()
    server.refuse(addressOf('nurse'), { code: 550, words: 'No such mailbox' })
    await deliverMail(world)
    server.refuse(addressOf('nurse'), null)
    const failed = await messageTo('nurse')
    expect(failed.state).toBe('failed')

    await correct('amara.hughes@example.org')
    const answered = await resend('coordinator', failed.id)
    await deliverMail(world)
    await correct(addressOf('nurse'))
    expect(answered.status).toBe(201)
    expect(valueOf(answered)).toMatchObject({
      kind: 'randomisation',
      recipient: 'Amara Hughes <amara.hughes@example.org>',
      state: 'queued',
      attempts: 0,
      error: null,
    })
    expect(takenBy('amara.hughes@example.org')).toHaveLength(1)
    expect(takenBy('amara.hughes@example.org')[0]?.text).toContain('Sequence number: 1')
    const states = (await storedMessages(world, trial)).map(({ id, state, resent_of }) => [id, state, resent_of])
    expect(states).toContainEqual([failed.id, 'resent', null])
    expect(states).toContainEqual([answered.value?.id, 'sent', failed.id])
  })

  test('a sent one, as another email that the recipient’s server does not take for a repeat', async () => {
    await deliverMail(world)
    const before = takenBy(addressOf('nurse')).length
    await resend('coordinator', (await messageTo('nurse')).id)
    await deliverMail(world)
    const [first, second, ...more] = takenBy(addressOf('nurse')).slice(before - 1)
    expect(more).toEqual([])
    expect(second?.text).toBe(first?.text)
    expect(second?.headers.get('message-id')).not.toBe(first?.headers.get('message-id'))
  })

  test('it, written for what the recipient may see now', async () => {
    await deliverMail(world)
    await world.database.queries
      .updateTable('user_permissions')
      .set({ is_blinded_whole: true })
      .where('trial_id', '=', trial.trial_id)
      .where('user_id', '=', world.personId('nurse'))
      .execute()
    await resend('coordinator', (await messageTo('nurse')).id)
    await deliverMail(world)
    const mail = takenBy(addressOf('nurse')).at(-1)
    expect(mail?.text).toContain('Study group: Blinded')
    expect(mail?.source).not.toMatch(/Amlodipine|Indapamide/)
  })

  test('it once for one key, however often the request is repeated', async () => {
    await deliverMail(world)
    const { id } = await messageTo('nurse')
    const headers = { 'Idempotency-Key': `again ${id}`.replace(' ', '-') }
    const first = await resend('coordinator', id, { headers })
    const second = await resend('coordinator', id, { headers })
    expect([first.replayed, second.replayed]).toEqual([false, true])
    expect(valueOf(second)).toEqual(valueOf(first))
    expect(await counted()).toBe(5)
  })

  test('it, and the audit log says who did it and for whom', async () => {
    await deliverMail(world)
    const { id } = await messageTo('nurse')
    await resend('coordinator', id)
    const chain = await readChain(world.database.queries, trial.trial_id)
    expect(chainFaults(chain)).toEqual([])
    expect(chain.entries.at(-1)).toMatchObject({
      kind: 'message_resent',
      description: `Message ${id} of trial ${trial.trial_id} (Randomisation) sent again to Amara Hughes`,
      user_id: world.personId('coordinator'),
      role: 'Trial administrator',
      changes: [{ field: 'state', old: 'sent', new: 'resent' }],
    })
  })
})
