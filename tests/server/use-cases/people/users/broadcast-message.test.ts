import { randomUUID } from 'node:crypto'
import { claimDueMessages } from '../../../../../src/server/ground/db/messages'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deliverMail, writtenMail } from '../../../../support/mail-room'
import { signedInAs, type SignedIn } from '../../../../support/sign-in'
import { mailingWorld, randomiseAtNorth, staffedTrial, type MailingWorld } from '../../../ground/mail/mailing-world'
import { broadcast, counted, entriesOf, refusalIn } from './user-calls'

let world: MailingWorld
let administrator: SignedIn

beforeAll(async () => {
  world = await mailingWorld()
  administrator = await signedInAs(world, 'administrator')
})
afterAll(() => world.stop())

const MESSAGE = { subject: 'Maintenance on Sunday', body: 'The portal rests.\n\nFrom two to four.' }

const stored = () =>
  world.database.queries
    .selectFrom('messages')
    .select(['id', 'user_id', 'trial_id', 'kind', 'state'])
    .where('kind', '=', 'broadcast')
    .orderBy('id')
    .execute()

const set = (id: number, change: { is_active?: boolean; expires_at?: string | null }) =>
  world.database.queries.updateTable('users').set(change).where('id', '=', id).execute()

describe('a message to everybody', () => {
  test.each<[string, object, Record<string, string>]>([
    ['without subject and body', {}, { subject: 'This field is required', body: 'This field is required' }],
    [
      'with blanks',
      { subject: ' ', body: '\n' },
      { subject: 'This field is required', body: 'This field is required' },
    ],
    [
      'with a header in its subject',
      { ...MESSAGE, subject: 'Hello\r\nBcc: everybody@example.com' },
      { subject: 'Must be a single line without control characters' },
    ],
    [
      'with a line separator in its subject',
      { ...MESSAGE, subject: 'Hello\u2028Bcc: x' },
      { subject: 'Must be a single line without control characters' },
    ],
    ['that is longer than a letter', { ...MESSAGE, body: 'x'.repeat(5001) }, { body: 'At most 5000 characters' }],
  ])('%s is refused, and nothing is queued', async (_says, sent, fields) => {
    expect(refusalIn(await broadcast(administrator, sent))).toEqual([422, fields])
    expect(await stored()).toEqual([])
  })

  test('and is not sent by a person who does not manage users', async () => {
    for (const key of ['coordinator', 'nurse'] as const) {
      expect(refusalIn(await broadcast(await signedInAs(world, key), MESSAGE))).toEqual([403, 'forbidden'])
      expect(refusalIn(await counted(await signedInAs(world, key)))).toEqual([403, 'forbidden'])
    }
    expect(await stored()).toEqual([])
  })

  test('goes to every account that is active and has not expired, once for a key, after earlier messages of a trial', async () => {
    const [inactive, expired, later] = [
      world.personId('monitor'),
      world.personId('unblinder'),
      world.personId('pharmacist'),
    ]
    await set(inactive, { is_active: false })
    await set(expired, { expires_at: world.clock.now() })
    const { value: before } = await counted(administrator)
    const headers = { 'Idempotency-Key': randomUUID() }
    const sent = await broadcast(administrator, MESSAGE, headers)
    expect([sent.status, sent.value]).toEqual([201, before])
    const again = await broadcast(administrator, MESSAGE, headers)
    expect([again.replayed, again.value]).toEqual([true, sent.value])
    const queued = await stored()
    expect(queued).toHaveLength(before?.count ?? 0)
    expect(new Set(queued.map(({ user_id }) => user_id)).size).toBe(queued.length)
    expect(queued.some(({ user_id }) => user_id === inactive || user_id === expired)).toBe(false)
    expect((await entriesOf(world, 'message_broadcast')).map(({ changes }) => changes)).toEqual([
      [
        { field: 'subject', old: null, new: MESSAGE.subject },
        { field: 'body', old: null, new: MESSAGE.body },
        { field: 'count', old: null, new: queued.length },
      ],
    ])

    const trial = await staffedTrial(world)
    await randomiseAtNorth(world, trial)
    // A person who has lost their account by the time of the sending gets no email.
    await set(later, { is_active: false })
    await deliverMail(world)
    const delivered = await stored()
    expect(delivered.filter(({ state }) => state === 'failed').map(({ user_id }) => user_id)).toEqual([later])
    expect(delivered.filter(({ state }) => state !== 'failed').every(({ state }) => state === 'sent')).toBe(true)
    const [mail] = writtenMail(world.folder)
    expect(mail?.source).toContain('Subject: Maintenance on Sunday')
    expect(mail?.text).toContain(MESSAGE.body)
    expect(mail?.text).toContain('because you have an account at this service')
    expect(mail?.text).not.toContain('role in the trial')
  })
})

test("a trial's messages are claimed before those to everybody, however long those have waited", async () => {
  await broadcast(administrator, MESSAGE)
  world.clock.step(60)
  const trial = await staffedTrial(world)
  await randomiseAtNorth(world, trial)
  const now = world.clock.now()
  const [first] = await claimDueMessages(world.database.queries, { now, until: now, limit: 1 })
  expect(first?.facts).toMatchObject({ kind: 'randomisation', trial: { id: trial.trial_id } })
})
