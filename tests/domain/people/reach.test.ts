import { expect, test } from 'vitest'
import { ROLES, type Role, type StoredPermission } from '../../../src/domain/people/permissions'
import { reachesMore } from '../../../src/domain/people/reach'

const OPEN = { id: 7, is_protected_trial: false }
const PROTECTED = { id: 8, is_protected_trial: true }

const permissionOf = (
  title: Role['title'],
  trial_id: number | null,
  more: Partial<StoredPermission> = {},
): StoredPermission => ({
  role_id: ROLES.find((role) => role.title === title)?.id ?? 0,
  trial_id,
  site_id: null,
  is_blinded_partial: false,
  is_blinded_whole: false,
  is_unblind_authorized: false,
  has_study_packs_access: false,
  ...more,
})
const ADMINISTRATOR = permissionOf('System administrator', null)
const BLINDED = { is_blinded_whole: true }
const LABELS = { is_blinded_partial: true }

test.each<[string, StoredPermission[], StoredPermission[], boolean]>([
  ['nobody in particular, beside an administrator', [], [ADMINISTRATOR], false],
  ['an administrator, beside another', [ADMINISTRATOR], [ADMINISTRATOR], false],
  ['an administrator, beside a user of a trial', [ADMINISTRATOR], [permissionOf('Trial user', OPEN.id)], true],
  [
    'an administrator, beside a blinded one',
    [ADMINISTRATOR],
    [permissionOf('System administrator', null, BLINDED)],
    true,
  ],
  [
    'an administrator, beside one who sees labels',
    [ADMINISTRATOR],
    [permissionOf('System administrator', null, LABELS)],
    true,
  ],
  ['a user of a trial, beside an administrator', [permissionOf('Trial user', OPEN.id)], [ADMINISTRATOR], false],
  [
    'a user of a protected trial, beside an administrator',
    [permissionOf('Site user', PROTECTED.id, { site_id: 3 })],
    [ADMINISTRATOR],
    true,
  ],
  [
    'a user of a protected trial, beside an administrator who was let in',
    [permissionOf('Trial user', PROTECTED.id)],
    [ADMINISTRATOR, permissionOf('Trial viewer', PROTECTED.id)],
    false,
  ],
  [
    'the same, where the administrator is blinded there',
    [permissionOf('Trial user', PROTECTED.id)],
    [ADMINISTRATOR, permissionOf('Trial viewer', PROTECTED.id, BLINDED)],
    true,
  ],
  // An administrator's system role does not count in a protected trial beside a role of a site.
  [
    'an administrator of a protected trial, beside a viewer of one of its sites',
    [permissionOf('Trial administrator', PROTECTED.id)],
    [ADMINISTRATOR, permissionOf('Site viewer', PROTECTED.id, { site_id: 1 })],
    true,
  ],
  [
    'a viewer of one site of it, beside a viewer of another',
    [permissionOf('Site viewer', PROTECTED.id, { site_id: 2 })],
    [ADMINISTRATOR, permissionOf('Site viewer', PROTECTED.id, { site_id: 1 })],
    true,
  ],
  [
    'a viewer of the same site',
    [permissionOf('Site viewer', PROTECTED.id, { site_id: 1 })],
    [ADMINISTRATOR, permissionOf('Site viewer', PROTECTED.id, { site_id: 1 })],
    false,
  ],
  [
    'who may unblind at the site, beside who may not',
    [permissionOf('Site user', PROTECTED.id, { site_id: 1, is_unblind_authorized: true })],
    [ADMINISTRATOR, permissionOf('Site user', PROTECTED.id, { site_id: 1 })],
    true,
  ],
  [
    'who has the packs of the site, beside who has not',
    [permissionOf('Site user', PROTECTED.id, { site_id: 1, has_study_packs_access: true })],
    [ADMINISTRATOR, permissionOf('Site user', PROTECTED.id, { site_id: 1 })],
    true,
  ],
  [
    'who sees labels, beside an administrator who is blinded in that trial',
    [permissionOf('Trial user', OPEN.id, LABELS)],
    [ADMINISTRATOR, permissionOf('Trial viewer', OPEN.id, BLINDED)],
    true,
  ],
  [
    'who is blinded, beside an administrator who is blinded alike',
    [permissionOf('Trial user', OPEN.id, BLINDED)],
    [permissionOf('System administrator', null, BLINDED)],
    false,
  ],
])('%s: reaches or sees more', (_, one, other, answer) => {
  expect(reachesMore(one, other, [OPEN, PROTECTED])).toBe(answer)
})
