import { auditLog, listAuditLogs } from '#contract/audit-logs'
import { getDesk, type Desk, type DecisionKind } from '#contract/desk'
import { sql } from 'kysely'
import { accepted } from '#domain/outcome'
import { ROLES } from '#domain/people/permissions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SampleAccountKey } from '../../../../src/server/doors/idp/sample-accounts'
import { auditEntry, byService } from '../../../../src/server/ground/audit/audit-entry'
import { appendAudit } from '../../../../src/server/ground/db/audit-log'
import { NO_LONGER_RECEIVED } from '../../../../src/server/ground/db/messages'
import { inTransaction } from '../../../../src/server/ground/db/transaction'
import { accessWorld, type AccessWorld } from '../../../support/access-world'
import { ask, posted, valueOf } from '../../../support/ask'
import { recordInadvertent } from '../../../support/participant-actions'
import { raisedAlarm } from '../../../support/raised-alarm'
import { saveWith, shownTo } from '../../../support/save-trial'
import { storedPack } from '../../../support/study-packs'

/*
 * Each person is shown the decisions that are due to them, until these are made. Each trial of the world has failed
 * emails.
 */

let world: AccessWorld
beforeAll(async () => {
  world = await accessWorld()
})
afterAll(() => world.stop())

const deskOf = async (key: SampleAccountKey): Promise<Desk> => {
  const who = world.session(key)
  if (who === undefined) throw new Error(`${key} is not signed in`)
  return valueOf(await ask(who, getDesk.response, 'auth/me/desk'))
}
const [VIEWER] = ROLES.filter(({ title }) => title === 'Trial viewer')
const here = () => world.places['own site']
const queries = () => world.portal.database.queries
const trialRow = () => queries().updateTable('trials').where('id', '=', here().trial.trial_id)
const found = async (key: SampleAccountKey, kind: DecisionKind) =>
  (await deskOf(key)).decisions.find(
    (one) => one.kind === kind && (one.trial?.id ?? here().trial.trial_id) === here().trial.trial_id,
  )

test.each(['nurse', 'pharmacist', 'monitor', 'blinded-nurse', 'unblinder'] as const)(
  'a person who runs no trial gets nothing: %s',
  async (key) => {
    expect(await deskOf(key)).toEqual({ trials: [], decisions: [], silent_sites: [], low_stock: [] })
  },
)

test('a person who runs a trial gets that one, and one who runs the service each that they may know of', async () => {
  expect((await deskOf('coordinator')).trials.map(({ id }) => id)).toEqual([here().trial.trial_id])
  const ids = (await deskOf('administrator')).trials.map(({ id }) => id)
  expect(ids).toContain(here().trial.trial_id)
  expect(ids).toContain(world.places['protected trial of theirs'].trial.trial_id)
  expect(ids).not.toContain(world.places['protected trial'].trial.trial_id)
})

test('the state of the trial has its figures of twelve weeks', async () => {
  const [trial] = (await deskOf('coordinator')).trials
  const { num_sampled } = await queries()
    .selectFrom('trials')
    .select('num_sampled')
    .where('id', '=', here().trial.trial_id)
    .executeTakeFirstOrThrow()
  expect(trial).toMatchObject({ num_sampled, forecast: null })
  expect(trial?.weeks.at(-1)).toBe(num_sampled)
})

test('a failed email is listed until it is sent again, and none to a person who may no longer receive it', async () => {
  const messages = queries().updateTable('messages').where('trial_id', '=', here().trial.trial_id)
  const count = (await found('coordinator', 'failed_emails'))?.count ?? 0
  expect(count).toBeGreaterThan(0)
  const { id } = await queries()
    .selectFrom('messages')
    .select('id')
    .where('trial_id', '=', here().trial.trial_id)
    .where('state', '=', 'failed')
    .executeTakeFirstOrThrow()
  await messages.where('id', '=', id).set({ error: NO_LONGER_RECEIVED }).execute()
  expect((await found('coordinator', 'failed_emails'))?.count ?? 0).toBe(count - 1)
  await messages.where('state', '=', 'failed').set({ state: 'resent' }).execute()
  expect(await found('coordinator', 'failed_emails')).toBeUndefined()
})

test('packs that can soon not be allocated any more are listed for people who may see them, with the first such day', async () => {
  await trialRow().set({ is_managing_packs: true }).execute()
  const { trial, site_id } = here()
  const today = world.portal.context.now().slice(0, 10)
  const day = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)
  await storedPack(world.portal, trial, 'active', { site_id, expire_on: day(17), duration: 0 })
  await storedPack(world.portal, trial, 'active', { site_id, expire_on: day(40), duration: 0 })
  // For 90 days each: one is of no use from the eleventh day on, one is of no use already.
  await storedPack(world.portal, trial, 'active', { site_id, expire_on: day(100), duration: 90 })
  await storedPack(world.portal, trial, 'active', { site_id, expire_on: day(80), duration: 90 })
  await storedPack(world.portal, trial, 'removed', { site_id, expire_on: day(10), duration: 0 })
  expect(await found('coordinator', 'expiring_packs')).toMatchObject({ count: 2, on: day(10) })
})

test('a site that runs out of packs is listed at its alert level, until packs are delivered', async () => {
  await trialRow().set({ is_managing_packs: true, is_site_managing_packs: true }).execute()
  const { trial, site_id } = here()
  const alertAt = (low_pack_level: number) =>
    queries().updateTable('sites').set({ low_pack_level }).where('id', '=', site_id).execute()
  const low = async () => (await deskOf('coordinator')).low_stock.filter(({ site }) => site?.id === site_id)
  await alertAt(0)
  expect(await low()).toEqual([])
  await alertAt(5)
  const [stock] = await low()
  expect(stock).toMatchObject({ trial: { id: trial.trial_id }, level: 5 })
  for (let pack = stock?.allocatable ?? 0; pack <= 5; pack += 1)
    await storedPack(world.portal, trial, 'active', { site_id, expire_on: '2099-12-31', duration: 0 })
  expect(await low()).toEqual([])
})

test('limits of participants that are near are told to who hears of incidents, until they are raised', async () => {
  const { trial, site_id } = here()
  const capAt = (max_participants: number | null) =>
    queries().updateTable('sites').set({ max_participants }).where('id', '=', site_id).execute()
  const { count } = await queries()
    .selectFrom('participants')
    .where('trial_id', '=', trial.trial_id)
    .where('site_id', '=', site_id)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const { num_sampled } = await queries()
    .selectFrom('trials')
    .select('num_sampled')
    .where('id', '=', trial.trial_id)
    .executeTakeFirstOrThrow()
  const before = (await found('coordinator', 'near_cap'))?.count ?? 0
  await capAt(count)
  expect(await found('coordinator', 'near_cap')).toMatchObject({ count: before + 1 })
  await trialRow().set({ sample_size: num_sampled }).execute()
  expect((await found('coordinator', 'near_cap'))?.count).toBeGreaterThanOrEqual(before + 1)
  await capAt(count * 3)
  await trialRow()
    .set({ sample_size: num_sampled * 3 })
    .execute()
  expect(await found('coordinator', 'near_cap')).toBeUndefined()
  await capAt(null)
})

test('sites to open are told while there are any', async () => {
  await trialRow().set({ is_opening_sites: true }).execute()
  expect(await found('coordinator', 'sites_to_open')).toMatchObject({ count: 2 })
  const opened = { opened_at: world.portal.context.now(), opened_by: world.portal.personId('coordinator') }
  await queries().updateTable('sites').set(opened).where('trial_id', '=', here().trial.trial_id).execute()
  expect(await found('coordinator', 'sites_to_open')).toBeUndefined()
})

test('a new flag is listed until it is lifted', async () => {
  const flag = (is_flagged: boolean) =>
    queries()
      .insertInto('participant_flags')
      .values({
        participant_id: here().participant_id,
        created_at: world.portal.context.now(),
        flagged_by: world.portal.personId('nurse'),
        is_flagged,
        comment: 'Withdrawn',
      })
      .execute()
  const set = (is_flagged: boolean) =>
    queries().updateTable('participants').set({ is_flagged }).where('id', '=', here().participant_id).execute()
  await flag(true)
  await set(true)
  expect(await found('coordinator', 'flagged')).toMatchObject({ count: 1 })
  await flag(false)
  await set(false)
  expect(await found('coordinator', 'flagged')).toBeUndefined()
})

test('a paused trial is listed only for people who may start it again', async () => {
  await trialRow().set({ trial_status_id: 4 }).execute()
  expect(await found('administrator', 'paused')).toMatchObject({ count: 1 })
  expect(await found('coordinator', 'paused')).toBeUndefined()
  await trialRow().set({ trial_status_id: 3 }).execute()
})

test('decisions of the service are only for people who see its state', async () => {
  await raisedAlarm(world.portal, null, 'audit_log')
  expect((await deskOf('administrator')).decisions).toContainEqual(
    expect.objectContaining({ kind: 'open_alarms', trial: null, count: 1 }),
  )
  expect((await deskOf('coordinator')).decisions.some(({ trial }) => trial === null)).toBe(false)
})

test('a site is silent after three weeks without a participant', async () => {
  expect((await deskOf('coordinator')).silent_sites).toEqual([])
  await queries()
    .updateTable('participants')
    .set({ created_at: new Date(Date.parse(world.portal.context.now()) - 41 * 86_400_000).toISOString() })
    .where('id', '=', here().participant_id)
    .execute()
  const { silent_sites } = await deskOf('coordinator')
  expect(silent_sites).toContainEqual({
    trial: expect.objectContaining({ id: here().trial.trial_id }),
    site: expect.objectContaining({ id: here().site_id }),
    days: 41,
    is_never: false,
  })
})

test('a site that is added to a running trial is not silent at once', async () => {
  const { trial_id } = here().trial
  await trialRow().set({ is_opening_sites: false, started_on: '2026-09-01', trial_status_id: 4 }).execute()
  const administrator = world.session('administrator')
  if (administrator === undefined) throw new Error('nobody is signed in')
  const { sites } = await shownTo(administrator, trial_id)
  const added = { title: 'Added later', low_pack_level: null }
  valueOf(await saveWith(administrator, trial_id, { sites: [...sites, added] }))
  await trialRow().set({ trial_status_id: 3 }).execute()
  const { silent_sites } = await deskOf('coordinator')
  expect(silent_sites.map(({ site }) => site.title)).not.toContain('Added later')
})

test('the trials that a person runs are listed however many newer ones they only see', async () => {
  await sql`
    insert into trials select (jsonb_populate_record(trials, jsonb_build_object('id', 100000 + number, 'trial_uuid', gen_random_uuid()))).*
    from trials cross join generate_series(1, 60) as number where trials.id = ${here().trial.trial_id}
  `.execute(queries())
  await sql`
    insert into user_permissions (user_id, role_id, trial_id, created_at, updated_at)
    select ${world.portal.personId('coordinator')}, ${VIEWER?.id}, 100000 + number, now(), now() from generate_series(1, 60) as number
  `.execute(queries())
  expect((await deskOf('coordinator')).trials.map(({ id }) => id)).toEqual([here().trial.trial_id])
})

test('an unblinding asks readers of the audit log for a review, until it has one', async () => {
  const administrator = world.session('administrator')
  const owner = world.session('coordinator')
  if (administrator === undefined || owner === undefined) throw new Error('nobody is signed in')
  const { trial, participant_id } = here()
  valueOf(await recordInadvertent(owner, { trial_id: trial.trial_id, id: participant_id }))
  const listed = async (review_status: string) =>
    valueOf(
      await ask(
        administrator,
        listAuditLogs.response,
        `audit-logs?kind=inadvertent_unblinding_recorded&review_status=${review_status}`,
      ),
    ).data.map(({ id }) => id)
  expect(await found('administrator', 'unreviewed_unblindings')).toMatchObject({ trial: null, count: 1 })
  expect(await found('coordinator', 'unreviewed_unblindings')).toBeUndefined()
  const [entry = 0, ...others] = await listed('unreviewed')
  expect(others).toEqual([])
  expect(await listed('reviewed')).toEqual([])
  valueOf(await ask(administrator, auditLog, `audit-logs/${entry}/reviews`, posted({ finding: 'The box lay open' })))
  expect(await listed('unreviewed')).toEqual([])
  expect(await listed('reviewed')).toEqual([entry])
  expect(await found('administrator', 'unreviewed_unblindings')).toBeUndefined()
})

test('an unblinding in a protected trial asks nobody who may not know of it', async () => {
  const { trial_id } = world.places['protected trial'].trial
  const entry = auditEntry(byService(world.portal.context.now()), null, {
    kind: 'participant_unblinded',
    description: 'Participant 1 unblinded',
    trial_id,
  })
  await inTransaction(world.portal.database, async (transaction) => accepted(await appendAudit(transaction, entry)))
  expect(await found('administrator', 'unreviewed_unblindings')).toBeUndefined()
})
