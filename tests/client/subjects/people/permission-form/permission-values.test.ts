import { permissionForm } from '#contract/user-permissions'
import { ROLES } from '#domain/people/permissions'
import { schemaResolver } from '@mantine/form'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import {
  bodyOf,
  changed,
  changesNotifications,
  fieldsTaken,
  mustBeBlinded,
  newPermission,
  wholePermission,
  type PermissionValues,
} from '../../../../../src/client/subjects/people/permission-form/permission-values'

const [SYSTEM, TRIAL_ADMINISTRATOR, TRIAL_USER, TRIAL_VIEWER, SITE_USER, SITE_VIEWER] = [1, 2, 3, 4, 5, 6]

const values = (more: Partial<PermissionValues>): PermissionValues => ({ ...newPermission(ROLES), ...more })

test('a new permission has the least role, without trial, site or flag', () => {
  expect(newPermission(ROLES)).toEqual({
    role_id: TRIAL_VIEWER,
    trial_id: null,
    site_id: null,
    blinding: 'unblinded',
    is_unblind_authorized: false,
    has_study_packs_access: false,
  })
  expect(newPermission([]).role_id).toBe(null)
  expect(newPermission(ROLES.slice(2), 7)).toMatchObject({ role_id: TRIAL_VIEWER, trial_id: 7 })
  expect(newPermission(ROLES.slice(0, 1))).toMatchObject({ role_id: SYSTEM })
})

describe('the fields of a permission', () => {
  test.each([
    [SYSTEM, { trial: false, site: false, packs: false, unblind: false }],
    [TRIAL_ADMINISTRATOR, { trial: true, site: false, packs: false, unblind: false }],
    [TRIAL_USER, { trial: true, site: false, packs: true, unblind: true }],
    [TRIAL_VIEWER, { trial: true, site: false, packs: false, unblind: false }],
    [SITE_USER, { trial: true, site: true, packs: true, unblind: true }],
    [SITE_VIEWER, { trial: true, site: true, packs: false, unblind: false }],
  ])('role %i, blinded', (role_id, takes) => {
    expect(fieldsTaken({ role_id, blinding: 'full' })).toEqual(takes)
  })

  test('unblinding is delegated only to blinded people', () => {
    expect(fieldsTaken({ role_id: TRIAL_USER, blinding: 'unblinded' }).unblind).toBe(false)
    expect(fieldsTaken({ role_id: TRIAL_USER, blinding: 'label_replacement' }).unblind).toBe(true)
  })
})

describe('a change resets fields that are no longer used', () => {
  const full = values({
    role_id: SITE_USER,
    trial_id: 3,
    site_id: 9,
    blinding: 'full',
    is_unblind_authorized: true,
    has_study_packs_access: true,
  })
  test.each<[string, Partial<PermissionValues>, Partial<PermissionValues>]>([
    ['unblinded', { blinding: 'unblinded' }, { is_unblind_authorized: false, has_study_packs_access: true }],
    ['another level', { role_id: SITE_VIEWER }, { is_unblind_authorized: false, has_study_packs_access: false }],
    ['another trial', { trial_id: 4 }, { site_id: null, is_unblind_authorized: true }],
    ['a role of the trial', { role_id: TRIAL_USER }, { is_unblind_authorized: true }],
    ['a role of the system', { role_id: SYSTEM }, { is_unblind_authorized: false, has_study_packs_access: false }],
  ])('to %s', (_to, change, left) => {
    expect(changed(full, change)).toMatchObject(left)
  })
})

test.each([
  [TRIAL_USER, { trial_id: 3, site_id: null }],
  [SYSTEM, { trial_id: null, site_id: null }],
])('trial and site are remembered for the role before, and not sent with role %i', (role_id, sent) => {
  const before = values({ role_id: SITE_USER, trial_id: 3, site_id: 9 })
  const other = changed(before, { role_id })
  expect(bodyOf(v.parse(wholePermission, other), false)).toMatchObject(sent)
  const again = v.parse(wholePermission, changed(other, { role_id: SITE_USER }))
  expect(bodyOf(again, false)).toMatchObject({ trial_id: 3, site_id: 9 })
})

describe('the people who must be blinded', () => {
  const both = { is_blinded_users: true, is_blinded_investigators: true }
  test.each([
    [TRIAL_VIEWER, { is_blinded_users: true }, true],
    [SITE_USER, { is_blinded_users: true }, true],
    [TRIAL_ADMINISTRATOR, { is_blinded_users: true }, false],
    [TRIAL_ADMINISTRATOR, { is_blinded_investigators: true }, true],
    [SYSTEM, both, false],
    [TRIAL_USER, {}, false],
    [TRIAL_USER, undefined, false],
    [null, both, false],
  ])('role %s in %o: %s', (role_id, trial, must) => {
    expect(mustBeBlinded(role_id, trial)).toBe(must)
  })
})

describe('the missing fields', () => {
  test.each<[Partial<PermissionValues>, object]>([
    [{ role_id: null }, { role_id: 'Role is required' }],
    [{ role_id: TRIAL_USER }, { trial_id: 'Trial is required' }],
    [{ role_id: SITE_USER, trial_id: 3 }, { site_id: 'Site is required' }],
    [{ role_id: SYSTEM }, {}],
  ])('of %j', (more, missing) => {
    expect(schemaResolver(wholePermission, { sync: true })(values(more))).toEqual(missing)
  })
})

test('the sent permission fits the contract and has both flags of the blinding', () => {
  const whole = v.parse(wholePermission, values({ role_id: TRIAL_USER, trial_id: 3, blinding: 'label_replacement' }))
  const sent = bodyOf(whole, true)
  expect(v.is(permissionForm, sent)).toBe(true)
  expect(sent).toMatchObject({ is_blinded_partial: true, is_blinded_whole: false, force_update: true })
})

test.each([
  [TRIAL_USER, TRIAL_ADMINISTRATOR, true],
  [TRIAL_ADMINISTRATOR, SITE_VIEWER, true],
  [TRIAL_USER, SITE_VIEWER, false],
  [TRIAL_ADMINISTRATOR, TRIAL_ADMINISTRATOR, false],
])('from role %i to %i notifications change: %s', (before, after, does) => {
  expect(changesNotifications(before, after)).toBe(does)
})
