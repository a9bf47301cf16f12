import { USUAL_DISPLAY } from '#domain/desk/display-settings'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertPermission } from '../../../../../src/server/ground/db/user-permissions'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { signedInAs } from '../../../../support/sign-in'

let world: TestPortal
let trialId = 0
let siteIds: number[] = []

const form = {
  title: 'Aspirin or not',
  start_on: '2026-11-01',
  end_on: '2027-11-01',
  org_name: 'The University',
  sites: [{ title: 'Westbridge' }, { title: 'Ashford' }, { title: 'Closed', is_deleted: true }],
  study_groups: [{ name: 'Aspirin' }, { name: 'No aspirin' }],
}

beforeAll(async () => {
  world = await testPortal()
  const administrator = await signedInAs(world, 'administrator')
  const created = await administrator.fetch('trials', { method: 'POST', body: JSON.stringify(form) })
  const trial: { id: number; sites: { id: number; title: string }[] } = await created.json()
  trialId = trial.id
  siteIds = ['Westbridge', 'Ashford'].map((title) => trial.sites.find((site) => site.title === title)?.id ?? 0)
  const now = world.clock.now()
  const grant = { user_id: world.personId('nurse'), role_id: 5, trial_id: trialId, created_at: now, updated_at: now }
  await insertPermission(world.context.database.queries, {
    ...grant,
    site_id: siteIds[0] ?? null,
    has_study_packs_access: true,
    ended_at: null,
  })
  await insertPermission(world.context.database.queries, { ...grant, site_id: siteIds[1] ?? null, ended_at: now })
})
afterAll(() => world.stop())

const answerTo = async (key: 'nurse' | 'monitor' | 'administrator', path: string) => {
  const person = await signedInAs(world, key)
  const response = await person.fetch(path)
  const answer: unknown = await response.json()
  return { status: response.status, answer }
}

const nothing = {
  has_study_packs_access: false,
  is_unblind_authorized: false,
  is_blinded_partial: false,
  is_blinded_whole: false,
}

describe('a person’s permissions', () => {
  it('in a trial that they may not know of, or that does not exist, are none, and its sites are not found', async () => {
    const level0 = { role: { level: 0, title: 'None', context: null }, ...nothing }
    for (const id of [trialId, 999_999]) {
      expect(await answerTo('monitor', `auth/me/trial-permission/${id}`)).toEqual({ status: 200, answer: level0 })
      const sites = await answerTo('monitor', `auth/me/trial-permission/${id}/sites`)
      expect(sites).toMatchObject({ status: 404, answer: { code: 'not_found' } })
    }
  })

  it('in the system are listed', async () => {
    const administrator = { level: 4, title: 'System administrator', context: 'system' }
    expect(await answerTo('administrator', 'auth/me/system-permission')).toMatchObject({
      answer: { role: administrator, is_unblind_authorized: true },
    })
    expect(await answerTo('nurse', 'auth/me/system-permission')).toMatchObject({ answer: { role: { level: 0 } } })
  })

  it('in a trial are listed, with delegated tasks and without a permission that has ended', async () => {
    expect(await answerTo('nurse', `auth/me/trial-permission/${trialId}`)).toEqual({
      status: 200,
      answer: { role: { level: 2, title: 'Site user', context: 'site' }, ...nothing, has_study_packs_access: true },
    })
    expect(await answerTo('nurse', `auth/me/trial-permission/${trialId}/sites`)).toEqual({
      status: 200,
      answer: { data: [{ id: siteIds[0], title: 'Westbridge' }] },
    })
  })

  it('name the sites that still take part, by title', async () => {
    expect(await answerTo('administrator', `auth/me/trial-permission/${trialId}/sites`)).toEqual({
      status: 200,
      answer: {
        data: [
          { id: siteIds[1], title: 'Ashford' },
          { id: siteIds[0], title: 'Westbridge' },
        ],
      },
    })
  })

  it('show as the highest level anywhere', async () => {
    expect(await answerTo('nurse', 'auth/me')).toEqual({
      status: 200,
      answer: {
        id: world.personId('nurse'),
        name: 'Amara Hughes',
        email: 'nurse@example.org',
        selected_timezone: null,
        max_level: 2,
        display: USUAL_DISPLAY,
      },
    })
    expect(await answerTo('administrator', 'auth/me')).toMatchObject({ answer: { max_level: 4 } })
  })
})
