/** The roles of permissions. Their order is their id. */
export const ROLES = [
  { id: 1, title: 'System administrator', level: 4, context: 'system' },
  { id: 2, title: 'Trial administrator', level: 3, context: 'trial' },
  { id: 3, title: 'Trial user', level: 2, context: 'trial' },
  { id: 4, title: 'Trial viewer', level: 1, context: 'trial' },
  { id: 5, title: 'Site user', level: 2, context: 'site' },
  { id: 6, title: 'Site viewer', level: 1, context: 'site' },
] as const

export type Role = (typeof ROLES)[number]
type RoleContext = (typeof ROLE_CONTEXTS)[number]

/** The places of roles. */
export const ROLE_CONTEXTS = ['system', 'trial', 'site'] as const

/** The role that manages the service: its people, trials and records. */
export const SYSTEM_ADMINISTRATOR = ROLES[0]

/** The role that the creator of a protected trial gets in it. */
export const CREATOR_ROLE = ROLES[1]

const roleById = new Map<number, Role>(ROLES.map((role) => [role.id, role]))

export const roleOfId = (id: number): Role | undefined => roleById.get(id)

/** The role of a list that permits least, the first of several; undefined for an empty list. */
export const lowestRole = <Offered extends Pick<Role, 'id' | 'level'>>(
  roles: readonly Offered[],
): Offered | undefined => roles.toSorted((one, other) => one.level - other.level)[0]

/**
 * The role of a trial, or of one of its sites, that an import names by its level; null where there is none. Level 3 is the
 * trial administrator also where a site is named.
 */
export const roleOfLevel = (level: number, isAtSite: boolean): Role | null => {
  const roles = ROLES.filter((role) => role.context !== 'system' && role.level === level)
  return roles.find(({ context }) => (context === 'site') === isAtSite) ?? roles[0] ?? null
}

/** A stored permission that has not ended. */
export type StoredPermission = {
  role_id: number
  trial_id: number | null
  site_id: number | null
  is_blinded_partial: boolean
  is_blinded_whole: boolean
  is_unblind_authorized: boolean
  has_study_packs_access: boolean
}

/** A person's access in one context: the union of the permissions that count there. Level 0 is no permission. */
export type EffectivePermission = {
  role: { level: number; title: string; context: RoleContext | null }
  has_study_packs_access: boolean
  is_unblind_authorized: boolean
  is_blinded_partial: boolean
  is_blinded_whole: boolean
}

/** The sites that a trial permission reaches: all of the trial, or those listed. */
export type PermittedSites = 'all' | readonly number[]

export const NO_PERMISSION: EffectivePermission = {
  role: { level: 0, title: 'None', context: null },
  has_study_packs_access: false,
  is_unblind_authorized: false,
  is_blinded_partial: false,
  is_blinded_whole: false,
}

/** The level at which study packs and unblinding need no delegation. */
const LEVEL_WITHOUT_DELEGATION = 3
/** The one level to which they can be delegated. */
const LEVEL_OF_DELEGATION = 2
/** The level of a trial's investigators; people below it are its users. */
const LEVEL_OF_INVESTIGATORS = 3

export const acceptsDelegation = (role: Role): boolean => role.level === LEVEL_OF_DELEGATION

export const isInvestigator = (role: { level: number }): boolean => role.level >= LEVEL_OF_INVESTIGATORS

/** The highest level of all these permissions, wherever they hold; 0 where there are none. */
export const maxLevel = (permissions: readonly Pick<StoredPermission, 'role_id'>[]): number =>
  Math.max(0, ...permissions.map(({ role_id }) => roleOfId(role_id)?.level ?? 0))

/**
 * The union of permissions: the highest level, delegated flags that count at level 2 only, and the strictest blinding of
 * all of them.
 */
const union = (permissions: readonly StoredPermission[]): EffectivePermission => {
  const roles = permissions.map(({ role_id }) => roleOfId(role_id)).filter((role) => role !== undefined)
  const highest = roles.reduce<Role | null>((best, role) => (best && best.level >= role.level ? best : role), null)
  if (highest === null) return NO_PERMISSION
  const delegated = permissions.filter(({ role_id }) => roleOfId(role_id)?.level === LEVEL_OF_DELEGATION)
  const needsNoDelegation = highest.level >= LEVEL_WITHOUT_DELEGATION
  const isWhollyBlinded = permissions.some((permission) => permission.is_blinded_whole)
  return {
    role: { level: highest.level, title: highest.title, context: highest.context },
    has_study_packs_access: needsNoDelegation || delegated.some((permission) => permission.has_study_packs_access),
    is_unblind_authorized: needsNoDelegation || delegated.some((permission) => permission.is_unblind_authorized),
    is_blinded_partial: !isWhollyBlinded && permissions.some((permission) => permission.is_blinded_partial),
    is_blinded_whole: isWhollyBlinded,
  }
}

const contextOf = (permission: StoredPermission) => roleOfId(permission.role_id)?.context

/** What a person may do in the system as a whole: only permissions of system roles count. */
export const systemPermission = (permissions: readonly StoredPermission[]): EffectivePermission =>
  union(permissions.filter((permission) => contextOf(permission) === 'system'))

/**
 * The permissions that count in one trial. A system permission reaches every trial, but counts in a protected one only beside a
 * trial permission there.
 */
const countingIn = (
  trial: { id: number; is_protected_trial: boolean },
  permissions: readonly StoredPermission[],
): StoredPermission[] => {
  const inTrial = permissions.filter(
    (permission) => (contextOf(permission) ?? 'system') !== 'system' && permission.trial_id === trial.id,
  )
  const system = permissions.filter((permission) => contextOf(permission) === 'system')
  const systemCounts = !trial.is_protected_trial || inTrial.some((permission) => contextOf(permission) === 'trial')
  return systemCounts ? [...system, ...inTrial] : inTrial
}

/** Whether a role of the system counts in a trial; in a protected one only beside a trial permission. */
export const systemCountsIn = (
  trial: { id: number; is_protected_trial: boolean },
  permissions: readonly StoredPermission[],
): boolean => countingIn(trial, permissions).some((permission) => contextOf(permission) === 'system')

/** A person's access to one trial, and the sites that it reaches. */
export const trialPermission = (
  trial: { id: number; is_protected_trial: boolean },
  permissions: readonly StoredPermission[],
): { permission: EffectivePermission; sites: PermittedSites } => {
  const counting = countingIn(trial, permissions)
  const everySite = counting.some((permission) => contextOf(permission) !== 'site')
  const named = counting.flatMap(({ site_id }) => (site_id === null ? [] : [site_id]))
  return {
    permission: union(counting),
    sites: everySite ? 'all' : [...new Set(named)].sort((a, b) => a - b),
  }
}

/** Whether a site lies within a person's reach. */
export const reachesSite = (sites: PermittedSites, siteId: number): boolean => sites === 'all' || sites.includes(siteId)

/**
 * Every capability in a trial, with its least level and any flag it needs. The only place where a trial level is written as a
 * number.
 */
const TRIAL_CAPABILITIES = {
  viewTrial: { level: 1 },
  flagParticipant: { level: 1 },
  randomise: { level: 2 },
  viewStudyPacks: { level: 2, flag: 'has_study_packs_access' },
  /** To activate, deactivate, remove, expire, dispense and recall packs. */
  manageStudyPacks: { level: 2, flag: 'has_study_packs_access' },
  /** To change single packs. Blinded people change so many at once that no pack's group can be inferred (decision 0035). */
  changeSinglePacks: { level: 2, flag: 'has_study_packs_access', unblinded: true },
  transferStudyPacks: { level: 3, flag: 'has_study_packs_access' },
  editStudyPackExpiration: { level: 3, flag: 'has_study_packs_access' },
  /** The rows of an import, and the form that generates packs, name the study groups. */
  importStudyPacks: { level: 4, unblinded: true },
  printStudyPackLabels: { level: 4 },
  /** To see a participant's group in spite of one's blinding. */
  unblind: { level: 2, flag: 'is_unblind_authorized' },
  recordInadvertentUnblinding: { level: 2 },
  recordRandomisationError: { level: 2 },
  viewStrata: { level: 3 },
  /** Flags of people with this capability change the counts that a draw uses (src/specification/rct-alloc-1.md#flags). */
  steerCounts: { level: 3 },
  /** To get messages about incidents. */
  hearOfIncidents: { level: 3 },
  viewReports: { level: 3 },
  /** The balance of the groups by name, as a monitoring board reads it. */
  viewOpenBalance: { level: 3, unblinded: true },
  viewMessages: { level: 3 },
  resendMessage: { level: 3 },
  manageTrialUsers: { level: 3 },
  /** To grant many people their permissions from a file. */
  importTrialUsers: { level: 4 },
  viewSettings: { level: 4 },
  changeTrialStatus: { level: 4 },
  /** To request that a trial finished by mistake is re-opened, and to confirm the request of another person. */
  reopenTrial: { level: 4 },
  editTrial: { level: 4 },
  /** To end a trial's protection, which lets in system administrators who may see more than this person. */
  endProtection: { level: 4, unblinded: true },
  enterStartNonce: { level: 4 },
  /** To confirm a design that another person made. */
  confirmDesign: { level: 4, unblinded: true },
  /** To name who makes the list of allocations, and to confirm it unseen. */
  manageAllocationList: { level: 4, unblinded: true },
  /** To open a site, where the trial opens its sites one by one. */
  openSite: { level: 3 },
  /** To make and end links that show a trial's totals on a screen. */
  manageWallViews: { level: 3 },
  viewLedger: { level: 4, unblinded: true },
  /** To download a trial that is over as a whole, with every study group and the names of its people. */
  archiveTrial: { level: 4, unblinded: true },
  viewGuessability: { level: 4, unblinded: true },
  viewBlockSizes: { level: 4, unblinded: true },
  viewGroupsOfPacks: { level: 4, unblinded: true },
} as const satisfies Record<string, Needed>

export type TrialCapability = keyof typeof TRIAL_CAPABILITIES

type Needed = { level: number; flag?: 'has_study_packs_access' | 'is_unblind_authorized'; unblinded?: true }

/** The needs of a capability, to be shown to people; `can` judges by the same table. */
export const neededInTrial = (capability: TrialCapability): Needed => TRIAL_CAPABILITIES[capability]
export const levelInSystem = (capability: SystemCapability): number => SYSTEM_CAPABILITIES[capability].level
export const levelAnywhere = (capability: AnywhereCapability): number => CAPABILITIES_ANYWHERE[capability].level

/** Every capability in the system as a whole, with its least level. */
const SYSTEM_CAPABILITIES = {
  viewUnprotectedTrials: { level: 1 },
  createTrial: { level: 4 },
  revealSeed: { level: 4 },
  manageUsers: { level: 4 },
  viewAuditLogs: { level: 4 },
  viewServiceStatus: { level: 4 },
  acknowledgeAlarm: { level: 4 },
  manageNotices: { level: 4 },
  viewReports: { level: 4 },
} as const satisfies Record<string, { level: number }>

export type SystemCapability = keyof typeof SYSTEM_CAPABILITIES

export const isBlinded = (permission: Pick<StoredPermission, 'is_blinded_partial' | 'is_blinded_whole'>): boolean =>
  permission.is_blinded_whole || permission.is_blinded_partial

/** Whether this permission, effective in a trial, includes the capability there. */
export const can = (permission: EffectivePermission, capability: TrialCapability): boolean => {
  const needed: Needed = TRIAL_CAPABILITIES[capability]
  if (permission.role.level < needed.level) return false
  if (needed.flag !== undefined && !permission[needed.flag]) return false
  return needed.unblinded === undefined || !isBlinded(permission)
}

/** Whether only their blinding keeps this permission from the capability. */
export const isBlindedFrom = (permission: EffectivePermission, capability: TrialCapability): boolean =>
  !can(permission, capability) && can({ ...permission, is_blinded_partial: false, is_blinded_whole: false }, capability)

/** Whether only system administrators have a capability in a trial: a trial administrator with every flag does not. */
export const isBeyondTrialAdministrator = (capability: TrialCapability): boolean =>
  !can(
    {
      role: CREATOR_ROLE,
      has_study_packs_access: true,
      is_unblind_authorized: true,
      is_blinded_partial: false,
      is_blinded_whole: false,
    },
    capability,
  )

/** Whether a role is not above the level of this permission. */
export const isWithinLevel = (role: Role, permission: EffectivePermission): boolean =>
  role.level <= permission.role.level

/** Whether one permission is of a higher level than the other. */
export const isOfHigherLevel = (one: EffectivePermission, other: EffectivePermission): boolean =>
  one.role.level > other.role.level

/** Whether this permission, effective in the system, includes the capability there. */
export const canInSystem = (permission: EffectivePermission, capability: SystemCapability): boolean =>
  permission.role.level >= SYSTEM_CAPABILITIES[capability].level

/** Whether somebody whose highest level anywhere is this one (`maxLevel`) is a user of the system. */
export const isSystemUser = (highestLevel: number): boolean => highestLevel >= SYSTEM_ADMINISTRATOR.level

/** Every capability outside single trials, with the least level, held in any trial or the system. */
const CAPABILITIES_ANYWHERE = {
  simulate: { level: 3 },
} as const satisfies Record<string, { level: number }>

export type AnywhereCapability = keyof typeof CAPABILITIES_ANYWHERE

/** Whether somebody whose highest level anywhere is this one (`maxLevel`) has the capability. */
export const canAnywhere = (highestLevel: number, capability: AnywhereCapability): boolean =>
  highestLevel >= CAPABILITIES_ANYWHERE[capability].level

/**
 * The flag of a trial that requires blinding for this role, or null: the flag for users applies to levels 1 and 2, the one for
 * investigators to level 3.
 */
export const blindingFlagFor = (roleId: number): 'is_blinded_users' | 'is_blinded_investigators' | null => {
  const role = roleOfId(roleId)
  if (role === undefined || role.context === 'system') return null
  return isInvestigator(role) ? 'is_blinded_investigators' : 'is_blinded_users'
}

export const TRIAL_CAPABILITY_NAMES = Object.keys(TRIAL_CAPABILITIES)
