import type { UserPermission } from '#contract/user-permissions'
import type { TrialNotification } from '#contract/trial-notifications'
import { NO_PERMISSION, ROLES, type EffectivePermission, type Role } from '#domain/people/permissions'
import { describe, expect, test } from 'vitest'
import { mayChange, mayNotify } from '../../../../../src/client/subjects/people/of-trial/list/offered-user-actions'
import { placedRole } from '../../../../../src/client/subjects/people/of-trial/list/shown-permission'
import { rolesToGive } from '../../../../../src/client/subjects/people/of-trial/roles-to-give'

const at = (level: number): EffectivePermission => ({
  ...NO_PERMISSION,
  role: { level, title: '', context: level === 4 ? 'system' : 'trial' },
})

const permissionOf = (title: Role['title'], user_id = 2): UserPermission => {
  const role = ROLES.find((one) => one.title === title) ?? ROLES[0]
  return {
    id: 5,
    user_id,
    role_id: role.id,
    role,
    trial_id: 10,
    trial: { id: 10, title: 'KEEL' },
    site_id: null,
    site: null,
    is_blinded_partial: false,
    is_blinded_whole: false,
    is_unblind_authorized: false,
    has_study_packs_access: false,
    created_at: '2026-11-21T05:03:00.000Z',
    updated_at: '2026-11-21T05:03:00.000Z',
    ended_at: null,
  }
}

describe("another person's permission is changed and deleted", () => {
  test.each([
    [1, 'Site viewer', false],
    [2, 'Site viewer', false],
    [3, 'Site user', true],
    [3, 'Trial administrator', true],
    [4, 'Trial administrator', true],
  ] as const)('at level %d: %s', (level, title, is) => {
    expect(mayChange({ id: 1, permission: at(level) }, permissionOf(title))).toBe(is)
  })

  test('never one’s own, nor while the viewer is unknown', () => {
    expect(mayChange({ id: 2, permission: at(4) }, permissionOf('Site user', 2))).toBe(false)
    expect(mayChange({ id: undefined, permission: at(4) }, permissionOf('Site user'))).toBe(false)
  })
})

test('the roles offered are those of a trial and its sites, up to one’s own level', () => {
  const titles = ['Trial administrator', 'Trial user', 'Trial viewer', 'Site user', 'Site viewer']
  expect(rolesToGive(at(4)).map(({ title }) => title)).toEqual(titles)
  expect(rolesToGive(at(3)).map(({ title }) => title)).toEqual(titles)
  expect(rolesToGive(at(2))).toEqual([])
})

test('notifications are set by people who manage the users, where there are any', () => {
  const trial_notification: TrialNotification = {
    id: 2,
    trial_id: 10,
    user_id: 2,
    on_trial_status: true,
    on_trial_completion: true,
    on_randomisation: true,
    on_unblinding: true,
    on_study_packs: false,
    has_study_packs_access: false,
  }
  const user = { id: 2, name: 'Ada', user_permissions: [], trial_notification }
  expect(mayNotify({ id: 1, permission: at(3) }, user)).toBe(true)
  expect(mayNotify({ id: 2, permission: at(2) }, user)).toBe(false)
  expect(mayNotify({ id: 1, permission: at(3) }, { ...user, trial_notification: undefined })).toBe(false)
})

test('a role at a site is shown with the site', () => {
  expect(placedRole(permissionOf('Trial user'))).toBe('Trial user')
  expect(placedRole({ ...permissionOf('Site user'), site: { id: 101, title: 'Hospital 6' } })).toBe(
    'Site user, Hospital 6',
  )
})
