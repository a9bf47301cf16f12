import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MessageFacts } from '../../../../src/server/ground/db/message-facts'
import type { BuiltTrial } from '../../../support/a-trial'
import { deliverMail, writtenMail } from '../../../support/mail-room'
import { START } from '../../../support/portal'
import { mailingWorld, randomiseAtNorth, staffedTrial, storedMessages, type MailingWorld } from './mailing-world'

/* The files are compared byte by byte with those of a draw of the other group. */

let world: MailingWorld
let trial: BuiltTrial
beforeAll(async () => {
  world = await mailingWorld()
  trial = await staffedTrial(world)
  for (let number = 0; number < 12; number += 1) await randomiseAtNorth(world, trial)
})
afterAll(() => world.stop())

const DUE_AGAIN = { state: 'queued', next_attempt_at: START } as const

const sequenceNoOf = (facts: MessageFacts) => (facts.kind === 'randomisation' ? facts.trial_sequence_no : 0)

const groupOf = async (sequenceNo: number) =>
  world.database.queries
    .selectFrom('participant_groups')
    .innerJoin('participants', 'participants.id', 'participant_groups.participant_id')
    .select(['participants.id', 'study_group_id'])
    .where('trial_id', '=', trial.trial_id)
    .where('trial_sequence_no', '=', sequenceNo)
    .executeTakeFirst()

/** The email to a person about a participant of the first group, and the same email with the second group. */
const bothTo = async (person: string): Promise<[string, string]> => {
  const [amlodipine, indapamide] = trial.study_groups
  for (const { id, to, facts } of await storedMessages(world, trial)) {
    const participant = to === person ? await groupOf(sequenceNoOf(facts)) : undefined
    if (participant?.study_group_id !== amlodipine?.id) continue
    const fileOf = async (study_group_id = 0) => {
      const { queries } = world.database
      await queries
        .updateTable('participant_groups')
        .set({ study_group_id })
        .where('participant_id', '=', participant?.id ?? 0)
        .execute()
      await queries.updateTable('messages').set(DUE_AGAIN).where('id', '=', id).execute()
      await deliverMail(world)
      return writtenMail(world.folder).find((mail) => mail.file === `${id}.eml`)?.source ?? ''
    }
    const other = await fileOf(indapamide?.id)
    return [await fileOf(amlodipine?.id), other]
  }
  throw new Error('twelve participants were all drawn to one group')
}

describe('the outbox', () => {
  test('has no group of anybody, before and after an email is sent', async () => {
    const messages = await storedMessages(world, trial)
    await deliverMail(world)
    const after = await storedMessages(world, trial)
    expect(messages.length).toBeGreaterThan(24)
    for (const { facts } of [...messages, ...after])
      expect(JSON.stringify(facts)).not.toMatch(/Amlodipine|Indapamide|Tablet|group/)
  })
})

describe('an email about a randomisation', () => {
  test('to a blinded nurse is the same to the byte, whatever was drawn', async () => {
    const [one, other] = await bothTo('blinded-nurse')
    expect(one).toContain('Study group: Blinded')
    expect(other).toBe(one)
  })

  test('to a partly blinded person differs in the label alone', async () => {
    const [one, other] = await bothTo('unblinder')
    expect(one).toContain('Study group: Tablet X')
    expect(other).toBe(one.replaceAll('Tablet X', 'Tablet Y'))
    expect(one + other).not.toMatch(/Amlodipine|Indapamide/)
  })

  test('to the coordinator names the group, though not in the subject', async () => {
    const [one, other] = await bothTo('coordinator')
    expect(one).toContain('Study group: Amlodipine')
    expect(other).toContain('Study group: Indapamide')
    const subject = /^Subject: (.*)\r$/m
    expect(subject.exec(one)?.[1]).toBe(subject.exec(other)?.[1])
  })
})

describe("a person's rights at the sending decide", () => {
  const queuedAgain = async (person: string) => {
    const [message] = (await storedMessages(world, trial)).filter(({ to }) => to === person)
    const { queries } = world.database
    await queries
      .updateTable('messages')
      .set(DUE_AGAIN)
      .where('id', '=', message?.id ?? 0)
      .execute()
    await deliverMail(world)
    const stored = (await storedMessages(world, trial)).find(({ id }) => id === message?.id)
    return { stored, mail: writtenMail(world.folder).find(({ file }) => file === `${message?.id}.eml`) }
  }

  const permissionsOf = (person: Parameters<MailingWorld['personId']>[0]) =>
    world.database.queries
      .updateTable('user_permissions')
      .where('trial_id', '=', trial.trial_id)
      .where('user_id', '=', world.personId(person))

  test('a person who has been blinded since reads no group', async () => {
    await permissionsOf('nurse').set({ is_blinded_whole: true }).execute()
    const { stored, mail } = await queuedAgain('nurse')
    expect(stored).toMatchObject({ state: 'sent' })
    expect(mail?.text).toContain('Study group: Blinded')
    expect(mail?.source).not.toMatch(/Amlodipine|Indapamide|Tablet/)
  })

  test('a person whose permission has ended gets nothing, and the message says so', async () => {
    await permissionsOf('coordinator').set({ ended_at: world.clock.now() }).execute()
    const { stored } = await queuedAgain('coordinator')
    expect(stored).toMatchObject({ state: 'failed', error: 'The recipient may no longer receive this email' })
  })

  test('a person whose account has been closed gets nothing', async () => {
    const { queries } = world.database
    const closed = queries.updateTable('users').where('id', '=', world.personId('unblinder'))
    await closed.set({ is_active: false }).execute()
    const { stored } = await queuedAgain('unblinder')
    expect(stored).toMatchObject({ state: 'failed' })
  })
})
