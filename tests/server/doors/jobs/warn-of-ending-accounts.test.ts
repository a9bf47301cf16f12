import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SampleAccountKey } from '../../../../src/server/doors/idp/sample-accounts'
import { warnOfEndingAccounts } from '../../../../src/server/doors/jobs/warn-of-ending-accounts'
import { aTrial, grant } from '../../../support/a-trial'
import { posted } from '../../../support/ask'
import { deliverMail, writtenMail } from '../../../support/mail-room'
import { testPortal } from '../../../support/portal'
import { signedInAs } from '../../../support/sign-in'
import { mailingWorld, type MailingWorld } from '../../ground/mail/mailing-world'

let world: MailingWorld
beforeAll(async () => {
  world = await mailingWorld()
  const { trial_id, sites } = await aTrial(world)
  await grant(world, { person: 'nurse', role: 'Site user', trial_id, site_id: sites[0]?.id ?? null })
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.database.queries.deleteFrom('messages').execute()
  await world.database.queries.updateTable('users').set({ expires_at: null, is_active: true }).execute()
})

const DAY_MS = 86_400_000
const END = '2027-06-15T10:00:00.000Z'
const before = (end: string, days: number) => new Date(Date.parse(end) - days * DAY_MS).toISOString()

const person = (key: SampleAccountKey = 'nurse') =>
  world.database.queries.updateTable('users').where('id', '=', world.personId(key))

const runsAt = (at: string) => warnOfEndingAccounts({ ...world.context, now: () => at })

const warnings = async () => {
  const rows = await world.database.queries.selectFrom('messages').selectAll().orderBy('id').execute()
  return rows.map(({ user_id, facts, state }) => ({ user_id, facts, state }))
}
/** The day of each warning so far, and of how many days before the end it is. */
const stages = async (): Promise<[day: string, days: number][]> =>
  (await warnings()).flatMap(({ facts }) =>
    facts.kind === 'account_ending' ? [[facts.at.slice(0, 10), facts.days]] : [],
  )

describe('a person is warned', () => {
  test('30 days, 7 days and one day before the end, once each', async () => {
    await person().set({ expires_at: END }).execute()
    for (let days = 33; days > -3; days -= 1) await runsAt(before(END, days + 0.1))
    expect(await stages()).toEqual([
      ['2027-05-16', 30],
      ['2027-06-08', 7],
      ['2027-06-14', 1],
    ])
    expect((await warnings()).every(({ user_id }) => user_id === world.personId('nurse'))).toBe(true)
  })

  test('with the shortest warning alone after the portal was away', async () => {
    await person().set({ expires_at: END }).execute()
    for (const days of [5, 4, 0.5, 0.4]) await runsAt(before(END, days))
    expect((await stages()).map(([, days]) => days)).toEqual([7, 1])
  })

  test('again only before the new end, once the account was extended; the waiting warning is withdrawn', async () => {
    const now = world.clock.now()
    await person()
      .set({ expires_at: before(now, -20) })
      .execute()
    await runsAt(now)
    const administrator = await signedInAs(world, 'administrator')
    const nurse = `users/${world.personId('nurse')}`
    expect((await administrator.fetch(`${nurse}/expiry`, posted({ is_expired: false }))).status).toBe(200)
    await runsAt(now)
    expect((await warnings()).map(({ state }) => state)).toEqual(['failed'])
    const end = '2027-11-21T05:03:00.000Z'
    await person().set({ expires_at: end }).execute()
    await runsAt(before(end, 31.1))
    expect(await stages()).toHaveLength(1)
    await runsAt(before(end, 30.1))
    expect((await stages()).slice(1)).toEqual([['2027-10-22', 30]])
  })

  test('once, where two processes look at once', async () => {
    await person().set({ expires_at: END }).execute()
    const beside = await testPortal({ beside: world, environment: { DATA_DIR: world.folder } })
    const at = before(END, 3)
    await Promise.all(
      [world, beside, world, beside].map(({ context }) => warnOfEndingAccounts({ ...context, now: () => at })),
    )
    await beside.stop()
    expect(await stages()).toHaveLength(1)
  })
})

test('nobody is warned without an end, an account or a permission, or where nobody gets emails', async () => {
  const at = before(END, 3)
  await runsAt(at)
  await person('blinded-nurse').set({ expires_at: END }).execute()
  await runsAt(at)
  await person().set({ expires_at: END, is_active: false }).execute()
  await runsAt(at)
  await person().set({ expires_at: at, is_active: true }).execute()
  await runsAt(at)
  await person().set({ expires_at: END }).execute()
  await warnOfEndingAccounts({ ...world.context, now: () => at, mail: null })
  expect(await stages()).toEqual([])
})

test('the email says when the account ends and whom to ask, in the time of the person', async () => {
  await person()
    .set({ expires_at: before(world.clock.now(), -7), selected_timezone: 'Europe/Berlin' })
    .execute()
  await runsAt(world.clock.now())
  await deliverMail(world)
  const mail = writtenMail(world.folder).at(-1)
  expect(mail?.subject).toContain('Your account ends soon')
  expect(mail?.text).toMatch(/Your account ends on: \d+ \w+ \d{4}, \d\d:\d\d \+\d\d:00 \(Europe\/Berlin\)/)
  expect(mail?.text).toContain('system administrator')
})
