import { api } from '#contract/api'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aTrial, grant, type BuiltTrial, type TrialOverrides } from '../../../support/a-trial'
import { ask, posted, valueOf } from '../../../support/ask'
import { testPortal, type TestPortal } from '../../../support/portal'
import { randomise } from '../../../support/randomise'
import { saveWith, shownTo, storedAbout } from '../../../support/save-trial'
import { signedInAs, type SignedIn } from '../../../support/sign-in'

/* Sites are opened one by one, where the trial requires it. */

let world: TestPortal
let administrator: SignedIn
let coordinator: SignedIn

beforeAll(async () => {
  world = await testPortal()
  administrator = await signedInAs(world, 'administrator')
  coordinator = await signedInAs(world, 'coordinator')
})
afterAll(() => world.stop())

/** A trial that opens its sites one by one. It has a coordinator of all sites and a nurse at the first. */
const opening = async (overrides: TrialOverrides = {}) => {
  const trial = await aTrial(world, { is_opening_sites: true, ...overrides })
  const { trial_id } = trial
  await grant(world, { person: 'coordinator', role: 'Trial administrator', trial_id, site_id: null })
  await grant(world, { person: 'nurse', role: 'Site user', trial_id, site_id: siteOf(trial) })
  return trial
}

const siteOf = ({ sites }: BuiltTrial, index = 0): number => sites[index]?.id ?? 0

const open = (
  trialId: number,
  siteId: number,
  who = coordinator,
  body: object = { reason: 'Staff are trained' },
  headers: Record<string, string> = {},
) => ask(who, api.openSite.response, `trials/${trialId}/sites/${siteId}/open`, posted(body, headers))

const about = (trialId: number) => storedAbout(world.database.queries, trialId)

describe('nobody is randomised', () => {
  test('at a site before it is opened: nothing is drawn, and later draws are the usual ones', async () => {
    const trial = await opening()
    const { trial_id } = trial
    const nurse = await signedInAs(world, 'nurse')
    const second = await testPortal({ beside: world })
    const elsewhere = await signedInAs(second, 'nurse')
    const site_id = siteOf(trial)
    const before = await about(trial_id)
    for (const who of [nurse, elsewhere]) {
      const { status, problem } = await randomise(who, trial_id, { site_id })
      expect([status, problem?.code]).toEqual([409, 'site_not_opened'])
    }
    expect(await about(trial_id)).toEqual(before)
    valueOf(await open(trial_id, site_id))
    // Also in a process that cached the trial before.
    for (const who of [elsewhere, nurse]) expect((await randomise(who, trial_id, { site_id })).problem).toBeNull()
    const other = await randomise(administrator, trial_id, { site_id: siteOf(trial, 1) })
    expect(other.problem?.code).toBe('site_not_opened')
    await second.stop()
  })

  test('at the sites of a trial that later asks for it, until each is opened', async () => {
    const trial = await opening({ is_opening_sites: false, status: 'paused' })
    valueOf(await saveWith(administrator, trial.trial_id, { is_opening_sites: true }))
    const { data } = valueOf(await ask(administrator, api.getReadiness.response, `trials/${trial.trial_id}/readiness`))
    expect(data.map(({ code }) => code)).toContain('no_site_opened')
    valueOf(await open(trial.trial_id, siteOf(trial)))
    const after = valueOf(await ask(administrator, api.getReadiness.response, `trials/${trial.trial_id}/readiness`))
    expect(after.data).toContainEqual(
      expect.objectContaining({ code: 'site_not_opened', words: expect.stringContaining(trial.sites[1]?.title ?? '') }),
    )
  })
})

describe('a site is not opened', () => {
  test.each<[says: string, overrides: TrialOverrides, body: object, told: unknown[]]>([
    ['without a reason', {}, { reason: ' ' }, [422, 'validation_failed']],
    ['where sites need not be', { is_opening_sites: false }, { reason: 'So' }, [409, 'opening_not_awaited']],
  ])('%s', async (_says, overrides, body, expected) => {
    const trial = await opening(overrides)
    const before = await about(trial.trial_id)
    const { status, problem } = await open(trial.trial_id, siteOf(trial), coordinator, body)
    expect([status, problem?.code]).toEqual(expected)
    expect(await about(trial.trial_id)).toEqual(before)
  })

  test('twice, nor one that no longer takes part, nor one of another trial', async () => {
    const trial = await opening({ sites: [{ title: 'Open' }, { title: 'Closed', is_deleted: true }] })
    valueOf(await open(trial.trial_id, siteOf(trial)))
    const other = await opening()
    const codes = []
    for (const site of [siteOf(trial), siteOf(trial, 1), siteOf(other), 999])
      codes.push((await open(trial.trial_id, site)).problem?.code)
    expect(codes).toEqual(['opening_not_awaited', 'opening_not_awaited', 'not_found', 'not_found'])
  })

  test('by a person below level 3', async () => {
    const trial = await opening()
    const refusal = await open(trial.trial_id, siteOf(trial), await signedInAs(world, 'nurse'))
    expect(refusal.problem?.code).toBe('forbidden')
  })
})

describe('an opened site', () => {
  test('has its time and its person, is recorded with the reason, and is announced to those who hear of the status', async () => {
    const trial = await opening()
    const { trial_id } = trial
    const { queries } = world.database
    const query = queries.selectFrom('messages').select(['user_id', 'site_id']).where('trial_id', '=', trial_id)
    valueOf(await open(trial_id, siteOf(trial)))
    const opened_by = { id: world.personId('coordinator'), name: expect.any(String) }
    const { sites } = await shownTo(await signedInAs(world, 'nurse'), trial_id)
    expect(sites).toEqual([expect.objectContaining({ opened_at: world.clock.now(), opened_by })])
    expect((await shownTo(administrator, trial_id)).sites[1]).toMatchObject({ opened_at: null, opened_by: null })
    const { entries } = await about(trial_id)
    expect(entries.at(-1)).toMatchObject({
      kind: 'site_opened',
      user_id: world.personId('coordinator'),
      reason: 'Staff are trained',
      changes: [{ field: 'site_id', old: null, new: siteOf(trial) }],
    })
    const recipients = await query.where('kind', '=', 'site_opened').orderBy('user_id').execute()
    expect(recipients).toEqual(
      [world.personId('coordinator'), world.personId('nurse')].map((user_id) => ({ user_id, site_id: siteOf(trial) })),
    )
    // Nurses of other sites get no email.
    valueOf(await open(trial_id, siteOf(trial, 1)))
    expect(await query.where('site_id', '=', siteOf(trial, 1)).execute()).toMatchObject([
      { user_id: world.personId('coordinator') },
    ])
  })

  test('stays opened when the settings are saved as they were shown', async () => {
    const trial = await opening({ status: 'planning' })
    valueOf(await open(trial.trial_id, siteOf(trial)))
    const { sites } = await shownTo(administrator, trial.trial_id)
    valueOf(await saveWith(administrator, trial.trial_id, { title: 'Renamed' }))
    expect((await shownTo(administrator, trial.trial_id)).sites).toEqual(sites)
  })

  test('is opened once where the request is sent again under its key', async () => {
    const trial = await opening()
    const headers = { 'Idempotency-Key': randomUUID() }
    const again = () => open(trial.trial_id, siteOf(trial), coordinator, { reason: 'So' }, headers)
    expect([(await again()).replayed, (await again()).replayed]).toEqual([false, true])
  })
})

describe('GET trials/{id}/sites/{siteId}', () => {
  test('returns the site as the trial shows it, to people who reach it', async () => {
    const trial = await opening()
    const path = (index: number) => `trials/${trial.trial_id}/sites/${siteOf(trial, index)}`
    const nurse = await signedInAs(world, 'nurse')
    const own = valueOf(await ask(nurse, api.getSite.response, path(0)))
    expect(own).toEqual((await shownTo(nurse, trial.trial_id)).sites[0])
    expect((await ask(nurse, api.getSite.response, path(1))).problem?.code).toBe('not_found')
    expect(valueOf(await ask(administrator, api.getSite.response, path(1)))).toEqual({
      id: siteOf(trial, 1),
      title: trial.sites[1]?.title,
      is_deleted: false,
      low_pack_level: null,
      max_participants: null,
      opened_at: null,
      opened_by: null,
    })
  })
})
