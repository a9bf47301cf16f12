import { judgeGrant, mayGrant, visibilityInSystem, type Grant, type HeldPermission } from '#domain/people/granting'
import {
  NO_PERMISSION,
  roleOfId,
  ROLES,
  type EffectivePermission,
  type StoredPermission,
} from '#domain/people/permissions'
import { visibilityOf, type Visibility } from '#domain/people/blinding'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'

const SYSTEM_ADMINISTRATOR = 1
const TRIAL_ADMINISTRATOR = 2
const TRIAL_USER = 3
const TRIAL_VIEWER = 4
const SITE_USER = 5
const SITE_VIEWER = 6

const WHOLE = { is_blinded_whole: true, is_blinded_partial: false }
const PARTIAL = { is_blinded_whole: false, is_blinded_partial: true }
const NONE = { is_blinded_whole: false, is_blinded_partial: false }
const STORED_AS: Record<Visibility, typeof WHOLE> = { nothing: WHOLE, labels: PARTIAL, names: NONE }
const SIGHTS: readonly Visibility[] = ['nothing', 'labels', 'names']

const at = (level: number): EffectivePermission => ({
  ...NO_PERMISSION,
  role: { level, title: '', context: level === 4 ? 'system' : 'trial' },
})

const TRIAL = {
  is_blinded_users: false,
  is_blinded_investigators: false,
  sites: [
    { id: 101, is_deleted: false },
    { id: 102, is_deleted: false },
    { id: 103, is_deleted: true },
  ],
}

/** A stored permission in trial 10, at site 101 where its role is for a site. */
const stored = (role_id: number, overrides: Partial<StoredPermission> = {}): StoredPermission => {
  const context = roleOfId(role_id)?.context
  return {
    role_id,
    trial_id: context === 'system' ? null : 10,
    site_id: context === 'site' ? 101 : null,
    ...NONE,
    is_unblind_authorized: false,
    has_study_packs_access: false,
    ...overrides,
  }
}
const permissionOf = (role_id: number, overrides: Partial<HeldPermission> = {}): HeldPermission => ({
  id: 7,
  ...stored(role_id, overrides),
  ...overrides,
})

/** A first permission for a user, granted by an unblinded person of level 3 in a trial without requirements. */
const grant = (role_id: number, overrides: Partial<Grant> = {}): Grant => ({
  granter: { user_id: 1, permission: at(3), visibility: 'names' },
  user_id: 2,
  requested: stored(role_id),
  trial: roleOfId(role_id)?.context === 'system' ? null : TRIAL,
  current: null,
  others: [],
  authored_trials: [],
  force_update: false,
  ...overrides,
})

const by = (level: number, visibility: Visibility = 'names') => ({ user_id: 1, permission: at(level), visibility })

const codeOf = (grantAsked: Grant) => {
  const judged = judgeGrant(grantAsked)
  return judged.ok ? 'given' : judged.refusal.code
}

describe('the roles that each level may grant', () => {
  const MAY: Record<number, number[]> = {
    0: [],
    1: [],
    2: [],
    3: [TRIAL_ADMINISTRATOR, TRIAL_USER, TRIAL_VIEWER, SITE_USER, SITE_VIEWER],
    4: ROLES.map(({ id }) => id),
  }

  it.each([0, 1, 2, 3, 4])('level %d is offered these roles', (level) => {
    const roles = ROLES.filter((role) => mayGrant(at(level), role)).map(({ id }) => id)
    expect(roles).toEqual(MAY[level])
  })

  it.each([0, 1, 2, 3, 4])('level %d grants these roles and no other', (level) => {
    for (const { id } of ROLES) {
      expect(codeOf(grant(id, { granter: by(level) }))).toBe(MAY[level]?.includes(id) ? 'given' : 'forbidden')
    }
  })

  it.each([0, 1, 2, 3, 4])('level %d changes a permission only from and to a role that it may grant', (level) => {
    for (const from of ROLES.filter(({ context }) => context !== 'system')) {
      for (const to of ROLES.filter(({ context }) => context !== 'system')) {
        const may = MAY[level]?.includes(from.id) && MAY[level]?.includes(to.id)
        const changed = grant(to.id, { granter: by(level), current: permissionOf(from.id) })
        expect(codeOf(changed)).toBe(may ? 'given' : 'forbidden')
      }
    }
  })
})

describe('nobody changes their own permission', () => {
  it.each([1, 2, 3, 4])('at level %d, whatever it is', (level) => {
    for (const { id } of ROLES) {
      const own = { granter: by(level), user_id: 1 }
      expect(codeOf(grant(id, own))).toBe('own_permission')
      expect(codeOf(grant(id, { ...own, requested: stored(id, WHOLE), force_update: true }))).toBe('own_permission')
      expect(codeOf(grant(id, { ...own, current: permissionOf(id) }))).toBe('own_permission')
    }
  })
})

describe('nobody stores less blinding than their own', () => {
  const pairs = SIGHTS.flatMap((own) => SIGHTS.map((granted) => ({ own, granted })))
  const wider = ({ own, granted }: { own: Visibility; granted: Visibility }) =>
    SIGHTS.indexOf(granted) > SIGHTS.indexOf(own)

  it.each(pairs)('a person who sees $own grants a permission that sees $granted', ({ own, granted }) => {
    const requested = stored(TRIAL_USER, STORED_AS[granted])
    const expected = wider({ own, granted }) ? 'blinded' : 'given'
    expect(codeOf(grant(TRIAL_USER, { granter: by(3, own), requested }))).toBe(expected)
    expect(
      codeOf(grant(TRIAL_USER, { granter: by(3, own), requested, current: permissionOf(TRIAL_USER, requested) })),
    ).toBe(expected)
    const system = stored(SYSTEM_ADMINISTRATOR, STORED_AS[granted])
    expect(codeOf(grant(SYSTEM_ADMINISTRATOR, { granter: by(4, own), requested: system }))).toBe(expected)
  })

  it.each(pairs.filter(wider))('nor by force_update: a person who sees $own, $granted', ({ own, granted }) => {
    const others = [permissionOf(SITE_USER, { id: 8, ...STORED_AS[own] })]
    const requested = stored(TRIAL_USER, STORED_AS[granted])
    expect(codeOf(grant(TRIAL_USER, { granter: by(3, own), requested, others, force_update: true }))).toBe('blinded')
  })

  it.each(['nothing', 'labels'] as const)('nor by omitting the blinding: a person who sees %s', (own) => {
    const requested = { ...stored(TRIAL_USER), is_blinded_whole: undefined, is_blinded_partial: undefined }
    expect(codeOf(grant(TRIAL_USER, { granter: by(3, own), requested }))).toBe('blinded')
  })
})

describe("a granter's visibility in the system", () => {
  const OPEN = 10
  const PROTECTED = 11
  it.each<[string, StoredPermission[], Visibility]>([
    ['names, with a system permission alone', [stored(SYSTEM_ADMINISTRATOR)], 'names'],
    ['as the system permission says', [stored(SYSTEM_ADMINISTRATOR, PARTIAL)], 'labels'],
    [
      'nothing, blinded in a trial that such a role reaches',
      [stored(SYSTEM_ADMINISTRATOR), stored(SITE_VIEWER, { trial_id: OPEN, ...WHOLE })],
      'nothing',
    ],
    [
      'names, blinded in a trial that such a role does not reach',
      [stored(SYSTEM_ADMINISTRATOR), stored(TRIAL_ADMINISTRATOR, { trial_id: PROTECTED, ...WHOLE })],
      'names',
    ],
    [
      'the least of all',
      [stored(SYSTEM_ADMINISTRATOR, PARTIAL), stored(TRIAL_USER, WHOLE), stored(TRIAL_USER, { trial_id: 12 })],
      'nothing',
    ],
  ])('is %s', (_says, permissions, visibility) => {
    expect(visibilityInSystem(permissions, new Set([PROTECTED]))).toBe(visibility)
  })
})

describe('the place of a role', () => {
  const faultOf = (grantAsked: Grant) => {
    const judged = judgeGrant(grantAsked)
    if (judged.ok) return 'given'
    return judged.refusal.code === 'invalid'
      ? `${judged.refusal.field}: ${judged.refusal.message}`
      : judged.refusal.code
  }
  const trialRole = 'trial_id: Trial is required'
  const systemRole = 'trial_id: A system role cannot have a trial'
  const noSite = 'site_id: Only a site role can have a site'

  it.each<[string, number, Partial<StoredPermission>, Grant['trial'], string]>([
    ['a role that is none', 7, {}, TRIAL, 'role_id: This role does not exist'],
    ['a role of the system in a trial', SYSTEM_ADMINISTRATOR, { trial_id: 10 }, TRIAL, systemRole],
    ['a role of the system at a site', SYSTEM_ADMINISTRATOR, { site_id: 101 }, null, noSite],
    ['a role of a trial in none', TRIAL_USER, { trial_id: null }, null, trialRole],
    ['a role of a trial at a site', TRIAL_USER, { site_id: 101 }, TRIAL, noSite],
    ['a role of a site in no trial', SITE_USER, { trial_id: null }, null, trialRole],
    ['a role of a site without it', SITE_USER, { site_id: null }, TRIAL, 'site_id: Site is required'],
    ['a site of another trial', SITE_USER, { site_id: 900 }, TRIAL, 'site_id: This site is not part of the trial'],
    ['a deleted site', SITE_USER, { site_id: 103 }, TRIAL, 'site_deleted'],
    ['a site', SITE_USER, { site_id: 102 }, TRIAL, 'given'],
    ['a trial', TRIAL_VIEWER, {}, TRIAL, 'given'],
    ['the system', SYSTEM_ADMINISTRATOR, {}, null, 'given'],
  ])('%s', (_says, role_id, trialAndSite, trial, said) => {
    expect(faultOf(grant(role_id, { granter: by(4), requested: stored(role_id, trialAndSite), trial }))).toBe(said)
  })

  it('stays the same: a permission is not moved to another trial, nor into the system', () => {
    const stays = 'trial_id: The trial of a permission cannot be changed. Delete it and add another'
    const inTrial = permissionOf(TRIAL_USER)
    const moved = [stored(TRIAL_USER, { trial_id: 11 }), stored(TRIAL_USER, { trial_id: null })]
    for (const requested of moved) {
      expect(faultOf(grant(TRIAL_USER, { granter: by(4), requested, current: inTrial, trial: TRIAL }))).toBe(stays)
    }
    const raised = { granter: by(4), current: inTrial, trial: TRIAL }
    expect(faultOf(grant(SYSTEM_ADMINISTRATOR, raised))).toBe(stays)
    expect(
      faultOf(grant(SYSTEM_ADMINISTRATOR, { ...raised, requested: stored(SYSTEM_ADMINISTRATOR, { trial_id: 10 }) })),
    ).toBe(systemRole)
  })

  it('may stay a site that has been deleted since, but not become one', () => {
    const there = permissionOf(SITE_USER, { site_id: 103 })
    const requested = stored(SITE_USER, { site_id: 103, has_study_packs_access: true })
    expect(faultOf(grant(SITE_USER, { requested, current: there }))).toBe('given')
    expect(faultOf(grant(SITE_USER, { requested, current: permissionOf(SITE_USER) }))).toBe('site_deleted')
  })
})

describe('whoever makes the list of a trial', () => {
  const trialOf = stored(TRIAL_VIEWER).trial_id ?? 0
  it.each([
    { role: TRIAL_VIEWER, authored_trials: [trialOf], code: 'list_author' },
    { role: TRIAL_VIEWER, authored_trials: [trialOf + 1], code: 'given' },
    { role: ROLES[0].id, authored_trials: [trialOf + 1], code: 'list_author' },
    { role: ROLES[0].id, authored_trials: [], code: 'given' },
  ])('of $authored_trials, with role $role: $code', ({ role, authored_trials, code }) => {
    expect(codeOf(grant(role, { authored_trials, granter: by(4) }))).toBe(code)
  })
})

describe('blinding is one value', () => {
  it('is not both partial and full', () => {
    const requested = stored(TRIAL_USER, { is_blinded_partial: true, is_blinded_whole: true })
    expect(judgeGrant(grant(TRIAL_USER, { requested }))).toMatchObject({
      refusal: { code: 'invalid', field: 'is_blinded_whole' },
    })
  })

  const pairs = SIGHTS.flatMap((has) => SIGHTS.map((wanted) => ({ has, wanted })))

  it.each(pairs)('is the same for one person in a trial: has $has, requests $wanted', ({ has, wanted: granted }) => {
    const others = [permissionOf(SITE_USER, STORED_AS[has])]
    const requested = stored(SITE_USER, { site_id: 102, ...STORED_AS[granted] })
    expect(codeOf(grant(SITE_USER, { requested, others }))).toBe(has === granted ? 'given' : 'blinding_conflict')
  })

  it.each(pairs.filter(({ has, wanted }) => has !== wanted))(
    'is set for all permissions by force_update: has $has, requests $wanted',
    ({ has, wanted: granted }) => {
      const others = [permissionOf(SITE_USER, STORED_AS[has]), permissionOf(TRIAL_VIEWER, { id: 8, ...STORED_AS[has] })]
      const requested = stored(SITE_USER, { site_id: 102, ...STORED_AS[granted] })
      const judged = judgeGrant(grant(SITE_USER, { requested, others, force_update: true }))
      expect(judged).toEqual({
        ok: true,
        value: { permission: requested, also: others.map((other) => ({ ...other, ...STORED_AS[granted] })) },
      })
    },
  )

  it('leaves permissions unchanged that have it already', () => {
    const others = [permissionOf(SITE_USER, WHOLE), permissionOf(TRIAL_VIEWER, { id: 8 })]
    const requested = stored(SITE_USER, { site_id: 102, ...WHOLE })
    const judged = judgeGrant(grant(SITE_USER, { requested, others, force_update: true }))
    expect(judged).toMatchObject({ value: { also: [{ id: 8, is_blinded_whole: true }] } })
  })

  it('removes delegation that only blinded people can have', () => {
    const others = [permissionOf(SITE_USER, { ...WHOLE, is_unblind_authorized: true, has_study_packs_access: true })]
    const requested = stored(SITE_USER, { site_id: 102 })
    const judged = judgeGrant(grant(SITE_USER, { requested, others, force_update: true }))
    expect(judged).toMatchObject({
      value: { also: [{ is_unblind_authorized: false, has_study_packs_access: true, is_blinded_whole: false }] },
    })
  })

  it('does not bind roles of the system to each other', () => {
    const others = [permissionOf(SYSTEM_ADMINISTRATOR, WHOLE)]
    expect(codeOf(grant(SYSTEM_ADMINISTRATOR, { granter: by(4), others }))).toBe('permission_exists')
  })
})

describe('a trial whose people must be blinded', () => {
  const DEMANDS = [
    ['users', { is_blinded_users: true, is_blinded_investigators: false }, [3, 4, 5, 6]],
    ['investigators', { is_blinded_users: false, is_blinded_investigators: true }, [2]],
    ['both', { is_blinded_users: true, is_blinded_investigators: true }, [2, 3, 4, 5, 6]],
  ] as const
  const open = { is_blinded_partial: undefined, is_blinded_whole: undefined }

  it.each(DEMANDS)('%s: refuses unblinded permissions', (_whose, flags, bound) => {
    for (const { id } of ROLES.slice(1)) {
      const judged = judgeGrant(grant(id, { trial: { ...TRIAL, ...flags } }))
      const isBound = bound.some((role) => role === id)
      expect(judged.ok ? 'given' : judged.refusal).toEqual(
        isBound
          ? { code: 'invalid', field: 'is_blinded_whole', message: 'This trial requires the permission to be blinded' }
          : 'given',
      )
    }
  })

  it.each(DEMANDS)('%s: accepts partial blinding, and blinds fully by default', (_whose, flags, bound) => {
    for (const { id } of ROLES.slice(1)) {
      const trial = { ...TRIAL, ...flags }
      expect(codeOf(grant(id, { trial, requested: stored(id, PARTIAL) }))).toBe('given')
      const judged = judgeGrant(grant(id, { trial, requested: { ...stored(id), ...open } }))
      const isBound = bound.some((role) => role === id)
      expect(judged).toMatchObject({ value: { permission: isBound ? WHOLE : NONE } })
    }
  })

  it.each([false, true])('refuses to unblind others who must be blinded, with force_update: %s', (force_update) => {
    const trial = { ...TRIAL, is_blinded_users: true }
    const others = [permissionOf(SITE_USER, WHOLE)]
    expect(codeOf(grant(TRIAL_ADMINISTRATOR, { trial, others, force_update }))).toBe('invalid')
  })
})

describe('delegation', () => {
  const both = { is_unblind_authorized: true, has_study_packs_access: true }
  it.each(ROLES.flatMap(({ id, level }) => SIGHTS.map((visibility) => ({ id, level, visibility }))))(
    'to role $id of level $level who sees $visibility',
    ({ id, level, visibility }) => {
      const requested = stored(id, { ...both, ...STORED_AS[visibility] })
      expect(judgeGrant(grant(id, { granter: by(4), requested }))).toMatchObject({
        value: {
          permission: {
            has_study_packs_access: level === 2,
            is_unblind_authorized: level === 2 && visibility !== 'names',
          },
        },
      })
    },
  )
})

test('the same role at the same place is not granted twice, nor made from another', () => {
  const others = [permissionOf(SITE_USER)]
  expect(codeOf(grant(SITE_USER, { others }))).toBe('permission_exists')
  expect(codeOf(grant(SITE_USER, { others, current: permissionOf(SITE_VIEWER, { id: 8 }) }))).toBe('permission_exists')
  expect(codeOf(grant(SITE_VIEWER, { others }))).toBe('given')
  expect(codeOf(grant(SITE_USER, { others, requested: stored(SITE_USER, { site_id: 102 }) }))).toBe('given')
})

test('for any request, the stored permission stays within the granter’s visibility and level, with one value for all', () => {
  const flags = fc.record({ is_blinded_partial: fc.boolean(), is_blinded_whole: fc.boolean() })
  const role = fc.constantFrom(...ROLES.map(({ id }) => id))
  const roleInTrial = role.filter((id) => id !== SYSTEM_ADMINISTRATOR)
  const visibility = fc.constantFrom(...SIGHTS)
  const anyGrant = fc
    .record({
      role,
      level: fc.nat(4),
      own: visibility,
      flags,
      force: fc.boolean(),
      has: fc.array(roleInTrial, { maxLength: 3 }),
      visibility,
    })
    .map((overrides) =>
      grant(overrides.role, {
        granter: by(overrides.level, overrides.own),
        requested: stored(overrides.role, overrides.flags),
        others: overrides.has.map((id, index) =>
          permissionOf(id, { id: index, site_id: 102, ...STORED_AS[overrides.visibility] }),
        ),
        force_update: overrides.force,
      }),
    )
  fc.assert(
    fc.property(anyGrant, (grantAsked) => {
      const judged = judgeGrant(grantAsked)
      fc.pre(judged.ok)
      const { permission, also } = judged.value
      for (const each of [permission, ...also]) {
        expect(SIGHTS.indexOf(visibilityOf(each))).toBeLessThanOrEqual(SIGHTS.indexOf(grantAsked.granter.visibility))
        expect(visibilityOf(each)).toBe(visibilityOf(permission))
        expect(roleOfId(each.role_id)?.level).toBeLessThanOrEqual(grantAsked.granter.permission.role.level)
      }
    }),
  )
})
