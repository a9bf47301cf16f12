import { api } from '#contract/api'
import { FINISHED } from '#domain/trials/trial-status'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SampleAccountKey } from '../../../../src/server/doors/idp/sample-accounts'
import { aTrial, grant, type BuiltTrial, type TrialOverrides } from '../../../support/a-trial'
import { ask, posted, valueOf } from '../../../support/ask'
import { giveParticipants } from '../../../support/many-participants'
import { testPortal, type TestPortal } from '../../../support/portal'
import { signedInAs } from '../../../support/sign-in'

/* A link shows a trial's totals on a screen in a corridor, to anyone who has it, until it is ended. */

let world: TestPortal
beforeAll(async () => {
  world = await testPortal()
})
afterAll(() => world.stop())

/** A trial with a fixed course. Two of them differ in the names of groups and in the groups of participants. */
const aShownTrial = async (overrides: TrialOverrides = {}): Promise<BuiltTrial> => {
  const trial = await aTrial(world, {
    title: 'CEDAR: two drugs',
    sample_size: 240,
    end_on: '2028-01-27',
    sites: [{ title: 'Queens' }, { title: 'Abbey' }],
    ...overrides,
  })
  const { trial_id } = trial
  await giveParticipants(world.database.queries, trial_id, { count: 61, days: 100, until: world.clock.now() })
  const trials = world.database.queries.updateTable('trials').where('id', '=', trial_id)
  await trials.set({ started_on: '2026-04-07' }).execute()
  await grant(world, { person: 'coordinator', role: 'Trial administrator', trial_id, site_id: null })
  return trial
}

const create = async (who: SampleAccountKey, trialId: number, headers: Record<string, string> = {}) =>
  ask(await signedInAs(world, who), api.createWallView.response, `trials/${trialId}/wall-views`, posted({}, headers))
const end = async (who: SampleAccountKey, trialId: number, id: number) =>
  ask(await signedInAs(world, who), api.endWallView.response, `trials/${trialId}/wall-views/${id}/end`, posted({}))
const list = async (who: SampleAccountKey, trialId: number) =>
  ask(await signedInAs(world, who), api.listWallViews.response, `trials/${trialId}/wall-views`)

/** The page of a link, as a screen without a session gets it. */
const shown = async (address: string) => {
  const { pathname, search } = new URL(address, world.url)
  const response = await fetch(`${world.url}${pathname}${search}`)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const audited = (trialId: number) =>
  world.database.queries
    .selectFrom('audit_log')
    .select(['kind', 'user_id'])
    .where('trial_id', '=', trialId)
    .where('kind', 'in', ['wall_view_created', 'wall_view_ended'])
    .orderBy('id')
    .execute()

describe('nothing is shown', () => {
  test.each(['/wall', '/wall?view=', `/wall?view=${'A'.repeat(43)}`])(
    'at %s, which is nobody’s secret',
    async (path) => {
      const { status, headers, text } = await shown(path)
      expect([status, headers.get('Cache-Control')]).toEqual([404, 'no-store'])
      expect(text).toContain('There is no such view')
    },
  )

  test('once the view has ended: it says so at once, and ending it again records nothing', async () => {
    const { trial_id } = await aShownTrial()
    const { id, address } = valueOf(await create('coordinator', trial_id))
    expect((await shown(address)).status).toBe(200)
    expect(valueOf(await end('coordinator', trial_id, id)).data).toEqual([])
    const { status, text } = await shown(address)
    expect(status).toBe(410)
    expect(text).toContain('This view has ended')
    expect(text).not.toContain('CEDAR')
    valueOf(await end('administrator', trial_id, id))
    const coordinator = world.personId('coordinator')
    expect(await audited(trial_id)).toEqual([
      { kind: 'wall_view_created', user_id: coordinator },
      { kind: 'wall_view_ended', user_id: coordinator },
    ])
  })

  test('to an address that asks too often', async () => {
    const slow = await testPortal({
      beside: world,
      environment: { ANONYMOUS_REQUESTS_PER_ADDRESS: '10' },
      steady: () => 0,
    })
    const statuses = []
    for (let asked = 0; asked < 11; asked += 1) statuses.push((await fetch(`${slow.url}/wall?view=none`)).status)
    expect(statuses).toEqual([...Array(10).fill(404), 429])
    await slow.stop()
  })
})

describe('access', () => {
  test.each<[string, SampleAccountKey, Parameters<typeof grant>[1]['role'] | null, number]>([
    ['a viewer of the trial', 'monitor', 'Trial viewer', 403],
    ['a user of one site', 'nurse', 'Site user', 403],
    ['somebody without a permission', 'unblinder', null, 404],
  ])('to a view is refused: %s', async (_says, person, role, status) => {
    const trial = await aShownTrial()
    const { trial_id } = trial
    const { id } = valueOf(await create('coordinator', trial_id))
    const site_id = role === 'Site user' ? (trial.sites[0]?.id ?? null) : null
    if (role !== null) await grant(world, { person, role, trial_id, site_id })
    expect((await create(person, trial_id)).status).toBe(status)
    expect((await list(person, trial_id)).status).toBe(status)
    expect((await end(person, trial_id, id)).status).toBe(status)
    expect(valueOf(await list('coordinator', trial_id)).data).toHaveLength(1)
  })

  test('by the address of another trial ends no view', async () => {
    const [one, other] = [await aShownTrial(), await aShownTrial()]
    const { id, address } = valueOf(await create('coordinator', one.trial_id))
    expect((await end('coordinator', other.trial_id, id)).status).toBe(404)
    expect((await shown(address)).status).toBe(200)
  })
})

test('a repeated request makes one view and returns the same link, of which only the hash is stored', async () => {
  const { trial_id } = await aShownTrial()
  const headers = { 'Idempotency-Key': randomUUID() }
  const first = await create('coordinator', trial_id, headers)
  const again = await create('coordinator', trial_id, headers)
  expect([again.replayed, again.value]).toEqual([true, first.value])
  const { data } = valueOf(await list('administrator', trial_id))
  expect(data).toMatchObject([{ id: first.value?.id, created_by: { id: world.personId('coordinator') } }])
  const secret = new URL(valueOf(first).address).searchParams.get('view') ?? ''
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  expect(valueOf(await create('coordinator', trial_id)).address).not.toContain(secret)
  const rows = await world.database.queries.selectFrom('wall_views').selectAll().execute()
  const entries = await world.database.queries.selectFrom('audit_log').selectAll().execute()
  expect(JSON.stringify([rows, entries, await list('coordinator', trial_id)])).not.toContain(secret)
})

describe('the page', () => {
  test('shows the totals, and is neither stored nor found by search engines', async () => {
    const { trial_id } = await aShownTrial()
    const { address } = valueOf(await create('coordinator', trial_id))
    const { status, headers, text } = await shown(address)
    expect(status).toBe(200)
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(headers.get('X-Robots-Tag')).toBe('noindex, nofollow')
    expect(headers.get('Referrer-Policy')).toBe('no-referrer')
    expect(headers.get('Content-Security-Policy')).toMatch(/^default-src 'none';.* script-src 'sha256-/)
    const words = text
      .replace(/<(style|script)>.*?<\/\1>/gs, '')
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
    expect(words).toContain('Participants 61 of 240')
    // 228 of the 660 planned days have passed.
    expect(words).toContain('22 behind plan: 83 expected by today, 240 by 27 Jan 2028')
    expect(words).toContain('Sites recruiting 2 of 2')
    expect(words).toMatch(/Last participant, forecast \d+ \w+ 20\d\d Likely \d+ \w+ 20\d\d to \d+ \w+ 20\d\d \(80%\)/)
    expect(words).toContain('Last updated 21 Nov 2026')
  })

  test('compares a trial that has ended with the plan of its last day', async () => {
    const { trial_id } = await aShownTrial()
    const { address } = valueOf(await create('coordinator', trial_id))
    const trials = world.database.queries.updateTable('trials').where('id', '=', trial_id)
    await trials.set({ trial_status_id: FINISHED, ended_on: '2026-11-01' }).execute()
    const { text } = await shown(address)
    // 208 of the 660 planned days had passed.
    expect(text).toContain('15 behind plan: 76 expected by 1 Nov 2026, 240 by 27 Jan 2028')
  })

  test('contains no name of a person, a site or a group', async () => {
    const trial = await aShownTrial()
    const { address } = valueOf(await create('coordinator', trial.trial_id))
    const { text } = await shown(address)
    const people = await world.database.queries.selectFrom('users').select('name').execute()
    for (const name of [...people, ...trial.study_groups].map((one) => one.name)) expect(text).not.toContain(name)
    for (const hidden of ['Queens', 'Abbey', 'P-1']) expect(text).not.toContain(hidden)
  })

  test('is the same whoever is in which study group', async () => {
    const trials = [
      await aShownTrial({
        study_groups: [
          { name: 'Fosfomycin', label: 'A' },
          { name: 'Placebo', label: 'B' },
        ],
      }),
      await aShownTrial({
        study_groups: [
          { name: 'Nitrofurantoin', label: 'X' },
          { name: 'Sham', label: 'Y' },
        ],
      }),
    ]
    const [, other] = trials
    // All participants of the second trial are in one group.
    const groups = world.database.queries.updateTable('participant_groups').where('of_trial', '=', other?.trial_id ?? 0)
    await groups.set({ study_group_id: other?.study_groups[0]?.id ?? 0 }).execute()
    const pages = []
    for (const { trial_id } of trials) {
      const { address } = valueOf(await create('coordinator', trial_id))
      pages.push((await shown(address)).text)
    }
    expect(pages[0]).toBe(pages[1])
  })
})
