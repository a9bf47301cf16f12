import { api } from '#contract/api'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SampleAccountKey } from '../../../../src/server/doors/idp/sample-accounts'
import { aTrial, grant, type BuiltTrial, type TrialOverrides } from '../../../support/a-trial'
import { ask, valueOf } from '../../../support/ask'
import { testPortal, type TestPortal } from '../../../support/portal'
import { randomise } from '../../../support/randomise'
import { saveWith, setTo, shownTo, storedAbout } from '../../../support/save-trial'
import { signedInAs, type SignedIn } from '../../../support/sign-in'
import { putOnList, removeFromList, waitingFor } from '../../../support/waiting-list'

/* Participants for whom a trial has no place wait on a list, which tells nothing of any study group. */

let world: TestPortal
const people = new Map<SampleAccountKey, SignedIn>()

beforeAll(async () => {
  world = await testPortal()
  for (const key of ['administrator', 'coordinator', 'nurse', 'blinded-nurse', 'monitor'] as const) {
    people.set(key, await signedInAs(world, key))
  }
})
afterAll(() => world.stop())

const as = (key: SampleAccountKey): SignedIn => {
  const person = people.get(key)
  if (!person) throw new Error(`${key} is not signed in`)
  return person
}

const SEX = { name: 'Sex', options: ['Female', { name: 'Male', max_participants: 1 }] }

/** A trial of two sites, the first with one place, with a nurse at each and a coordinator of both. */
const staffed = async (overrides: TrialOverrides = {}): Promise<BuiltTrial> => {
  const trial = await aTrial(world, {
    is_participant_id_used: true,
    participant_id_warning_id: 1,
    sites: [{ title: 'Northern General', max_participants: 1 }, { title: 'Southern General' }],
    trial_strata: [SEX],
    ...overrides,
  })
  const { trial_id, sites } = trial
  const at = (place: number) => ({ trial_id, site_id: sites[place]?.id ?? null })
  await grant(world, { person: 'coordinator', role: 'Trial administrator', trial_id, site_id: null })
  await grant(world, { person: 'nurse', role: 'Site user', ...at(0) })
  await grant(world, { person: 'blinded-nurse', role: 'Site user', ...at(1), is_blinded_whole: true })
  await grant(world, { person: 'monitor', role: 'Trial viewer', trial_id, site_id: null })
  return trial
}

const FEMALE = 0
const MALE = 1

const bodyOf = (trial: BuiltTrial, participant_id: string, { site = 0, sex = FEMALE } = {}) => ({
  site_id: trial.sites[site]?.id,
  participant_id,
  participant_strata: trial.trial_strata.map(({ id, options }) => ({
    trial_stratum_id: id,
    trial_stratum_option_id: options[sex]?.id,
  })),
})

/** A trial that is paused, in which nobody was randomised. */
const paused = (overrides: TrialOverrides = {}) => staffed({ status: 'paused', ...overrides })

const idsOf = async (trial: BuiltTrial, who: SampleAccountKey = 'coordinator') =>
  (await waitingFor(as(who), trial.trial_id)).map(({ participant_id }) => participant_id)

const entriesOf = async ({ trial_id }: BuiltTrial) => {
  const { entries } = await storedAbout(world.database.queries, trial_id)
  return entries.map(({ kind, changes, reason }) => ({ kind, changes, reason }))
}

describe('a participant is refused a place on the list', () => {
  test('while the trial has a place for them', async () => {
    const trial = await staffed()
    expect((await putOnList(as('nurse'), trial.trial_id, bodyOf(trial, 'P-1'))).outcome).toBe('place_is_free')
    expect(await idsOf(trial)).toEqual([])
  })

  test.each(['planning', 'finished', 'terminated'] as const)('in a trial that is %s', async (status) => {
    const trial = await staffed({ status })
    expect((await putOnList(as('coordinator'), trial.trial_id, bodyOf(trial, 'P-1'))).outcome).toBe('trial_not_started')
  })

  test('at the site of another, and by whoever may not randomise', async () => {
    const trial = await paused()
    const body = bodyOf(trial, 'P-1', { site: 1 })
    expect((await putOnList(as('nurse'), trial.trial_id, body)).outcome).toBe('site_not_permitted')
    expect((await putOnList(as('monitor'), trial.trial_id, body)).outcome).toBe('forbidden')
  })

  test('at a site that no longer takes part, or is not open', async () => {
    const trial = await staffed({ is_opening_sites: true, status: 'paused' })
    expect((await putOnList(as('coordinator'), trial.trial_id, bodyOf(trial, 'P-1'))).outcome).toBe('site_not_opened')
    const closed = await paused()
    const { sites } = await shownTo(as('administrator'), closed.trial_id)
    const [north, south] = sites
    await saveWith(as('administrator'), closed.trial_id, { sites: [{ ...north, is_deleted: true }, south] })
    expect((await putOnList(as('coordinator'), closed.trial_id, bodyOf(closed, 'P-1'))).outcome).toBe('site_deleted')
  })

  test.each([
    ['no ID', { participant_id: ' ' }, 'participant_id'],
    ['an unanswered stratum', { participant_strata: [] }, 'participant_strata'],
    ['a site of another trial', { site_id: 999_999 }, 'site_id'],
  ])('with %s', async (_what, change, field) => {
    const trial = await paused()
    const { outcome, problem } = await putOnList(as('nurse'), trial.trial_id, { ...bodyOf(trial, 'P-1'), ...change })
    expect([outcome, Object.keys(problem?.fields ?? {})]).toEqual(['validation_failed', [field]])
  })

  test('in a trial without participant IDs', async () => {
    const trial = await paused({ is_participant_id_used: false })
    const { problem } = await putOnList(as('nurse'), trial.trial_id, bodyOf(trial, 'P-1'))
    expect(problem?.fields).toEqual({ participant_id: 'This trial does not use participant IDs' })
  })

  test('once they are randomised, also where the trial allows an ID twice, and the refusal names them', async () => {
    const trial = await staffed()
    await randomise(as('nurse'), trial.trial_id, bodyOf(trial, 'P-1'))
    const { outcome, problem } = await putOnList(as('nurse'), trial.trial_id, bodyOf(trial, ' p-1 '))
    expect(outcome).toBe('participant_id_duplicate')
    expect(problem?.duplicates?.map(({ participant_id }) => participant_id)).toEqual(['P-1'])
    const elsewhere = await putOnList(as('blinded-nurse'), trial.trial_id, bodyOf(trial, 'P-1', { site: 1 }))
    expect([elsewhere.outcome, elsewhere.problem?.duplicates]).toEqual(['participant_id_duplicate', []])
  })

  test('while they wait already, at whatever site', async () => {
    const trial = await paused()
    await putOnList(as('nurse'), trial.trial_id, bodyOf(trial, 'P-1'))
    expect((await putOnList(as('nurse'), trial.trial_id, bodyOf(trial, 'p-1'))).outcome).toBe('already_waiting')
    const elsewhere = bodyOf(trial, 'P-1', { site: 1 })
    expect((await putOnList(as('blinded-nurse'), trial.trial_id, elsewhere)).outcome).toBe('already_waiting')
  })

  test('with a comment that names a study group, where blinded people would read it', async () => {
    const trial = await paused({ study_groups: [{ name: 'Zanamivir' }, { name: 'Oseltamivir' }] })
    const body = { ...bodyOf(trial, 'P-1'), comment: 'Hopes for Zanamivir' }
    const { outcome, problem } = await putOnList(as('nurse'), trial.trial_id, body)
    expect([outcome, Object.keys(problem?.fields ?? {})]).toEqual(['validation_failed', ['comment']])
    expect(await idsOf(trial)).toEqual([])
  })
})

describe('a participant waits', () => {
  test.each([
    ['the trial is paused', { status: 'paused' }, {}],
    ['the trial has its sample size', { sample_size: 1 }, { site: 1 }],
    ['their site is full', {}, {}],
    ['an option of a stratum is full', { sites: [{ title: 'North' }, { title: 'South' }] }, { sex: MALE }],
  ] satisfies [string, TrialOverrides, object][])('where %s', async (_what, overrides, place) => {
    const trial = await staffed(overrides)
    await randomise(as('administrator'), trial.trial_id, bodyOf(trial, 'First', { sex: MALE }))
    const before = await shownTo(as('administrator'), trial.trial_id)
    expect((await putOnList(as('coordinator'), trial.trial_id, bodyOf(trial, 'P-2', place))).status).toBe(204)
    expect(await idsOf(trial)).toEqual(['P-2'])
    // Counted nowhere: the trial stands as before.
    expect(await shownTo(as('administrator'), trial.trial_id)).toEqual(before)
  })

  test('with who put them there, when, where and with which answers', async () => {
    const trial = await paused()
    const body = bodyOf(trial, ' P-1 ')
    await putOnList(as('nurse'), trial.trial_id, { ...body, comment: 'From Tuesday on' })
    const [row] = await waitingFor(as('nurse'), trial.trial_id)
    expect(row).toMatchObject({
      participant_id: 'P-1',
      site: { id: trial.sites[0]?.id, title: 'Northern General' },
      added_by: { id: world.personId('nurse') },
      comment: 'From Tuesday on',
      participant_strata: body.participant_strata,
      is_place_free: false,
    })
  })

  test('once, however often it is sent under one key, and by one of two who ask at once', async () => {
    const trial = await paused()
    const headers = { 'Idempotency-Key': randomUUID() }
    const first = await putOnList(as('nurse'), trial.trial_id, bodyOf(trial, 'P-1'), headers)
    const again = await putOnList(as('nurse'), trial.trial_id, bodyOf(trial, 'P-1'), headers)
    expect([first.status, again.status, again.replayed]).toEqual([204, 204, true])
    const outcomes = await Promise.all(
      ['nurse', 'coordinator'].map(async (key) =>
        key === 'nurse'
          ? (await putOnList(as('nurse'), trial.trial_id, bodyOf(trial, 'P-2'))).outcome
          : (await putOnList(as('coordinator'), trial.trial_id, bodyOf(trial, 'P-2'))).outcome,
      ),
    )
    expect(outcomes.toSorted()).toEqual(['already_waiting', 'done'])
    expect(await idsOf(trial)).toEqual(['P-1', 'P-2'])
  })

  test('and the audit log tells who put whom on the list', async () => {
    const trial = await paused()
    await putOnList(as('nurse'), trial.trial_id, { ...bodyOf(trial, 'P-1'), comment: 'From Tuesday on' })
    const [row] = await waitingFor(as('nurse'), trial.trial_id)
    expect((await entriesOf(trial)).at(-1)).toEqual({
      kind: 'waiting_list_joined',
      changes: [
        { field: 'waiting_id', old: null, new: row?.id },
        { field: 'participant_id', old: null, new: 'P-1' },
        { field: 'site_id', old: null, new: trial.sites[0]?.id },
      ],
      reason: 'From Tuesday on',
    })
  })
})

describe('the list', () => {
  test('is in order of arrival, page by page', async () => {
    const trial = await paused()
    for (const id of ['P-3', 'P-1', 'P-2']) await putOnList(as('coordinator'), trial.trial_id, bodyOf(trial, id))
    expect(await idsOf(trial)).toEqual(['P-3', 'P-1', 'P-2'])
    const [second] = await waitingFor(as('coordinator'), trial.trial_id, '?page_size=1&page=2')
    expect(second?.participant_id).toBe('P-1')
    expect(await waitingFor(as('coordinator'), trial.trial_id, `?waiting_id=${second?.id}`)).toEqual([second])
  })

  test('has for a person of a site those of that site', async () => {
    const trial = await paused()
    await putOnList(as('coordinator'), trial.trial_id, bodyOf(trial, 'North'))
    await putOnList(as('coordinator'), trial.trial_id, bodyOf(trial, 'South', { site: 1 }))
    expect(await idsOf(trial, 'nurse')).toEqual(['North'])
    expect(await idsOf(trial, 'blinded-nurse')).toEqual(['South'])
    expect(await idsOf(trial)).toEqual(['North', 'South'])
  })

  test('shows the stratum answers to who may see them in the list of participants, and to who entered them', async () => {
    const trial = await paused()
    const body = bodyOf(trial, 'P-1')
    await putOnList(as('administrator'), trial.trial_id, body)
    const seen = async (key: SampleAccountKey) => (await waitingFor(as(key), trial.trial_id))[0]?.participant_strata
    expect([await seen('coordinator'), await seen('nurse')]).toEqual([body.participant_strata, null])
  })

  test('says for whom a place is free, once the trial goes on or a limit is raised', async () => {
    const trial = await staffed()
    await randomise(as('nurse'), trial.trial_id, bodyOf(trial, 'First'))
    const free = async () => (await waitingFor(as('coordinator'), trial.trial_id)).map((row) => row.is_place_free)
    await putOnList(as('nurse'), trial.trial_id, bodyOf(trial, 'North'))
    expect(await free()).toEqual([false])
    await setTo(as('administrator'), trial.trial_id, 'paused')
    await putOnList(as('blinded-nurse'), trial.trial_id, bodyOf(trial, 'South', { site: 1 }))
    expect(await free()).toEqual([false, false])
    const { sites } = await shownTo(as('administrator'), trial.trial_id)
    await saveWith(as('administrator'), trial.trial_id, {
      sites: sites.map((site) => ({ ...site, max_participants: null })),
    })
    expect(await free()).toEqual([false, false])
    await setTo(as('administrator'), trial.trial_id, 'started')
    expect(await free()).toEqual([true, true])
  })
})

test('a page says for how many of the whole list a place is free, at the sites of the viewer', async () => {
  const trial = await paused()
  const { trial_id } = trial
  for (const id of ['P-1', 'P-2', 'P-3']) await putOnList(as('nurse'), trial_id, bodyOf(trial, id))
  await putOnList(as('blinded-nurse'), trial_id, bodyOf(trial, 'South', { site: 1 }))
  const free = async (key: SampleAccountKey) =>
    valueOf(
      await ask(as(key), api.listWaitingParticipants.response, `trials/${trial_id}/waiting-list?page_size=1&page=2`),
    ).places_free
  expect(await free('coordinator')).toBe(0)
  await setTo(as('administrator'), trial_id, 'started')
  expect([await free('coordinator'), await free('nurse')]).toEqual([4, 3])
})

/** The emails that participants wait, in order of their recipients. */
const emailed = ({ trial_id }: BuiltTrial) =>
  world.database.queries
    .selectFrom('messages')
    .select(['user_id', 'site_id', 'facts'])
    .where('trial_id', '=', trial_id)
    .where('kind', '=', 'waiting_list')
    .orderBy('user_id')
    .execute()

test('when the trial goes on, whoever may randomise where participants wait is emailed once', async () => {
  const trial = await paused()
  const { trial_id, sites } = trial
  for (const id of ['P-1', 'P-2']) await putOnList(as('nurse'), trial_id, bodyOf(trial, id))
  await setTo(as('administrator'), trial_id, 'started')
  const told = await emailed(trial)
  const people = (['coordinator', 'nurse'] as const).map((key) => world.personId(key)).toSorted((a, b) => a - b)
  expect(told.map(({ user_id, site_id }) => [user_id, site_id])).toEqual(people.map((id) => [id, sites[0]?.id]))
  expect(told[0]?.facts).toMatchObject({ waiting: 2 })
})

test('when the trial goes on, nobody is emailed about a site that no longer takes part', async () => {
  const trial = await paused()
  const { trial_id } = trial
  await putOnList(as('nurse'), trial_id, bodyOf(trial, 'North'))
  await putOnList(as('blinded-nurse'), trial_id, bodyOf(trial, 'South', { site: 1 }))
  const [north, south] = (await shownTo(as('administrator'), trial_id)).sites
  const saved = await saveWith(as('administrator'), trial_id, { sites: [{ ...north, is_deleted: true }, south] })
  expect(saved.problem).toBeNull()
  await setTo(as('administrator'), trial_id, 'started')
  expect(new Set((await emailed(trial)).map(({ site_id }) => site_id))).toEqual(new Set([south?.id]))
})

describe('a randomisation takes its participant off the list', () => {
  test('in the same transaction, and its audit entry says so', async () => {
    const trial = await paused()
    await putOnList(as('nurse'), trial.trial_id, bodyOf(trial, 'P-1'))
    const [row] = await waitingFor(as('nurse'), trial.trial_id)
    await setTo(as('administrator'), trial.trial_id, 'started')
    expect((await randomise(as('nurse'), trial.trial_id, bodyOf(trial, 'p-1'))).status).toBe(201)
    expect(await idsOf(trial)).toEqual([])
    const entry = (await entriesOf(trial)).at(-1)
    expect(entry?.kind).toBe('randomised')
    expect(entry?.changes).toContainEqual({ field: 'waiting_id', old: row?.id, new: null })
  })

  test('and a refused one leaves them there', async () => {
    const trial = await paused()
    await putOnList(as('nurse'), trial.trial_id, bodyOf(trial, 'P-1'))
    const { problem } = await randomise(as('nurse'), trial.trial_id, bodyOf(trial, 'P-1'))
    expect([problem?.code, await idsOf(trial)]).toEqual(['trial_not_started', ['P-1']])
  })

  test('and nobody else, of many at once', async () => {
    const trial = await paused({ sites: [{ title: 'North' }, { title: 'South' }] })
    for (const id of ['P-1', 'P-2', 'P-3']) await putOnList(as('coordinator'), trial.trial_id, bodyOf(trial, id))
    await setTo(as('administrator'), trial.trial_id, 'started')
    const asked = ['P-1', 'P-3', 'P-3', 'P-4']
    const answers = await Promise.all(
      asked.map((id) => randomise(as('administrator'), trial.trial_id, bodyOf(trial, id))),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(await idsOf(trial)).toEqual(['P-2'])
    const left = (await entriesOf(trial)).flatMap(({ changes }) =>
      changes.filter(({ field, new: after }) => field === 'waiting_id' && after === null),
    )
    expect(left).toHaveLength(2)
  })
})

describe('a participant is removed from the list', () => {
  test('with a reason, which the audit log has', async () => {
    const trial = await paused()
    await putOnList(as('nurse'), trial.trial_id, bodyOf(trial, 'P-1'))
    const [row] = await waitingFor(as('nurse'), trial.trial_id)
    expect((await removeFromList(as('nurse'), trial.trial_id, row?.id, '')).outcome).toBe('validation_failed')
    expect((await removeFromList(as('nurse'), trial.trial_id, row?.id)).status).toBe(204)
    expect(await idsOf(trial)).toEqual([])
    expect((await entriesOf(trial)).at(-1)).toEqual({
      kind: 'waiting_list_left',
      changes: [
        { field: 'waiting_id', old: row?.id, new: null },
        { field: 'participant_id', old: 'P-1', new: null },
        { field: 'site_id', old: trial.sites[0]?.id, new: null },
      ],
      reason: 'No longer eligible',
    })
    // And may wait again.
    expect((await putOnList(as('nurse'), trial.trial_id, bodyOf(trial, 'P-1'))).status).toBe(204)
  })

  test('once: the same key is answered the same, and anyone else finds nobody', async () => {
    const trial = await paused()
    await putOnList(as('nurse'), trial.trial_id, bodyOf(trial, 'P-1'))
    const [row] = await waitingFor(as('nurse'), trial.trial_id)
    const headers = { 'Idempotency-Key': randomUUID() }
    const first = await removeFromList(as('nurse'), trial.trial_id, row?.id, 'Withdrew', headers)
    const again = await removeFromList(as('nurse'), trial.trial_id, row?.id, 'Withdrew', headers)
    expect([first.status, again.status, again.replayed]).toEqual([204, 204, true])
    expect((await removeFromList(as('coordinator'), trial.trial_id, row?.id)).outcome).toBe('not_found')
  })

  test('not by a person of another site, nor of another trial', async () => {
    const trial = await paused()
    const other = await paused()
    await putOnList(as('nurse'), trial.trial_id, bodyOf(trial, 'P-1'))
    const [row] = await waitingFor(as('nurse'), trial.trial_id)
    expect((await removeFromList(as('blinded-nurse'), trial.trial_id, row?.id)).outcome).toBe('not_found')
    expect((await removeFromList(as('nurse'), other.trial_id, row?.id)).outcome).toBe('not_found')
    expect(await idsOf(trial)).toEqual(['P-1'])
  })

  test('not with a reason that names a study group', async () => {
    const trial = await paused({ study_groups: [{ name: 'Zanamivir' }, { name: 'Oseltamivir' }] })
    await putOnList(as('nurse'), trial.trial_id, bodyOf(trial, 'P-1'))
    const [row] = await waitingFor(as('nurse'), trial.trial_id)
    expect((await removeFromList(as('nurse'), trial.trial_id, row?.id, 'Wanted Zanamivir')).outcome).toBe(
      'validation_failed',
    )
    expect(await idsOf(trial)).toEqual(['P-1'])
  })
})

test('of a removal and a randomisation at once, one takes the participant off, and both are true', async () => {
  const trial = await paused()
  await putOnList(as('nurse'), trial.trial_id, bodyOf(trial, 'P-1'))
  const [row] = await waitingFor(as('nurse'), trial.trial_id)
  await setTo(as('administrator'), trial.trial_id, 'started')
  const [drawn, removed] = await Promise.all([
    randomise(as('nurse'), trial.trial_id, bodyOf(trial, 'P-1')),
    removeFromList(as('coordinator'), trial.trial_id, row?.id),
  ])
  expect(drawn.status).toBe(201)
  expect(await idsOf(trial)).toEqual([])
  const left = (await entriesOf(trial)).flatMap(({ changes }) =>
    changes.filter(({ field, new: after }) => field === 'waiting_id' && after === null),
  )
  expect([left.length, ['done', 'not_found'].includes(removed.outcome)]).toEqual([1, true])
})

test('strata that changed since stop nobody on the list', async () => {
  const trial = await paused()
  await putOnList(as('coordinator'), trial.trial_id, bodyOf(trial, 'P-1'))
  const saved = await saveWith(as('administrator'), trial.trial_id, {
    trial_strata: [{ name: 'Age', trial_stratum_options: [{ name: 'Below 65' }, { name: '65 or above' }] }],
  })
  expect(saved.status).toBe(200)
  await setTo(as('administrator'), trial.trial_id, 'started')
  const [row] = await waitingFor(as('coordinator'), trial.trial_id)
  expect(row?.is_place_free).toBe(true)
})

test('participant IDs stay in use while participants wait by theirs, at whatever site', async () => {
  const trial = await paused()
  const { trial_id } = trial
  await putOnList(as('nurse'), trial_id, bodyOf(trial, 'P-1'))
  await putOnList(as('blinded-nurse'), trial_id, bodyOf(trial, 'P-2', { site: 1 }))
  const turnedOff = () => saveWith(as('administrator'), trial_id, { is_participant_id_used: false })
  const { status, problem } = await turnedOff()
  expect([status, problem?.fields]).toEqual([
    422,
    { is_participant_id_used: '2 participants are on the waiting list. Randomise or remove them first.' },
  ])
  const [first, second] = await waitingFor(as('coordinator'), trial_id)
  await removeFromList(as('coordinator'), trial_id, first?.id)
  expect((await turnedOff()).problem?.fields).toEqual({
    is_participant_id_used: '1 participant is on the waiting list. Randomise or remove them first.',
  })
  await removeFromList(as('coordinator'), trial_id, second?.id)
  expect(valueOf(await turnedOff()).is_participant_id_used).toBe(false)
})
