import { listTrials } from '#contract/trials'
import { TRIAL_STATUSES } from '#domain/trials/trial-status'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SampleAccountKey } from '../../../../src/server/doors/idp/sample-accounts'
import { aTrial, grant, type TrialOverrides } from '../../../support/a-trial'
import { ask, valueOf } from '../../../support/ask'
import { testPortal, type TestPortal } from '../../../support/portal'
import { signedInAs, type SignedIn } from '../../../support/sign-in'

let world: TestPortal
/** A person who sees the trials of `stock` and no others. */
let monitor: SignedIn
const stock = new Map<string, number>()

const aTrialFor = async (person: SampleAccountKey, overrides: TrialOverrides): Promise<number> => {
  const { trial_id } = await aTrial(world, overrides)
  await grant(world, { person, role: 'Trial viewer', trial_id, site_id: null })
  return trial_id
}

/** Titles in the order of Unicode's rules, which is not the order in which the trials are made. */
const TITLES = [
  '100% cotton bandages',
  'Ångström',
  'aspirin',
  'back\\slash',
  'Eclair',
  'Éclair',
  'Same',
  'under_score',
  'Zebra',
  'zinc',
]
const SAMES = 12

beforeAll(async () => {
  world = await testPortal()
  monitor = await signedInAs(world, 'monitor')
  const planning = { status: 'planning' } as const
  for (const title of TITLES.toReversed()) stock.set(title, await aTrialFor('monitor', { title, ...planning }))
  for (let more = 1; more < SAMES; more += 1) await aTrialFor('monitor', { title: 'Same', ...planning })
})
afterAll(() => world.stop())

const listed = async (who: SignedIn, query: string) => valueOf(await ask(who, listTrials.response, `trials?${query}`))
const titlesOf = async (who: SignedIn, query: string) => (await listed(who, query)).data.map(({ title }) => title)

describe('an invalid query', () => {
  test.each([
    ['an unknown field', 'colour=red', 'colour'],
    ['a field named like what every object has', 'toString=1', 'toString'],
    ['a status that is none', 'status=asleep', 'status'],
    ['a status by its name on the screen', 'status=Started', 'status'],
    ['one bad status among good ones', 'status=started&status=asleep', 'status'],
    ['an order that is none', 'order=up', 'order'],
    ['a column that cannot be sorted by', 'sort=sample_size', 'sort'],
    ['page 0', 'page=0', 'page'],
    ['a page below 0', 'page=-1', 'page'],
    ['half a page', 'page=1.5', 'page'],
    ['a page in words', 'page=two', 'page'],
    ['two pages', 'page=1&page=2', 'page'],
    ['a page beyond counting', `page=${'9'.repeat(30)}`, 'page'],
    ['a search of 256 characters', `q=${'a'.repeat(256)}`, 'q'],
    ['a search for NUL', 'q=%00', 'q'],
  ])('%s is named', async (_says, query, field) => {
    const { status, problem } = await ask(monitor, listTrials.response, `trials?${query}`)
    expect([status, problem?.code, Object.keys(problem?.fields ?? {})]).toEqual([422, 'validation_failed', [field]])
  })
})

describe('people see the trials of their permissions', () => {
  beforeAll(async () => {
    const open = await aTrial(world, { title: 'Visible: open', status: 'pending' })
    const closed = await aTrial(world, { title: 'Visible: protected', status: 'pending', is_protected_trial: true })
    for (const { trial_id, sites } of [open, closed]) {
      const site_id = sites[0]?.id ?? null
      const atSite = { role: 'Site user', trial_id, site_id } as const
      await grant(world, { person: 'pharmacist', ...atSite, has_study_packs_access: true })
      await grant(world, { person: 'blinded-nurse', ...atSite, is_blinded_whole: true })
    }
    await grant(world, { person: 'coordinator', role: 'Trial administrator', trial_id: open.trial_id, site_id: null })
    await grant(world, { person: 'nurse', role: 'Site viewer', trial_id: open.trial_id, site_id: null })
    const ended = { trial_id: closed.trial_id, site_id: null, person: 'nurse', role: 'Trial user' } as const
    await grant(world, ended)
    await world.context.database.queries
      .updateTable('user_permissions')
      .set({ ended_at: world.clock.now() })
      .where('trial_id', '=', closed.trial_id)
      .where('user_id', '=', world.personId('nurse'))
      .execute()
    await grant(world, { person: 'unblinder', role: 'System administrator', trial_id: null, site_id: null })
  })

  const BOTH = ['Visible: open', 'Visible: protected']
  test.each<[SampleAccountKey, string, string[]]>([
    ['administrator', 'created both', BOTH],
    ['unblinder', 'has system level 4 without a permission in the protected one', ['Visible: open']],
    ['coordinator', 'is trial administrator of the open one', ['Visible: open']],
    ['nurse', 'has a permission in the open one, and one that ended in the other', ['Visible: open']],
    ['pharmacist', 'is site user in both', BOTH],
    ['blinded-nurse', 'is site user in both', BOTH],
    ['monitor', 'has permissions elsewhere only', []],
  ])('%s, who %s', async (key, _because, titles) => {
    expect(await titlesOf(await signedInAs(world, key), 'q=Visible&sort=title')).toEqual(titles)
  })

  test('each sees how blinded they are themselves in a trial', async () => {
    const blindingFor = async (key: SampleAccountKey) => {
      const { data } = await listed(await signedInAs(world, key), 'q=Visible: open')
      return data.map(({ is_blinded_whole, is_blinded_partial }) => ({ is_blinded_whole, is_blinded_partial }))
    }
    expect(await blindingFor('blinded-nurse')).toEqual([{ is_blinded_whole: true, is_blinded_partial: false }])
    expect(await blindingFor('pharmacist')).toEqual([{ is_blinded_whole: false, is_blinded_partial: false }])
  })
})

describe('a search', () => {
  test.each([
    ['finds a part of a title', 'ebr', ['Zebra']],
    ['whatever the case', 'ZEBRA', ['Zebra']],
    ['also of letters beyond English', 'éCLAIR', ['Éclair']],
    ['without the blanks around it', '  zinc ', ['zinc']],
    ['takes % for itself', '%', ['100% cotton bandages']],
    ['takes _ for itself', '_', ['under_score']],
    ['takes \\ for itself', '\\', ['back\\slash']],
    ['takes a quote for itself', "'", []],
    ['finds nothing where there is nothing', 'no such trial', []],
  ])('%s', async (_says, q, titles) => {
    expect(await titlesOf(monitor, `q=${encodeURIComponent(q)}`)).toEqual(titles)
  })

  test('finds a trial by its exact id, not by a part of it', async () => {
    const id = await aTrialFor('nurse', { title: 'By its id', status: 'planning' })
    const nurse = await signedInAs(world, 'nurse')
    const ids = async (q: string) => (await listed(nurse, `q=${q}`)).data.map((trial) => trial.id)
    expect(await ids(`${id}`)).toEqual([id])
    expect(await ids(`${id}0`)).toEqual([])
    expect(await ids(`0${id}`)).toEqual([])
  })

  test('does not find a trial that the person may not see', async () => {
    await aTrial(world, { title: 'A secret of others', status: 'planning' })
    expect(await listed(monitor, 'q=secret')).toMatchObject({ data: [], total: 0, pages: 0 })
  })
})

describe('the filter by status', () => {
  beforeAll(async () => {
    for (const { key } of TRIAL_STATUSES) await aTrialFor('coordinator', { title: `Status: ${key}`, status: key })
  })

  test.each([
    ['none', '', TRIAL_STATUSES.map(({ key }) => key)],
    ['one', 'status=paused', ['paused']],
    ['several', 'status=started&status=paused&status=finished', ['started', 'paused', 'finished']],
    ['one that repeats', 'status=pending&status=pending', ['pending']],
    ['all', TRIAL_STATUSES.map(({ key }) => `status=${key}`).join('&'), TRIAL_STATUSES.map(({ key }) => key)],
  ])('%s', async (_says, query, keys) => {
    const coordinator = await signedInAs(world, 'coordinator')
    expect(await titlesOf(coordinator, `q=Status:&${query}`)).toEqual(keys.map((key) => `Status: ${key}`))
  })
})

describe('the order', () => {
  const inOrder = TITLES.flatMap((title) => (title === 'Same' ? Array.from({ length: SAMES }, () => title) : [title]))

  test('is by id by default', async () => {
    const ids = (await listed(monitor, 'page_size=100')).data.map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    const back = (await listed(monitor, 'page_size=100&order=desc')).data.map(({ id }) => id)
    expect(back).toEqual(ids.toReversed())
  })

  test('by title is alphabetical, not by code point', async () => {
    expect(await titlesOf(monitor, 'sort=title&page_size=100')).toEqual(inOrder)
    expect(await titlesOf(monitor, 'sort=title&page_size=100&order=desc')).toEqual(inOrder.toReversed())
  })

  test.each(['asc', 'desc'])('is total: %s, page by page, and no trial is missing or there twice', async (order) => {
    const query = `sort=title&order=${order}`
    const whole = (await listed(monitor, `${query}&page_size=100`)).data.map(({ id }) => id)
    const paged: number[] = []
    for (const page of [1, 2, 3]) {
      paged.push(...(await listed(monitor, `${query}&page_size=10&page=${page}`)).data.map(({ id }) => id))
    }
    expect(paged).toEqual(whole)
    expect(new Set(paged).size).toBe(TITLES.length + SAMES - 1)
  })
})

describe('a page', () => {
  const total = TITLES.length + SAMES - 1

  test.each([
    ['10 where nothing is asked for', '', 10],
    ['what is supported', 'page_size=25', 25],
    ['100 at most', 'page_size=100', 100],
    ['1000 for the home page', 'page_size=1000', 1000],
    ['10 instead of 7', 'page_size=7', 10],
    ['10 instead of the 1 of another list', 'page_size=1', 10],
    ['10 instead of 0', 'page_size=0', 10],
    ['10 instead of less', 'page_size=-25', 10],
    ['10 instead of a word', 'page_size=all', 10],
    ['10 instead of nothing', 'page_size=', 10],
  ])('holds %s', async (_says, query, page_size) => {
    const answer = await listed(monitor, query)
    expect(answer).toMatchObject({ page: 1, page_size, total, pages: Math.ceil(total / page_size) })
    expect(answer.data).toHaveLength(Math.min(page_size, total))
  })

  test.each([4, 1000, 999_999_999])('past the end, such as %i, is empty', async (page) => {
    expect(await listed(monitor, `page=${page}`)).toEqual({ data: [], page, pages: 3, total, page_size: 10 })
  })

  test('shows of a trial the columns of the list, and nothing of its settings', async () => {
    expect((await listed(monitor, 'q=zinc')).data).toEqual([
      {
        id: stock.get('zinc'),
        title: 'zinc',
        created_at: world.clock.now(),
        started_on: null,
        ended_on: null,
        end_on: '2027-10-31',
        trial_status_id: 1,
        trial_status: { id: 1, name: 'Planning' },
        sample_size: 0,
        num_sampled: 0,
        is_blinded_whole: false,
        is_blinded_partial: false,
        selected_timezone: 'Etc/UTC',
      },
    ])
  })
})
