import type { Participant } from '#contract/participants'
import { getTrialStatistics, type TrialStatistics } from '#contract/trials'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayIn } from '../../../../src/server/ground/time/calendar'
import { timeZones } from '../../../../src/server/ground/time/time-zones'
import type { SampleAccountKey } from '../../../../src/server/doors/idp/sample-accounts'
import { aTrial, grant, type BuiltTrial, type TrialOverrides } from '../../../support/a-trial'
import { ask, valueOf } from '../../../support/ask'
import { stoppedClock, testPortal, type TestPortal } from '../../../support/portal'
import { flag } from '../../../support/flag'
import { randomise } from '../../../support/randomise'
import { saveWith, setTo, shownTo } from '../../../support/save-trial'
import { signedInAs } from '../../../support/sign-in'
import { stock } from '../../doors/jobs/stocked-trial'

let world: TestPortal

beforeAll(async () => {
  world = await testPortal({ clock: stoppedClock('2026-11-21T10:30:00.000Z') })
  await grant(world, { person: 'unblinder', role: 'System administrator', trial_id: null, site_id: null })
})
afterAll(() => world.stop())

const statisticsFor = async (key: SampleAccountKey, trialId: number): Promise<TrialStatistics> => {
  const answer = await ask(await signedInAs(world, key), getTrialStatistics.response, `trials/${trialId}/statistics`)
  return valueOf(answer).statistics
}

/** Randomises participants one after another, with sites and options given by their places. */
const recruit = async (
  trial: BuiltTrial,
  ...places: readonly (readonly [site: number, option: number])[]
): Promise<Participant[]> => {
  const administrator = await signedInAs(world, 'administrator')
  const drawn: Participant[] = []
  for (const [site, option] of places) {
    const { participants } = await randomise(administrator, trial.trial_id, {
      site_id: trial.sites[site]?.id,
      participant_strata: trial.trial_strata.map(({ id, options }) => ({
        trial_stratum_id: id,
        trial_stratum_option_id: options[option]?.id,
      })),
    })
    drawn.push(...participants)
  }
  return drawn
}

const TWO_SITES: TrialOverrides = {
  study_groups: [
    { name: 'Zanamivir', label: 'Kit L' },
    { name: 'Oseltamivir', label: 'Kit K' },
    { name: 'Placebo', label: 'Kit M' },
  ],
  sites: [{ title: 'North' }, { title: 'South' }, { title: 'Closed', is_deleted: true }],
  trial_strata: [
    { name: 'Sex', options: ['Female', 'Male'] },
    { name: 'Fever', options: ['Yes', 'No', 'Unknown'] },
  ],
}
const SEVEN = [
  [0, 0],
  [0, 1],
  [1, 0],
  [0, 0],
  [1, 1],
  [0, 1],
  [0, 0],
] as const

const countOf = (drawn: readonly Participant[], name: string) =>
  drawn.filter(({ study_group }) => study_group.name === name).length

describe('a trial that the person may not know of', () => {
  test.each<[string, SampleAccountKey]>([
    ['in which they have no permission', 'nurse'],
    ['that is protected, for system level 4', 'unblinder'],
  ])('has no statistics: one %s', async (_says, key) => {
    const { trial_id } = await aTrial(world, { is_protected_trial: true, status: 'planning' })
    const person = await signedInAs(world, key)
    const { status } = await ask(person, getTrialStatistics.response, `trials/${trial_id}/statistics`)
    expect(status).toBe(404)
  })
})

/** A site on its trial's first day has no expected number and no forecast yet. */
const NEW_SITE = { since: '2026-11-21', expected: null, forecast: null }

describe('the figures', () => {
  let trial: BuiltTrial
  let drawn: Participant[]
  beforeAll(async () => {
    trial = await aTrial(world, TWO_SITES)
    drawn = await recruit(trial, ...SEVEN)
  })

  test('of a trial without participants are 0', async () => {
    const { trial_id } = await aTrial(world, TWO_SITES)
    const { study_groups, sites, trial_strata, study_packs, recruitment } = await statisticsFor(
      'administrator',
      trial_id,
    )
    const counts = [study_groups, sites, ...trial_strata.map(({ options }) => options)].flat().map(({ count }) => count)
    expect(counts).toEqual(Array.from({ length: 3 + 3 + 5 }, () => 0))
    expect([study_packs, recruitment]).toEqual([[], []])
  })

  test('are those of the participants, by group, site, stratum and day', async () => {
    expect(await statisticsFor('administrator', trial.trial_id)).toEqual({
      study_groups: trial.study_groups.map(({ id, name }) => ({ id, name, count: countOf(drawn, name) })),
      sites: [
        { id: trial.sites[0]?.id, title: 'North', count: 5 },
        { id: trial.sites[1]?.id, title: 'South', count: 2 },
        { id: trial.sites[2]?.id, title: 'Closed', count: 0 },
      ],
      trial_strata: [
        {
          id: trial.trial_strata[0]?.id,
          name: 'Sex',
          options: [
            { id: trial.trial_strata[0]?.options[0]?.id, name: 'Female', count: 4 },
            { id: trial.trial_strata[0]?.options[1]?.id, name: 'Male', count: 3 },
          ],
        },
        {
          id: trial.trial_strata[1]?.id,
          name: 'Fever',
          options: [
            { id: trial.trial_strata[1]?.options[0]?.id, name: 'Yes', count: 4 },
            { id: trial.trial_strata[1]?.options[1]?.id, name: 'No', count: 3 },
            { id: trial.trial_strata[1]?.options[2]?.id, name: 'Unknown', count: 0 },
          ],
        },
      ],
      study_packs: [],
      site_courses: [
        { ...NEW_SITE, id: trial.sites[0]?.id, title: 'North', count: 5, recent: 5 },
        { ...NEW_SITE, id: trial.sites[1]?.id, title: 'South', count: 2, recent: 2 },
      ],
      recruitment: [{ date: '2026-11-21', count: 7 }],
      flagged_left_out: 0,
    })
  })

  test('measure an ended trial on its last day, also far east of Greenwich', async () => {
    const ended = await aTrial(world, {
      status: 'finished',
      selected_timezone: 'Pacific/Auckland',
      end_on: '2026-12-01',
      sample_size: 100,
      sites: [{ title: 'North' }],
    })
    const { site_courses } = await statisticsFor('administrator', ended.trial_id)
    expect(site_courses).toMatchObject([{ since: '2026-11-21', expected: 0 }])
  })

  test('are cut to the sites in reach', async () => {
    const [north, south] = trial.sites
    await grant(world, { person: 'nurse', role: 'Site user', trial_id: trial.trial_id, site_id: south?.id ?? null })
    const here = drawn.filter(({ site }) => site.id === south?.id)
    const seen = await statisticsFor('nurse', trial.trial_id)
    expect(seen).toMatchObject({
      sites: [{ id: south?.id, title: 'South', count: 2 }],
      site_courses: [{ id: south?.id, title: 'South', count: 2 }],
      study_groups: trial.study_groups.map(({ name }) => ({ name, count: countOf(here, name) })),
      trial_strata: [
        { options: [{ count: 1 }, { count: 1 }] },
        { options: [{ count: 1 }, { count: 1 }, { count: 0 }] },
      ],
      recruitment: [{ date: '2026-11-21', count: 2 }],
    })
    expect(JSON.stringify(seen)).not.toContain(north?.title)
  })

  test('show a fully blinded person no group', async () => {
    const asMember = { role: 'Trial administrator', trial_id: trial.trial_id, site_id: null } as const
    await grant(world, { person: 'blinded-nurse', ...asMember, is_blinded_whole: true })
    const seen = await statisticsFor('blinded-nurse', trial.trial_id)
    expect(seen).toMatchObject({ study_groups: [], recruitment: [{ count: 7 }] })
    for (const { name, label } of trial.study_groups) {
      expect(JSON.stringify(seen)).not.toContain(name)
      expect(JSON.stringify(seen)).not.toContain(label)
    }
  })

  test('show a person blinded by labels those labels in their own order, without ids', async () => {
    const asMember = { role: 'Trial viewer', trial_id: trial.trial_id, site_id: null } as const
    await grant(world, { person: 'monitor', ...asMember, is_blinded_partial: true })
    const { study_groups } = await statisticsFor('monitor', trial.trial_id)
    expect(study_groups).toEqual([
      { name: 'Kit K', count: countOf(drawn, 'Oseltamivir') },
      { name: 'Kit L', count: countOf(drawn, 'Zanamivir') },
      { name: 'Kit M', count: countOf(drawn, 'Placebo') },
    ])
  })

  test('show them no groups where weights differ, as the larger figure would reveal the larger group', async () => {
    const uneven = await aTrial(world, {
      ...TWO_SITES,
      study_groups: [
        { name: 'Zanamivir', label: 'Kit L', weight: 2 },
        { name: 'Oseltamivir', label: 'Kit K', weight: 1 },
      ],
    })
    await recruit(uneven, [0, 0])
    const asMember = { trial_id: uneven.trial_id, site_id: null, is_blinded_partial: true }
    await grant(world, { person: 'monitor', role: 'Trial viewer', ...asMember })
    expect((await statisticsFor('monitor', uneven.trial_id)).study_groups).toEqual([])
    expect((await statisticsFor('administrator', uneven.trial_id)).study_groups).toHaveLength(2)
  })

  test('show them no groups where weights differed while participants were randomised, although they are equal now', async () => {
    const administrator = await signedInAs(world, 'administrator')
    const asMember = { role: 'Trial viewer', site_id: null, is_blinded_partial: true } as const
    const weighted = async (of: BuiltTrial, weights: readonly number[]) => {
      const { study_groups } = await shownTo(administrator, of.trial_id)
      const changed = study_groups.map((group, place) => ({ ...group, weight: weights[place] ?? 1 }))
      expect((await saveWith(administrator, of.trial_id, { study_groups: changed })).problem).toBeNull()
    }
    const shown = async (of: BuiltTrial) => {
      await grant(world, { person: 'monitor', ...asMember, trial_id: of.trial_id })
      return (await statisticsFor('monitor', of.trial_id)).study_groups.map(({ name }) => name)
    }
    // Nobody was drawn while they differed.
    const planned = await aTrial(world, { ...TWO_SITES, status: 'planning' })
    await weighted(planned, [2, 1, 1])
    await weighted(planned, [1, 1, 1])
    await setTo(administrator, planned.trial_id, 'started')
    await recruit(planned, [0, 0])
    expect(await shown(planned)).toEqual(['Kit K', 'Kit L', 'Kit M'])

    const changed = await aTrial(world, TWO_SITES)
    await recruit(changed, [0, 0])
    for (const weights of [
      [2, 1, 1],
      [1, 1, 1],
    ]) {
      await setTo(administrator, changed.trial_id, 'paused')
      await weighted(changed, weights)
      await setTo(administrator, changed.trial_id, 'started')
      await recruit(changed, [0, 0])
    }
    expect(await shown(changed)).toEqual([])
  })
})

describe('flagged participants', () => {
  test.each([
    { exclude_flagged_participants: true, left_out: 1 },
    { exclude_flagged_participants: false, left_out: 0 },
  ])('are counted beside all: %o', async ({ exclude_flagged_participants, left_out }) => {
    const trial = await aTrial(world, { exclude_flagged_participants })
    const [first] = await recruit(trial, [0, 0], [0, 0], [1, 0])
    const administrator = await signedInAs(world, 'administrator')
    await flag(administrator, trial, { id: first?.id ?? 0 })
    const all = await statisticsFor('administrator', trial.trial_id)
    expect(all).toMatchObject({ flagged_left_out: left_out, recruitment: [{ count: 3 }] })
    await grant(world, {
      person: 'nurse',
      role: 'Site user',
      trial_id: trial.trial_id,
      site_id: trial.sites[1]?.id ?? 0,
    })
    expect(await statisticsFor('nurse', trial.trial_id)).toMatchObject({
      flagged_left_out: 0,
      recruitment: [{ count: 1 }],
    })
  })
})

describe('a factorial trial', () => {
  let trial: BuiltTrial
  beforeAll(async () => {
    trial = await aTrial(world, {
      allocation_method_id: 4,
      study_groups: [
        { name: 'Aspirin', label: 'Tablet X', factorial_level: 1 },
        { name: 'Avoid aspirin', label: 'Tablet Y', factorial_level: 1 },
        { name: 'Heparin', label: 'Syringe P', factorial_level: 2 },
        { name: 'Avoid heparin', label: 'Syringe Q', factorial_level: 2 },
      ],
    })
    await recruit(trial, ...SEVEN)
  })

  test('counts every participant once in each factor, and names the factor of each group', async () => {
    const { study_groups, sites } = await statisticsFor('administrator', trial.trial_id)
    expect(study_groups.map(({ name, factorial_level }) => [name, factorial_level])).toEqual([
      ['Aspirin', 1],
      ['Avoid aspirin', 1],
      ['Heparin', 2],
      ['Avoid heparin', 2],
    ])
    const inFactor = (factor: number) =>
      study_groups.filter((group) => group.factorial_level === factor).reduce((sum, { count }) => sum + count, 0)
    expect([inFactor(1), inFactor(2), sites.reduce((sum, { count }) => sum + count, 0)]).toEqual([7, 7, 7])
  })

  test('names no factor to a person who reads labels alone', async () => {
    const asMember = { trial_id: trial.trial_id, site_id: null, is_blinded_partial: true }
    await grant(world, { person: 'monitor', role: 'Trial viewer', ...asMember })
    const { study_groups } = await statisticsFor('monitor', trial.trial_id)
    expect(study_groups.map((group) => Object.keys(group))).toEqual(Array.from({ length: 4 }, () => ['name', 'count']))
  })
})

describe('recruitment by day', () => {
  test('counts the days of the trial’s own time zone, and leaves out those without participants', async () => {
    const zones = ['Pacific/Auckland', 'Etc/UTC', 'America/Los_Angeles']
    const trials = []
    for (const selected_timezone of zones) trials.push(await aTrial(world, { selected_timezone }))
    // It is 23:30 in Auckland, 10:30 in UTC and 02:30 in Los Angeles; then an hour later, and then two days later.
    for (const trial of trials) await recruit(trial, [0, 0], [1, 0])
    world.clock.step(60 * 60)
    for (const trial of trials) await recruit(trial, [0, 0])
    world.clock.step(2 * 24 * 60 * 60)
    for (const trial of trials) await recruit(trial, [0, 0])
    const days = []
    for (const { trial_id } of trials) days.push((await statisticsFor('administrator', trial_id)).recruitment)
    const alike = [
      { date: '2026-11-21', count: 3 },
      { date: '2026-11-23', count: 1 },
    ]
    expect(days).toEqual([
      [
        { date: '2026-11-21', count: 2 },
        { date: '2026-11-22', count: 1 },
        { date: '2026-11-24', count: 1 },
      ],
      alike,
      alike,
    ])
  })

  test('is possible in every time zone that a trial may have', async () => {
    const zones = timeZones()
    const { rows } = await sql<{ zone: string; day: string }>`
      select zone, (${world.clock.now()}::timestamptz at time zone zone)::date as day from unnest(${zones}::text[]) as zone
    `.execute(world.context.database.queries)
    expect(rows).toHaveLength(zones.length)
  })
})

describe('packs', () => {
  let trial: BuiltTrial
  let drawn: Participant[]
  const NONE = { inactive: 0, active: 0, expired: 0, removed: 0, allocated: 0, dispensed: 0, recalled: 0 }

  beforeAll(async () => {
    trial = await aTrial(world, { packs: 4, sites: [{ title: 'North' }, { title: 'South' }] })
    drawn = await recruit(trial, [0, 0], [0, 0], [1, 0])
    await world.context.database.queries
      .insertInto('study_packs')
      .values(
        trial.study_groups.map(({ id }, i) => ({
          trial_id: trial.trial_id,
          site_id: null,
          study_group_id: id,
          pack_id: `DEPOT-${i}`,
          batch_id: 'B2',
          study_pack_status_id: i === 0 ? 1 : 3,
          duration: null,
          expire_on: null,
          confirmation_code: null,
        })),
      )
      .execute()
  })

  const at = (index: number, title: string) => ({ id: trial.sites[index]?.id, title })
  const allocatedAt = (index: number, name: string) =>
    drawn.filter((one) => one.site.id === trial.sites[index]?.id && one.study_group.name === name).length

  test('are counted by site and status, and by group for level 4', async () => {
    const byGroup = (index: number) =>
      trial.study_groups.map(({ id, name }) => {
        const allocated = allocatedAt(index, name)
        return { id, name, counts: { ...NONE, active: 4 - allocated, allocated }, allocatable: 4 - allocated }
      })
    const [one, other] = trial.study_groups
    expect((await statisticsFor('administrator', trial.trial_id)).study_packs).toEqual([
      { site: at(0, 'North'), counts: { ...NONE, active: 6, allocated: 2 }, allocatable: 6, study_groups: byGroup(0) },
      { site: at(1, 'South'), counts: { ...NONE, active: 7, allocated: 1 }, allocatable: 7, study_groups: byGroup(1) },
      {
        site: null,
        counts: { ...NONE, inactive: 1, expired: 1 },
        allocatable: 0,
        study_groups: [
          { id: one?.id, name: one?.name, counts: { ...NONE, inactive: 1 }, allocatable: 0 },
          { id: other?.id, name: other?.name, counts: { ...NONE, expired: 1 }, allocatable: 0 },
        ],
      },
    ])
  })

  test.each<[SampleAccountKey, Parameters<typeof grant>[1]['role'], object]>([
    ['coordinator', 'Trial administrator', {}],
    ['pharmacist', 'Trial user', { has_study_packs_access: true }],
    ['blinded-nurse', 'Trial administrator', { is_blinded_whole: true }],
    ['monitor', 'Trial viewer', { is_blinded_partial: true }],
  ])('are never counted by group below level 4: %s as %s', async (person, role, flags) => {
    await grant(world, { person, role, trial_id: trial.trial_id, site_id: null, ...flags })
    expect((await statisticsFor(person, trial.trial_id)).study_packs).toEqual([
      { site: at(0, 'North'), counts: { ...NONE, active: 6, allocated: 2 }, allocatable: 6 },
      { site: at(1, 'South'), counts: { ...NONE, active: 7, allocated: 1 }, allocatable: 7 },
      { site: null, counts: { ...NONE, inactive: 1, expired: 1 }, allocatable: 0 },
    ])
  })

  test.each<[string, number | null, number]>([
    ['an active pack without an expiry', null, 1],
    ['one that may be allocated today for the last time', 14, 1],
    ['one whose last day for that was yesterday', 13, 0],
  ])('count what can still be allocated: %s', async (_which, days, allocatable) => {
    const today = Date.parse(dayIn('Europe/London', world.clock.now()))
    const expire_on = days === null ? null : new Date(today + days * 86_400_000).toISOString().slice(0, 10)
    const other = await aTrial(world, { packs: 1, sites: [{ title: 'North' }] })
    const { queries } = world.context.database
    const [pack] = await queries.selectFrom('study_packs').select('id').where('trial_id', '=', other.trial_id).execute()
    await queries
      .deleteFrom('study_packs')
      .where('trial_id', '=', other.trial_id)
      .where('id', '!=', pack?.id ?? 0)
      .execute()
    await queries
      .updateTable('study_packs')
      .set({ expire_on, duration: 14 })
      .where('trial_id', '=', other.trial_id)
      .execute()
    const [north] = (await statisticsFor('administrator', other.trial_id)).study_packs
    expect([north?.counts['active'], north?.allocatable]).toEqual([1, allocatable])
  })

  test.each([
    [true, [4, 0, 0]],
    [false, [4, 5, 2]],
  ])('can be allocated where participants can get them: sites manage them %s', async (managing, allocatable) => {
    const stocked = await aTrial(world, {
      is_managing_packs: true,
      is_site_managing_packs: managing,
      sites: [{ title: 'Open' }, { title: 'Closed' }],
    })
    await stock(world, stocked, { prefix: 'N', count: 4, status: 'active' })
    await stock(world, stocked, { prefix: 'C', count: 5, status: 'active', site: 1 })
    await stock(world, stocked, { prefix: 'P', count: 2, status: 'active', site: null })
    const site = world.database.queries.updateTable('sites').where('id', '=', stocked.sites[1]?.id ?? 0)
    await site.set({ is_deleted: true }).execute()
    const { study_packs } = await statisticsFor('administrator', stocked.trial_id)
    expect(study_packs.map(({ counts }) => counts['active'])).toEqual([4, 5, 2])
    expect(study_packs.map((row) => row.allocatable)).toEqual(allocatable)
    expect(study_packs.map(({ study_groups }) => study_groups?.[0]?.allocatable)).toEqual(allocatable)
  })

  test('are cut to the sites in reach, without those at no site', async () => {
    const asUser = { role: 'Site user', trial_id: trial.trial_id, site_id: trial.sites[1]?.id ?? null } as const
    await grant(world, { person: 'nurse', ...asUser })
    expect((await statisticsFor('nurse', trial.trial_id)).study_packs).toEqual([
      { site: at(1, 'South'), counts: { ...NONE, active: 7, allocated: 1 }, allocatable: 7 },
    ])
  })

  test('at a site out of reach are counted at the site of their participant', async () => {
    const shared = await aTrial(world, { packs: 4, is_site_managing_packs: false })
    const [north, south] = shared.sites
    await recruit(shared, [1, 0])
    const { queries } = world.context.database
    const ofTrial = queries.updateTable('study_packs').where('trial_id', '=', shared.trial_id)
    await ofTrial
      .set({ site_id: north?.id ?? null })
      .where('study_pack_status_id', '=', 5)
      .execute()
    const atSites = async (who: SampleAccountKey) =>
      (await statisticsFor(who, shared.trial_id)).study_packs.map(({ site, counts }) => [
        site?.title,
        counts['allocated'],
      ])
    const asUser = { role: 'Site user', trial_id: shared.trial_id } as const
    await grant(world, { person: 'nurse', ...asUser, site_id: south?.id ?? null })
    expect(await atSites('nurse')).toEqual([[south?.title, 1]])
    expect(await atSites('administrator')).toEqual([
      [north?.title, 1],
      [south?.title, 0],
    ])
  })

  test.each([{ is_blinded_whole: true }, { is_blinded_partial: true }])(
    'are not counted by group for a blinded level 4 user: %o',
    async (blinding) => {
      const other = await aTrial(world, { packs: 1 })
      const asMember = { role: 'Trial viewer', trial_id: other.trial_id, site_id: null } as const
      await grant(world, { person: 'administrator', ...asMember, ...blinding })
      const { study_packs } = await statisticsFor('administrator', other.trial_id)
      expect(study_packs.map((row) => Object.keys(row))).toEqual([
        ['site', 'counts', 'allocatable'],
        ['site', 'counts', 'allocatable'],
      ])
    },
  )
})
