import {
  blindingFlagFor,
  can,
  canInSystem,
  isBlinded,
  isBlindedFrom,
  maxLevel,
  NO_PERMISSION,
  reachesSite,
  roleOfId,
  roleOfLevel,
  ROLES,
  systemPermission,
  TRIAL_CAPABILITY_NAMES,
  trialPermission,
  type EffectivePermission,
  type StoredPermission,
  type TrialCapability,
} from '#domain/people/permissions'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const SYSTEM_ADMINISTRATOR = 1
const TRIAL_ADMINISTRATOR = 2
const TRIAL_USER = 3
const TRIAL_VIEWER = 4
const SITE_USER = 5
const SITE_VIEWER = 6

const OPEN = { id: 10, is_protected_trial: false }
const PROTECTED = { id: 10, is_protected_trial: true }

/** A stored permission in trial 10, at site 101 where its role is for a site, with no flag set. */
const permissionOf = (role_id: number, overrides: Partial<StoredPermission> = {}): StoredPermission => {
  const context = roleOfId(role_id)?.context
  return {
    role_id,
    trial_id: context === 'system' ? null : 10,
    site_id: context === 'site' ? 101 : null,
    is_blinded_partial: false,
    is_blinded_whole: false,
    is_unblind_authorized: false,
    has_study_packs_access: false,
    ...overrides,
  }
}

const inTrial = (...permissions: StoredPermission[]) => trialPermission(OPEN, permissions)

describe('the roles', () => {
  it('are those of the contract', () => {
    expect(ROLES.map(({ title, level, context }) => `${title}: ${level}, ${context}`)).toEqual([
      'System administrator: 4, system',
      'Trial administrator: 3, trial',
      'Trial user: 2, trial',
      'Trial viewer: 1, trial',
      'Site user: 2, site',
      'Site viewer: 1, site',
    ])
  })

  it.each([
    [[], 0],
    [[SITE_VIEWER], 1],
    [[SITE_VIEWER, TRIAL_ADMINISTRATOR, TRIAL_USER], 3],
    [[SYSTEM_ADMINISTRATOR, SITE_USER], 4],
    [[99], 0],
  ])('%j reach at most level %d', (roles, level) => {
    expect(maxLevel(roles.map((role_id) => ({ role_id })))).toBe(level)
  })

  it.each([0, 7, -1, 1.5])('have none with the id %d', (id) => {
    expect(roleOfId(id)).toBeUndefined()
  })

  it.each([
    [1, false, 'Trial viewer'],
    [1, true, 'Site viewer'],
    [2, false, 'Trial user'],
    [2, true, 'Site user'],
    [3, false, 'Trial administrator'],
    [3, true, 'Trial administrator'],
    [4, false, undefined],
    [4, true, undefined],
    [0, false, undefined],
  ])('at level %d, of a site: %j', (level, isAtSite, title) => {
    expect(roleOfLevel(level, isAtSite)?.title).toBe(title)
  })
})

describe("a person's permission in a trial", () => {
  it('is nothing without a permission', () => {
    expect(inTrial()).toEqual({ permission: NO_PERMISSION, sites: [] })
  })

  it('is nothing by a permission in another trial', () => {
    expect(inTrial(permissionOf(TRIAL_ADMINISTRATOR, { trial_id: 11 })).permission).toEqual(NO_PERMISSION)
  })

  it('is nothing by a role that does not exist', () => {
    expect(inTrial(permissionOf(99))).toEqual({ permission: NO_PERMISSION, sites: [] })
    expect(inTrial(permissionOf(SITE_USER), permissionOf(99)).sites).toEqual([101])
  })

  it.each([
    [[SYSTEM_ADMINISTRATOR], 4, 'system', 'all'],
    [[TRIAL_ADMINISTRATOR], 3, 'trial', 'all'],
    [[TRIAL_USER], 2, 'trial', 'all'],
    [[TRIAL_VIEWER], 1, 'trial', 'all'],
    [[SITE_USER], 2, 'site', [101]],
    [[SITE_VIEWER], 1, 'site', [101]],
    [[TRIAL_VIEWER, SITE_USER], 2, 'site', 'all'],
    [[SITE_VIEWER, TRIAL_ADMINISTRATOR], 3, 'trial', 'all'],
    [[TRIAL_VIEWER, SYSTEM_ADMINISTRATOR], 4, 'system', 'all'],
  ])('by the roles %j is level %d of the %s, at the sites %j', (roles, level, context, sites) => {
    const reached = inTrial(...roles.map((role) => permissionOf(role)))
    expect(reached.permission.role).toMatchObject({ level, context })
    expect(reached.sites).toEqual(sites)
  })

  it('reaches every named site once, in order', () => {
    const reached = inTrial(
      permissionOf(SITE_USER, { site_id: 103 }),
      permissionOf(SITE_VIEWER, { site_id: 101 }),
      permissionOf(SITE_VIEWER, { site_id: 103 }),
      permissionOf(SITE_USER, { site_id: 900, trial_id: 11 }),
    )
    expect(reached.sites).toEqual([101, 103])
  })
})

describe('a protected trial', () => {
  const system = permissionOf(SYSTEM_ADMINISTRATOR)

  it.each([
    ['alone', [system], 0, []],
    ['beside a permission at a site', [system, permissionOf(SITE_USER)], 2, [101]],
    ['beside a permission in another trial', [system, permissionOf(TRIAL_VIEWER, { trial_id: 11 })], 0, []],
    ['beside a permission in the trial', [system, permissionOf(TRIAL_VIEWER)], 4, 'all'],
  ])('counts a system permission %s by the permission in the trial', (_beside, permissions, level, sites) => {
    const reached = trialPermission(PROTECTED, permissions)
    expect(reached.permission.role.level).toBe(level)
    expect(reached.sites).toEqual(sites)
  })

  it('is like any other for those who hold no system permission', () => {
    expect(trialPermission(PROTECTED, [permissionOf(TRIAL_USER)])).toEqual(
      trialPermission(OPEN, [permissionOf(TRIAL_USER)]),
    )
  })
})

describe.each(['has_study_packs_access', 'is_unblind_authorized'] as const)('%s', (flag) => {
  const stored = { [flag]: true }

  it.each([
    ['is there from level 3', [permissionOf(TRIAL_ADMINISTRATOR)], true],
    ['is there at level 4', [permissionOf(SYSTEM_ADMINISTRATOR)], true],
    ['is not there at level 2 of itself', [permissionOf(TRIAL_USER)], false],
    ['is there at level 2 where it is delegated', [permissionOf(TRIAL_USER, stored)], true],
    ['is there at a site where it is delegated', [permissionOf(SITE_USER, stored)], true],
    ['cannot be delegated to level 1', [permissionOf(TRIAL_VIEWER, stored)], false],
    [
      'cannot be delegated to level 1 beside a level 2',
      [permissionOf(SITE_VIEWER, stored), permissionOf(SITE_USER)],
      false,
    ],
    [
      'is there where one of two levels 2 has it',
      [permissionOf(SITE_USER), permissionOf(SITE_USER, { site_id: 102, ...stored })],
      true,
    ],
    [
      'is not there by a delegation in another trial',
      [permissionOf(SITE_USER), permissionOf(TRIAL_USER, { trial_id: 11, ...stored })],
      false,
    ],
  ])('%s', (_rule, permissions, has) => {
    expect(inTrial(...permissions).permission[flag]).toBe(has)
  })
})

describe('blinding', () => {
  const whole = { is_blinded_whole: true }
  const partial = { is_blinded_partial: true }

  it.each([
    ['none', [permissionOf(TRIAL_USER)], 'none'],
    ['partial', [permissionOf(TRIAL_USER, partial)], 'partial'],
    ['whole', [permissionOf(TRIAL_USER, whole)], 'whole'],
    ['partial beside none', [permissionOf(TRIAL_ADMINISTRATOR), permissionOf(SITE_VIEWER, partial)], 'partial'],
    ['whole beside partial', [permissionOf(TRIAL_USER, partial), permissionOf(SITE_USER, whole)], 'whole'],
    [
      'whole beside a system permission',
      [permissionOf(SYSTEM_ADMINISTRATOR), permissionOf(SITE_VIEWER, whole)],
      'whole',
    ],
    [
      'whole in another trial',
      [permissionOf(TRIAL_USER), permissionOf(TRIAL_USER, { trial_id: 11, ...whole })],
      'none',
    ],
  ])('is the strictest that counts: %s', (_held, permissions, strictest) => {
    const { permission } = inTrial(...permissions)
    expect(permission).toMatchObject({
      is_blinded_whole: strictest === 'whole',
      is_blinded_partial: strictest === 'partial',
    })
    expect(isBlinded(permission)).toBe(strictest !== 'none')
  })
})

describe('the flag of a trial that binds a role to blinding', () => {
  it.each([
    ['no role', 0, null],
    ['a system administrator', SYSTEM_ADMINISTRATOR, null],
    ['a trial administrator', TRIAL_ADMINISTRATOR, 'is_blinded_investigators'],
    ['a trial user', TRIAL_USER, 'is_blinded_users'],
    ['a trial viewer', TRIAL_VIEWER, 'is_blinded_users'],
    ['a site user', SITE_USER, 'is_blinded_users'],
    ['a site viewer', SITE_VIEWER, 'is_blinded_users'],
  ])('of %s', (_who, roleId, flag) => {
    expect(blindingFlagFor(roleId)).toBe(flag)
  })
})

describe("a person's permission in the system", () => {
  it('follows from the system role', () => {
    expect(systemPermission([permissionOf(SYSTEM_ADMINISTRATOR)]).role).toEqual({
      level: 4,
      title: 'System administrator',
      context: 'system',
    })
  })

  it('is nothing by a role in a trial', () => {
    expect(systemPermission([permissionOf(TRIAL_ADMINISTRATOR), permissionOf(SITE_USER)])).toEqual(NO_PERMISSION)
  })

  it.each(['createTrial', 'revealSeed', 'manageUsers', 'viewReports'] as const)(
    'is %s, at level 4 alone',
    (capability) => {
      expect(canInSystem(systemPermission([permissionOf(SYSTEM_ADMINISTRATOR)]), capability)).toBe(true)
      const below = { ...NO_PERMISSION, role: { level: 3, title: '', context: 'system' } } as const
      expect(canInSystem(below, capability)).toBe(false)
      expect(canInSystem(NO_PERMISSION, capability)).toBe(false)
    },
  )
})

describe('a capability', () => {
  const at = (level: number, flags: Partial<EffectivePermission> = {}): EffectivePermission => ({
    ...NO_PERMISSION,
    role: { level, title: '', context: 'trial' },
    has_study_packs_access: level >= 3,
    is_unblind_authorized: level >= 3,
    ...flags,
  })

  const NEEDS: Record<TrialCapability, number> = {
    viewTrial: 1,
    flagParticipant: 1,
    randomise: 2,
    viewStudyPacks: 3,
    manageStudyPacks: 3,
    changeSinglePacks: 3,
    transferStudyPacks: 3,
    editStudyPackExpiration: 3,
    importTrialUsers: 4,
    importStudyPacks: 4,
    printStudyPackLabels: 4,
    unblind: 3,
    recordInadvertentUnblinding: 2,
    recordRandomisationError: 2,
    viewStrata: 3,
    steerCounts: 3,
    hearOfIncidents: 3,
    viewReports: 3,
    viewOpenBalance: 3,
    viewMessages: 3,
    resendMessage: 3,
    manageTrialUsers: 3,
    viewSettings: 4,
    changeTrialStatus: 4,
    reopenTrial: 4,
    editTrial: 4,
    endProtection: 4,
    enterStartNonce: 4,
    confirmDesign: 4,
    manageAllocationList: 4,
    openSite: 3,
    manageWallViews: 3,
    viewLedger: 4,
    archiveTrial: 4,
    viewGuessability: 4,
    viewBlockSizes: 4,
    viewGroupsOfPacks: 4,
  }
  const capabilities = Object.keys(NEEDS)
    .filter(isCapability)
    .map((capability) => ({ capability, level: NEEDS[capability] }))

  it('is in this table', () => {
    expect(new Set(Object.keys(NEEDS))).toEqual(new Set(TRIAL_CAPABILITY_NAMES))
  })

  it.each(capabilities)('$capability begins at level $level', ({ capability, level }) => {
    const having = [0, 1, 2, 3, 4].filter((one) => can(at(one), capability))
    expect(having).toEqual([0, 1, 2, 3, 4].filter((one) => one >= level))
  })

  it.each([
    ['see study packs', 'viewStudyPacks', { has_study_packs_access: true }],
    ['manage study packs', 'manageStudyPacks', { has_study_packs_access: true }],
    ['change single packs', 'changeSinglePacks', { has_study_packs_access: true }],
    ['unblind', 'unblind', { is_unblind_authorized: true }],
  ] as const)('to %s can be delegated to level 2, not to level 1', (_what, capability, delegated) => {
    expect(can(at(2), capability)).toBe(false)
    expect([0, 1, 2].map((level) => can(at(level, delegated), capability))).toEqual([false, false, true])
  })

  const blindings = [{ is_blinded_partial: true }, { is_blinded_whole: true }]
  const unblinded = [
    'viewOpenBalance',
    'endProtection',
    'changeSinglePacks',
    'importStudyPacks',
    'confirmDesign',
    'manageAllocationList',
    'viewLedger',
    'archiveTrial',
    'viewGuessability',
    'viewBlockSizes',
    'viewGroupsOfPacks',
  ]

  it.each(capabilities)('$capability is lost by any blinding where it must be', ({ capability }) => {
    const keeps = blindings.map((blinding) => can(at(4, blinding), capability))
    expect(keeps).toEqual(unblinded.includes(capability) ? [false, false] : [true, true])
  })

  it.each(capabilities)('$capability is denied to someone by blinding alone', ({ capability, level }) => {
    const isOnlyBlinding = [0, 1, 2, 3, 4].map((one) =>
      blindings.map((blinding) => isBlindedFrom(at(one, blinding), capability)),
    )
    const isIt = (one: number) => unblinded.includes(capability) && one >= level
    expect(isOnlyBlinding).toEqual([0, 1, 2, 3, 4].map((one) => [isIt(one), isIt(one)]))
    expect(isBlindedFrom(at(4), capability)).toBe(false)
  })
})

describe('a site', () => {
  it.each([
    ['all', 101, true],
    [[101, 102], 102, true],
    [[101, 102], 103, false],
    [[], 101, false],
  ] as const)('of %j: %d is reached: %s', (sites, site, reached) => {
    expect(reachesSite(sites, site)).toBe(reached)
  })
})

describe('permissions of any kind', () => {
  const permission = fc
    .record({
      role_id: fc.constantFrom(...ROLES.map(({ id }) => id)),
      trial_id: fc.constantFrom(10, 11),
      site_id: fc.constantFrom(101, 102, 103),
      is_blinded_partial: fc.boolean(),
      is_blinded_whole: fc.boolean(),
      is_unblind_authorized: fc.boolean(),
      has_study_packs_access: fc.boolean(),
    })
    .map(({ role_id, trial_id, site_id, ...flags }) => {
      const context = roleOfId(role_id)?.context
      return permissionOf(role_id, {
        ...flags,
        trial_id: context === 'system' ? null : trial_id,
        site_id: context === 'site' ? site_id : null,
      })
    })
  const permissions = fc.array(permission, { maxLength: 6 })
  const trial = fc.constantFrom(OPEN, PROTECTED)

  const strictness = ({ is_blinded_whole, is_blinded_partial }: EffectivePermission) =>
    is_blinded_whole ? 2 : Number(is_blinded_partial)

  it('never reduce a level or a site when one is added', () => {
    fc.assert(
      fc.property(trial, permissions, permission, (one, some, another) => {
        const before = trialPermission(one, some)
        const after = trialPermission(one, [...some, another])
        expect(after.permission.role.level).toBeGreaterThanOrEqual(before.permission.role.level)
        const lost = [101, 102, 103].filter(
          (site) => reachesSite(before.sites, site) && !reachesSite(after.sites, site),
        )
        expect(lost).toEqual([])
      }),
    )
  })

  it('never loosen a blinding when one is added', () => {
    fc.assert(
      fc.property(trial, permissions, permission, (one, some, another) => {
        const before = trialPermission(one, some).permission
        const after = trialPermission(one, [...some, another]).permission
        expect(strictness(after)).toBeGreaterThanOrEqual(strictness(before))
      }),
    )
  })

  it('count the same in any order', () => {
    fc.assert(
      fc.property(trial, permissions, (one, some) => {
        const forwards = trialPermission(one, some)
        const backwards = trialPermission(one, some.toReversed())
        expect(backwards.sites).toEqual(forwards.sites)
        expect({ ...backwards.permission, role: backwards.permission.role.level }).toEqual({
          ...forwards.permission,
          role: forwards.permission.role.level,
        })
      }),
    )
  })

  it('grant no more in a protected trial than in an open one', () => {
    fc.assert(
      fc.property(permissions, (some) => {
        const open = trialPermission(OPEN, some).permission.role.level
        expect(trialPermission(PROTECTED, some).permission.role.level).toBeLessThanOrEqual(open)
      }),
    )
  })

  it('reach nothing where they give no level', () => {
    fc.assert(
      fc.property(trial, permissions, (one, some) => {
        const { permission: effective, sites } = trialPermission(one, some)
        fc.pre(effective.role.level === 0)
        expect(sites).toEqual([])
      }),
    )
  })
})

function isCapability(name: string): name is TrialCapability {
  return TRIAL_CAPABILITY_NAMES.includes(name)
}
