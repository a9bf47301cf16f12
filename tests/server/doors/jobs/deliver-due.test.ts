import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { claimDueMessages } from '../../../../src/server/ground/db/messages'
import { deliverDue } from '../../../../src/server/doors/jobs/deliver-due'
import { MAX_ATTEMPTS, pauseAfter } from '../../../../src/server/ground/mail/delivery-fault'
import { mailTransport } from '../../../../src/server/ground/mail/mail-transport'
import type { BuiltTrial } from '../../../support/a-trial'
import { deliverMail, mailRoom, writtenMail } from '../../../support/mail-room'
import { openMailServer, type MailServer } from '../../../support/mail-server'
import { testPortal } from '../../../support/portal'
import {
  addressOf,
  mailingWorld,
  randomiseAtNorth,
  setStatus,
  staffedTrial,
  storedMessages,
  type MailingWorld,
} from '../../ground/mail/mailing-world'

const AT_NORTH = ['coordinator', 'nurse', 'blinded-nurse', 'unblinder']

const statesOf = async (world: MailingWorld, trial: BuiltTrial) =>
  (await storedMessages(world, trial)).map(({ to, state, attempts }) => `${to}: ${state} after ${attempts}`)

const forAll = (how: string) => AT_NORTH.map((person) => `${person}: ${how}`)

describe('over a mail server', () => {
  let server: MailServer
  let world: MailingWorld
  let trial: BuiltTrial
  beforeAll(async () => {
    server = await openMailServer()
    world = await mailingWorld({ SMTP_URL: server.url, MAIL_FROM: 'Trials unit <trials@example.org>' })
  })
  afterAll(async () => {
    await world.stop()
    await server.stop()
  })
  beforeEach(async () => {
    trial = await staffedTrial(world)
    server.taken.length = 0
  })

  const nurse = addressOf('nurse')
  const takenBy = (address: string) => server.taken.filter(({ recipient }) => recipient === address)

  test('nothing is sent before it is committed', async () => {
    expect(await deliverMail(world)).toBe(0)
    await randomiseAtNorth(world, trial)
    expect(server.taken).toEqual([])
    expect(await deliverMail(world)).toBe(AT_NORTH.length)
    expect(await statesOf(world, trial)).toEqual(forAll('sent after 1'))
    expect(await deliverMail(world)).toBe(0)
    expect(server.taken).toHaveLength(AT_NORTH.length)
  })

  test('an email goes to one person, from the sender of the settings, in two forms, and prevents automatic replies', async () => {
    await randomiseAtNorth(world, trial)
    await deliverMail(world)
    const [mail] = takenBy(nurse)
    expect(mail?.to).toBe('Amara Hughes <nurse@example.org>')
    expect(mail?.headers.get('from')).toBe('Trials unit <trials@example.org>')
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated')
    expect(mail?.headers.get('date')).toBe('Sat, 21 Nov 2026 05:03:00 +0000')
    expect(mail?.subject).toBe(`Trial ${trial.trial_id}: participant 1 randomised`)
    expect(mail?.text).toContain('Dear Amara Hughes,')
    expect(mail?.text).toContain(`${world.url}/trials/${trial.trial_id}/participants`)
    expect(mail?.html).toContain('<h1')
    expect(new Set(server.taken.map(({ headers }) => headers.get('message-id'))).size).toBe(AT_NORTH.length)
  })

  test('a recipient who is refused for good fails at once, and the others get theirs', async () => {
    server.refuse(nurse, { code: 550, words: 'No such mailbox here' })
    await randomiseAtNorth(world, trial)
    await deliverMail(world)
    server.refuse(nurse, null)
    const messages = await storedMessages(world, trial)
    expect(messages.map(({ state }) => state)).toEqual(['sent', 'failed', 'sent', 'sent'])
    expect(messages[1]).toMatchObject({ to: 'nurse', attempts: 1, sent_at: null })
    expect(messages[1]?.error).toContain('550 No such mailbox here')
  })

  test('the log has no address that the mail server repeated, and the message has the whole answer', async () => {
    server.refuse(nurse, { code: 550, words: `<${nurse}>: ${nurse} is no mailbox here; see https://example.org/a` })
    await randomiseAtNorth(world, trial)
    let lines = ''
    const log = pino({ level: 'warn' }, { write: (line: string) => void (lines += line) })
    await deliverDue({ ...mailRoom(world.context), log })
    server.refuse(nurse, null)
    const [, message] = await storedMessages(world, trial)
    expect(message?.error).toContain(`550 <${nurse}>: ${nurse} is no mailbox here`)
    expect(lines).toContain('550 <address>: <address> is no mailbox here; see https://example.org/a')
    expect(lines).not.toContain('@')
  })

  test('nothing is sent in clear to a mail server on another machine', async () => {
    await randomiseAtNorth(world, trial)
    const transport = mailTransport(world.context.config, () => false)
    await deliverDue({ ...mailRoom(world.context), transport })
    expect(await statesOf(world, trial)).toEqual(forAll('queued after 1'))
    expect((await storedMessages(world, trial))[0]?.error).toContain('STARTTLS')
    expect(server.taken).toEqual([])
    world.clock.step(15)
    const smtp_url = `${server.url}/?requireTLS=false`
    const accepting = mailTransport({ ...world.context.config, smtp_url }, () => false)
    await deliverDue({ ...mailRoom(world.context), transport: accepting })
    expect(server.taken).toHaveLength(AT_NORTH.length)
  })

  test('a recipient who is refused temporarily is tried again, later each time, until it is given up', async () => {
    server.refuse(nurse, { code: 451, words: 'Come back later' })
    await randomiseAtNorth(world, trial)
    await deliverMail(world)
    const messageOfNurse = async () => (await storedMessages(world, trial)).find(({ to }) => to === 'nurse')
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) {
      const seconds = pauseAfter(attempt) / 1000
      const due = new Date(Date.parse(world.clock.now()) + seconds * 1000).toISOString()
      expect(await messageOfNurse()).toMatchObject({ state: 'queued', attempts: attempt, next_attempt_at: due })
      world.clock.step(seconds - 1)
      expect(await deliverMail(world)).toBe(0)
      world.clock.step(1)
      expect(await deliverMail(world)).toBe(1)
    }
    server.refuse(nurse, null)
    expect(await messageOfNurse()).toMatchObject({ state: 'failed', attempts: MAX_ATTEMPTS, sent_at: null })
    world.clock.step(365 * 24 * 60 * 60)
    expect(await deliverMail(world)).toBe(0)
    expect(takenBy(nurse)).toEqual([])
  })

  test('an email of a kind that only a newer version knows is tried again later, and delays no other', async () => {
    await randomiseAtNorth(world, trial)
    const [first] = await storedMessages(world, trial)
    const unknown = world.database.queries.updateTable('messages').where('id', '=', first?.id ?? 0)
    await unknown.set({ facts: JSON.stringify({ ...first?.facts, kind: 'of_a_newer_version' }) }).execute()
    await deliverMail(world)
    const states = await statesOf(world, trial)
    await unknown.set({ state: 'failed' }).execute()
    expect(states).toEqual([`${first?.to}: queued after 1`, ...forAll('sent after 1').slice(1)])
  })

  test('a postponed email of a trial goes to the address that was corrected meanwhile', async () => {
    server.refuse(nurse, { code: 451, words: 'Come back later' })
    await randomiseAtNorth(world, trial)
    await deliverMail(world)
    server.refuse(nurse, null)
    const account = world.database.queries.updateTable('users').where('id', '=', world.personId('nurse'))
    await account.set({ email: 'amara.hughes@example.org' }).execute()
    world.clock.step(15)
    await deliverMail(world)
    await account.set({ email: nurse }).execute()
    expect(takenBy(nurse)).toEqual([])
    expect(takenBy('amara.hughes@example.org')).toHaveLength(1)
    const addresses = (await storedMessages(world, trial)).map(({ recipient_address }) => recipient_address)
    expect(addresses).toContain('amara.hughes@example.org')
  })

  test('a postponed email arrives once the server accepts it', async () => {
    server.refuse(nurse, { code: 421, words: 'Busy' })
    await randomiseAtNorth(world, trial)
    await deliverMail(world)
    server.refuse(nurse, null)
    world.clock.step(15)
    await deliverMail(world)
    const [, message] = await storedMessages(world, trial)
    expect(message).toMatchObject({ to: 'nurse', state: 'sent', attempts: 2, sent_at: world.clock.now(), error: null })
    expect(takenBy(nurse)).toHaveLength(1)
  })

  test('a server that is away is tried again', async () => {
    const closed = await openMailServer()
    await closed.stop()
    await randomiseAtNorth(world, trial)
    const dependencies = mailRoom({ ...world.context, config: { ...world.context.config, smtp_url: closed.url } })
    await deliverDue(dependencies)
    expect(await statesOf(world, trial)).toEqual(forAll('queued after 1'))
    world.clock.step(15)
    await deliverMail(world)
    expect(await statesOf(world, trial)).toEqual(forAll('sent after 2'))
    expect(server.taken).toHaveLength(AT_NORTH.length)
  })

  test('two processes together send each message once', async () => {
    const beside = await testPortal({ beside: world, environment: { SMTP_URL: server.url } })
    for (let number = 0; number < 8; number += 1) await randomiseAtNorth(world, trial)
    const tried = await Promise.all([world, beside, world, beside].map(deliverMail))
    await beside.stop()
    expect(tried.reduce((sum, each) => sum + each)).toBe(8 * AT_NORTH.length)
    const ids = server.taken.map(({ headers }) => headers.get('message-id'))
    expect([ids.length, new Set(ids).size]).toEqual([8 * AT_NORTH.length, 8 * AT_NORTH.length])
    expect(
      (await storedMessages(world, trial)).every(({ state, attempts }) => state === 'sent' && attempts === 1),
    ).toBe(true)
  })

  test('a message claimed by a process that died waits half a minute, and is then sent by another', async () => {
    await randomiseAtNorth(world, trial)
    const now = world.clock.now()
    const until = new Date(Date.parse(now) + 30_000).toISOString()
    const died = await claimDueMessages(world.database.queries, { now, until, limit: 3 })
    expect(died).toHaveLength(3)
    expect(await deliverMail(world)).toBe(1)
    world.clock.step(29)
    expect(await deliverMail(world)).toBe(0)
    world.clock.step(1)
    expect(await deliverMail(world)).toBe(3)
    expect(server.taken).toHaveLength(AT_NORTH.length)
    expect((await storedMessages(world, trial)).map(({ state }) => state)).toEqual(AT_NORTH.map(() => 'sent'))
  })

  test('what was queued by a clock that was a year ahead is sent when it is right again', async () => {
    const year = 365 * 24 * 3_600
    world.clock.step(year)
    await randomiseAtNorth(world, trial)
    world.clock.step(-year)
    expect(await deliverMail(world)).toBe(AT_NORTH.length)
    expect(await statesOf(world, trial)).toEqual(forAll('sent after 1'))
  })

  test('sends a message again as the same email, so that a repeat can be recognised', async () => {
    await randomiseAtNorth(world, trial)
    await deliverMail(world)
    const [first] = takenBy(nurse)
    const { queries } = world.database
    // The process died after the mail server took the email and before that was recorded.
    await queries
      .updateTable('messages')
      .set({ state: 'sending', sent_at: null })
      .where('trial_id', '=', trial.trial_id)
      .execute()
    world.clock.step(30)
    await deliverMail(world)
    const [, second] = takenBy(nurse)
    expect(second?.headers.get('message-id')).toBe(first?.headers.get('message-id'))
    const withoutTrace = (source = '') => source.replace(/^Received:.*\r\n(?:[ \t].*\r\n)*/gm, '')
    expect(withoutTrace(second?.source)).toBe(withoutTrace(first?.source))
  })

  test('a sent email is recorded as soon as the database accepts it, instead of being sent again', async () => {
    await randomiseAtNorth(world, trial)
    const dependencies = mailRoom(world.context)
    const { queries } = world.database
    await sql`alter table messages add constraint refusing check (sent_at is null) not valid`.execute(queries)
    await expect(deliverDue(dependencies)).rejects.toThrow('refusing')
    await sql`alter table messages drop constraint refusing`.execute(queries)
    world.clock.step(60)
    expect(await deliverDue(dependencies)).toBe(0)
    expect(await statesOf(world, trial)).toEqual(forAll('sent after 1'))
    expect(server.taken).toHaveLength(AT_NORTH.length)
  })

  test('a stopping process starts nothing more', async () => {
    await randomiseAtNorth(world, trial)
    expect(await deliverDue(mailRoom(world.context), () => true)).toBe(0)
    expect(await deliverMail(world)).toBe(AT_NORTH.length)
  })
})

describe('without a mail server', () => {
  let world: MailingWorld
  beforeAll(async () => {
    world = await mailingWorld()
  })
  afterAll(() => world.stop())

  test('an email is a file under the number of its message', async () => {
    const trial = await staffedTrial(world, { status: 'planning' })
    await setStatus(world, trial, 'started')
    expect(writtenMail(world.folder)).toEqual([])
    await deliverMail(world)
    const messages = await storedMessages(world, trial)
    const files = writtenMail(world.folder)
    expect(files.map(({ file, to }) => [file, to])).toEqual(
      messages.map(({ id, recipient_name, recipient_address }) => [
        `${id}.eml`,
        `${recipient_name} <${recipient_address}>`,
      ]),
    )
    expect(files[0]?.headers.get('from')).toBe('Randomisation Service <no-reply@localhost>')
    expect(files[0]?.text).toContain('This email comes from the practice system “test”')
  })

  test('written again, it is the same file', async () => {
    const before = writtenMail(world.folder)
    await world.database.queries
      .updateTable('messages')
      .set({ state: 'queued', next_attempt_at: world.clock.now() })
      .execute()
    await deliverMail(world)
    expect(writtenMail(world.folder)).toEqual(before)
  })
})
