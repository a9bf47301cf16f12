import type { Preferences } from '#domain/people/notifications'
import type { StudyPackStatusKey } from '#domain/study-packs/study-pack'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alertLowStock } from '../../../../src/server/doors/jobs/alert-low-stock'
import { findWatchedStock } from '../../../../src/server/ground/db/stock-alerts'
import { aTrial, grant, type BuiltTrial, type TrialOverrides } from '../../../support/a-trial'
import { deliverMail, writtenMail } from '../../../support/mail-room'
import { testPortal } from '../../../support/portal'
import { randomise } from '../../../support/randomise'
import { signedInAs } from '../../../support/sign-in'
import { mailingWorld, storedMessages, type MailingWorld } from '../../ground/mail/mailing-world'
import { listening } from './a-job'
import { setPacks, stock } from './stocked-trial'

let world: MailingWorld
beforeAll(async () => {
  world = await mailingWorld()
})
afterAll(() => world.stop())

const NORTH = 'Northern General'
const SOUTH = 'Southern General'
const LEVEL = 4

/**
 * A trial whose first site is low at four packs. Each of its two sites has six Active ones, `N-1` to `N-6` and `S-1` to
 * `S-6`. The administrator and the coordinator manage packs everywhere, the unblinder in the whole trial, and the
 * pharmacist at the second site. The nurse at the first site and the monitor have no access to packs.
 */
const stockedTrial = async (overrides: TrialOverrides = {}): Promise<BuiltTrial> => {
  const trial = await aTrial(world, {
    is_managing_packs: true,
    is_site_managing_packs: true,
    sites: [{ title: NORTH, low_pack_level: LEVEL }, { title: SOUTH }],
    ...overrides,
  })
  const { trial_id } = trial
  const [north = null, south = null] = trial.sites.map(({ id }) => id)
  await grant(world, { person: 'coordinator', role: 'Trial administrator', trial_id, site_id: null })
  await grant(world, { person: 'monitor', role: 'Trial viewer', trial_id, site_id: null })
  await grant(world, { person: 'unblinder', role: 'Trial user', trial_id, site_id: null, has_study_packs_access: true })
  await grant(world, { person: 'nurse', role: 'Site user', trial_id, site_id: north })
  await grant(world, {
    person: 'pharmacist',
    role: 'Site user',
    trial_id,
    site_id: south,
    has_study_packs_access: true,
  })
  await stock(world, trial, { prefix: 'N', count: 6, status: 'active', site: 0 })
  await stock(world, trial, { prefix: 'S', count: 6, status: 'active', site: 1 })
  return trial
}

/** Sets this many packs of a site to a status. */
const become = async (trial: BuiltTrial, site: 'N' | 'S', count: number, status: StudyPackStatusKey) =>
  setPacks(
    world,
    trial,
    status,
    Array.from({ length: count }, (_, index) => `${site}-${index + 1}`),
  )

const look = async () => {
  world.clock.step(300)
  await alertLowStock(world.context)
}

/** Each alert in order: its recipient, its place and its number of packs. */
const alertsOf = async (trial: BuiltTrial) =>
  (await storedMessages(world, trial)).map(({ to, facts }) => {
    if (facts.kind !== 'low_stock') return `${to}: ${facts.kind}`
    return `${to}: ${facts.active} ${'site' in facts ? `at ${facts.site.title}` : 'in all'}`
  })

/** The alerts to the coordinator, who receives all of them. */
const alertsToCoordinator = async (trial: BuiltTrial) =>
  (await alertsOf(trial))
    .filter((line) => line.startsWith('coordinator'))
    .map((line) => line.replace('coordinator: ', ''))

describe('nobody is alerted', () => {
  test('of stock above its level', async () => {
    const trial = await stockedTrial({ pack_alert_level: 10 })
    await become(trial, 'N', 1, 'inactive')
    await look()
    expect(await alertsOf(trial)).toEqual([])
  })

  test.each<[string, TrialOverrides]>([
    ['in Planning', { status: 'planning' }],
    ['that is Finished', { status: 'finished' }],
    ['that is Terminated', { status: 'terminated' }],
    ['without levels', { sites: [{ title: NORTH }, { title: SOUTH }] }],
  ])('of a trial %s', async (_which, overrides) => {
    const trial = await stockedTrial(overrides)
    await become(trial, 'N', 6, 'removed')
    await look()
    expect(await alertsOf(trial)).toEqual([])
  })

  test('of a deleted site, until it takes part again', async () => {
    const trial = await stockedTrial()
    const site = world.database.queries.updateTable('sites').where('id', '=', trial.sites[0]?.id ?? 0)
    await site.set({ is_deleted: true }).execute()
    await become(trial, 'N', 3, 'expired')
    await look()
    expect(await alertsOf(trial)).toEqual([])
    await site.set({ is_deleted: false }).execute()
    await look()
    expect(await alertsToCoordinator(trial)).toEqual([`3 at ${NORTH}`])
  })

  test('of a site without packs of its own where the sites do not manage them', async () => {
    const trial = await stockedTrial({ is_site_managing_packs: false, pack_alert_level: 4 })
    await world.database.queries
      .updateTable('study_packs')
      .set({ site_id: null })
      .where('trial_id', '=', trial.trial_id)
      .execute()
    await become(trial, 'N', 6, 'dispensed')
    await become(trial, 'S', 2, 'dispensed')
    await look()
    expect(await alertsToCoordinator(trial)).toEqual(['4 in all'])
  })

  test('by a stopping portal', async () => {
    const trial = await stockedTrial()
    await become(trial, 'N', 2, 'removed')
    await alertLowStock({ ...world.context, is_stopping: () => true })
    expect(await alertsOf(trial)).toEqual([])
    await look()
    expect(await alertsToCoordinator(trial)).toEqual([`4 at ${NORTH}`])
  })

  test('where the messages cannot be stored; the next run sends all, and other trials are not delayed', async () => {
    const [first, second] = [await stockedTrial(), await stockedTrial()]
    for (const trial of [first, second]) await become(trial, 'N', 2, 'removed')
    const refusing = `alter table messages add constraint refusing check (trial_id <> ${first.trial_id}) not valid`
    await sql.raw(refusing).execute(world.database.queries)
    const { context } = listening(world)
    await expect(alertLowStock(context)).rejects.toThrow('failed for 1 trials')
    await sql`alter table messages drop constraint refusing`.execute(world.database.queries)
    expect([await alertsToCoordinator(first), await alertsToCoordinator(second)]).toEqual([[], [`4 at ${NORTH}`]])
    await look()
    expect(await alertsToCoordinator(first)).toEqual([`4 at ${NORTH}`])
  })
})

describe('low stock is reported', () => {
  test('of a site to people who reach its packs', async () => {
    const trial = await stockedTrial({
      sites: [
        { title: NORTH, low_pack_level: LEVEL },
        { title: SOUTH, low_pack_level: 0 },
      ],
    })
    await become(trial, 'N', 2, 'inactive')
    await look()
    const atNorth = ['administrator', 'coordinator', 'unblinder'].map((person) => `${person}: 4 at ${NORTH}`)
    expect((await alertsOf(trial)).toSorted()).toEqual(atNorth)
    await become(trial, 'S', 6, 'recalled')
    await look()
    const atSouth = ['administrator', 'coordinator', 'pharmacist', 'unblinder'].map(
      (person) => `${person}: 0 at ${SOUTH}`,
    )
    expect((await alertsOf(trial)).toSorted()).toEqual([...atNorth, ...atSouth].toSorted())
  })

  test('where packs are Active but may not be allocated any more', async () => {
    const trial = await stockedTrial({ pack_alert_level: 9 })
    await world.database.queries
      .updateTable('study_packs')
      .set({ expire_on: '2030-01-01', duration: 10_000 })
      .where('trial_id', '=', trial.trial_id)
      .where('pack_id', 'in', ['N-1', 'N-2', 'S-1'])
      .execute()
    await look()
    expect(await alertsToCoordinator(trial)).toEqual(['9 in all', `4 at ${NORTH}`])
  })

  test('of the trial to people who reach the packs of all its sites', async () => {
    const trial = await stockedTrial({ pack_alert_level: 7 })
    await become(trial, 'S', 5, 'expired')
    await look()
    expect((await alertsOf(trial)).toSorted()).toEqual([
      'administrator: 7 in all',
      'coordinator: 7 in all',
      'unblinder: 7 in all',
    ])
  })

  test.each([
    [true, ['4 in all']],
    [false, []],
  ])('without packs that nobody can receive: sites manage them %s', async (is_site_managing_packs, alerts) => {
    const trial = await stockedTrial({
      is_site_managing_packs,
      pack_alert_level: 10,
      sites: [{ title: NORTH }, { title: SOUTH }],
    })
    await become(trial, 'N', 2, 'removed')
    await stock(world, trial, { prefix: 'C', count: 14, status: 'active', site: 1 })
    await stock(world, trial, { prefix: 'P', count: 9, status: 'active', site: null })
    const site = world.database.queries.updateTable('sites').where('id', '=', trial.sites[1]?.id ?? 0)
    await site.set({ is_deleted: true }).execute()
    await look()
    expect(await alertsToCoordinator(trial)).toEqual(alerts)
    await site.set({ is_deleted: false }).execute()
    await look()
    const [watched] = await findWatchedStock(world.database.queries, [trial.trial_id], world.clock.now())
    expect(watched).toMatchObject({ site: null, allocatable: is_site_managing_packs ? 24 : 33, has_alert: false })
  })

  test('as each person chose, and to nobody without access to packs, whatever they chose', async () => {
    const trial = await stockedTrial()
    const chosen = (on_study_packs: boolean): Preferences => ({
      on_trial_status: !on_study_packs,
      on_trial_completion: !on_study_packs,
      on_randomisation: !on_study_packs,
      on_unblinding: !on_study_packs,
      on_study_packs,
    })
    const { trial_id } = trial
    await world.database.queries
      .insertInto('trial_notifications')
      .values([
        { ...chosen(false), trial_id, user_id: world.personId('coordinator') },
        { ...chosen(true), trial_id, user_id: world.personId('monitor') },
        { ...chosen(true), trial_id, user_id: world.personId('nurse') },
        { ...chosen(true), trial_id, user_id: world.personId('unblinder') },
      ])
      .execute()
    await become(trial, 'N', 2, 'removed')
    await look()
    expect((await alertsOf(trial)).toSorted()).toEqual([`administrator: 4 at ${NORTH}`, `unblinder: 4 at ${NORTH}`])
  })

  test('as soon as somebody may hear of it, where nobody could when it fell', async () => {
    const trial = await stockedTrial()
    const row = world.database.queries.updateTable('trials').where('id', '=', trial.trial_id)
    await row.set({ is_protected_trial: true }).execute()
    const people = world.database.queries
      .updateTable('user_permissions')
      .where('trial_id', '=', trial.trial_id)
      .where('ended_at', 'is', null)
    await people.set({ ended_at: world.clock.now() }).execute()
    await become(trial, 'N', 2, 'removed')
    await look()
    expect(await alertsOf(trial)).toEqual([])
    const { trial_id } = trial
    await grant(world, { person: 'coordinator', role: 'Trial administrator', trial_id, site_id: null })
    await look()
    await look()
    expect(await alertsOf(trial)).toEqual([`coordinator: 4 at ${NORTH}`])
  })

  test('after it has fallen by randomising', async () => {
    // Six packs of each group: no group runs out, however three draws fall.
    const trial = await stockedTrial({ sites: [{ title: NORTH, low_pack_level: 10 }, { title: SOUTH }] })
    await stock(world, trial, { prefix: 'G', count: 6, status: 'active', site: 0, group: 1 })
    const administrator = await signedInAs(world, 'administrator')
    for (let count = 0; count < 3; count += 1) {
      const { status } = await randomise(administrator, trial.trial_id, { site_id: trial.sites[0]?.id })
      expect(status).toBe(201)
      await look()
    }
    expect((await alertsToCoordinator(trial)).filter((line) => line.includes(' at '))).toEqual([`10 at ${NORTH}`])
  })

  test('in a trial that is Paused', async () => {
    const trial = await stockedTrial({ status: 'paused' })
    await become(trial, 'N', 2, 'removed')
    await look()
    expect(await alertsToCoordinator(trial)).toEqual([`4 at ${NORTH}`])
  })

  test('once, however long it stays low and however far it falls, and again after it had risen above its level', async () => {
    const trial = await stockedTrial({ pack_alert_level: 9 })
    const said: string[][] = []
    for (const [count, status] of [
      [2, 'inactive'],
      [2, 'inactive'],
      [4, 'inactive'],
      [6, 'active'],
      [3, 'inactive'],
    ] as const) {
      const before = (await alertsToCoordinator(trial)).length
      await become(trial, 'N', count, status)
      await look()
      await look()
      said.push((await alertsToCoordinator(trial)).slice(before))
    }
    expect(said).toEqual([[`4 at ${NORTH}`], [], ['8 in all'], [], ['9 in all', `3 at ${NORTH}`]])
  })

  test('again where it only touched its level: as many as the level are few', async () => {
    const trial = await stockedTrial()
    for (const status of ['inactive', 'active', 'inactive'] as const) {
      await become(trial, 'N', 2, status)
      await look()
    }
    expect(await alertsToCoordinator(trial)).toEqual([`4 at ${NORTH}`, `4 at ${NORTH}`])
  })

  test('again where a level was removed and set again', async () => {
    const trial = await stockedTrial()
    await become(trial, 'N', 2, 'removed')
    const site = world.database.queries.updateTable('sites').where('id', '=', trial.sites[0]?.id ?? 0)
    for (const low_pack_level of [LEVEL, null, LEVEL]) {
      await site.set({ low_pack_level }).execute()
      await look()
    }
    expect(await alertsToCoordinator(trial)).toEqual([`4 at ${NORTH}`, `4 at ${NORTH}`])
  })

  test('once, where two processes check at once', async () => {
    const trial = await stockedTrial({ pack_alert_level: 10 })
    const beside = await testPortal({ beside: world, environment: { DATA_DIR: world.folder } })
    await become(trial, 'N', 2, 'removed')
    await Promise.all([world, beside, world, beside].map(({ context }) => alertLowStock(context)))
    await beside.stop()
    expect(await alertsToCoordinator(trial)).toEqual(['10 in all', `4 at ${NORTH}`])
  })
})

describe('the email', () => {
  test('names the site and how many packs are left', async () => {
    const trial = await stockedTrial()
    await become(trial, 'N', 2, 'removed')
    await look()
    await deliverMail(world)
    const letter = writtenMail(world.folder).findLast(({ to }) => to.includes('coordinator'))
    expect(letter?.headers.get('subject')).toBe(`Trial ${trial.trial_id}: study packs low at ${NORTH}`)
    expect(letter?.text).toContain(`Site: ${NORTH}\nPacks that can be allocated: 4\nAlert level: 4\n`)
    expect(letter?.text).toContain(`/trials/${trial.trial_id}/study-packs`)
  })

  test('is the same whatever the groups of the packs', async () => {
    const groups = [
      [0, 0],
      [1, 1],
      [0, 1],
    ]
    const letters: unknown[] = []
    for (const [first, second] of groups) {
      const trial = await stockedTrial({ sites: [{ title: NORTH, low_pack_level: 12 }, { title: SOUTH }] })
      await become(trial, 'N', 6, 'removed')
      await stock(world, trial, { prefix: 'A', count: 6, status: 'active', group: first ?? 0 })
      await stock(world, trial, { prefix: 'B', count: 6, status: 'active', group: second ?? 0 })
      await alertLowStock(world.context)
      const messages = await storedMessages(world, trial)
      letters.push(messages.map(({ to, facts }) => [to, renumbered(facts, trial)]))
      expect(JSON.stringify(messages)).not.toMatch(/Amlodipine|Indapamide|Tablet/)
    }
    expect(letters[1]).toEqual(letters[0])
    expect(letters[2]).toEqual(letters[0])
  })
})

/** The facts of a message, with the same ids for the trial and its first site in every trial. */
const renumbered = (facts: object, { trial_id, sites }: BuiltTrial): string =>
  JSON.stringify(facts).replaceAll(`"id":${trial_id}`, '"id":"trial"').replaceAll(`"id":${sites[0]?.id}`, '"id":"site"')

test('the stock of some trials is counted without that of others', async () => {
  const one = await stockedTrial()
  const other = await stockedTrial()
  const { queries } = world.context.database
  const watched = async (ids: readonly number[]) =>
    (await findWatchedStock(queries, ids, world.context.now())).map(({ trial_id, allocatable }) => [
      trial_id,
      allocatable,
    ])
  expect(await watched([other.trial_id])).toEqual([[other.trial_id, 6]])
  expect(await watched([one.trial_id, other.trial_id])).toEqual([
    [one.trial_id, 6],
    [other.trial_id, 6],
  ])
  expect(await watched([])).toEqual([])
})
