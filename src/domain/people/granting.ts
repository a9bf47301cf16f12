import { seesMore, visibilityOf, type Visibility } from './blinding'
import { accepted, refused, type Outcome } from '../outcome'
import { isKeptFrom } from '../own-lists/list-author'
import {
  blindingFlagFor,
  can,
  canInSystem,
  isBlinded,
  isWithinLevel,
  roleOfId,
  acceptsDelegation,
  type EffectivePermission,
  type Role,
  type StoredPermission,
} from './permissions'
import { SITE_REQUIRED, SITE_UNKNOWN } from '../trials/site'

/** The granter: what they may do in the trial of the permission, and how much they see of its study groups. */
export type Granter = { user_id: number; permission: EffectivePermission; visibility: Visibility }

export type HeldPermission = StoredPermission & { id: number }

/** The settings of a trial that decide which permissions may be granted in it. */
export type GrantingTrial = {
  is_blinded_users: boolean
  is_blinded_investigators: boolean
  sites: readonly { id: number; is_deleted: boolean }[]
}

/** A permission as it is requested. Where both blinding fields are missing, it gets what the trial demands, or none. */
export type RequestedPermission = Omit<StoredPermission, Blinding> & { [Flag in Blinding]?: boolean | undefined }
type Blinding = 'is_blinded_partial' | 'is_blinded_whole'

export type Grant = {
  granter: Granter
  /** The future holder. */
  user_id: number
  requested: RequestedPermission
  /** The trial of the permission; null for a role of the system. */
  trial: GrantingTrial | null
  /** The permission to be changed; null for a new one. */
  current: HeldPermission | null
  /** The holder's other permissions in that trial, or in the system. */
  others: readonly HeldPermission[]
  /** The trials whose list of allocations the holder makes or made. */
  authored_trials: readonly number[]
  /** Whether the other permissions are set to the same blinding. */
  force_update: boolean
}

/** Why a permission is not granted, changed or ended. `invalid` names a field that does not fit role or trial. */
export type GrantRefusal =
  | { code: 'invalid'; field: keyof StoredPermission; message: string }
  | {
      code:
        | 'own_permission'
        | 'forbidden'
        | 'blinded'
        | 'site_deleted'
        | 'permission_exists'
        | 'blinding_conflict'
        | 'list_author'
    }

/** The permissions to store: this one, and the person's others that change with it. */
export type Granted = { permission: StoredPermission; also: HeldPermission[] }

/**
 * Whether a person may grant, change or end permissions of a role: they manage the people there, and the role is not above
 * their own level.
 */
export const mayGrant = (permission: EffectivePermission, role: Role): boolean => {
  const managesPeople =
    role.context === 'system' ? canInSystem(permission, 'manageUsers') : can(permission, 'manageTrialUsers')
  return managesPeople && isWithinLevel(role, permission)
}

/**
 * How much a person sees of study groups wherever a role of the system reaches: the least that any of their permissions allows.
 * Permissions in protected trials do not count, since a role of the system alone does not reach these.
 */
export const visibilityInSystem = (
  permissions: readonly StoredPermission[],
  protectedTrials: ReadonlySet<number>,
): Visibility => {
  const reached = permissions.filter(({ trial_id }) => trial_id === null || !protectedTrials.has(trial_id))
  return visibilityOf({
    is_blinded_whole: reached.some(({ is_blinded_whole }) => is_blinded_whole),
    is_blinded_partial: reached.some(({ is_blinded_partial }) => is_blinded_partial),
  })
}

/**
 * Whether a permission may be granted or changed, and the permissions to store. Nobody writes their own permission, grants
 * beyond their level, or stores less blinding than their own. Delegation that the role or the blinding does not allow is set to
 * false.
 */
export const judgeGrant = (grant: Grant): Outcome<Granted, GrantRefusal> => {
  const { granter, requested, trial, current, others } = grant
  if (grant.user_id === granter.user_id) return refused({ code: 'own_permission' })
  const role = roleOfId(requested.role_id)
  if (!role) return invalid('role_id', 'This role does not exist')
  const fault = trialOrSiteFault(role, requested, trial, current)
  if (fault) return refused(fault)
  const roles = [role, ...(current ? [roleOfId(current.role_id)] : [])]
  if (!roles.every((each) => each && mayGrant(granter.permission, each))) return refused({ code: 'forbidden' })
  if (isKeptFrom(requested, grant.authored_trials)) return refused({ code: 'list_author' })

  if (requested.is_blinded_partial && requested.is_blinded_whole) return invalid('is_blinded_whole', BLINDED_TWICE)
  const permission = withDefaultBlinding(role, requested, trial)
  const visibility = visibilityOf(permission)
  if (seesMore(visibility, granter.visibility)) return refused({ code: 'blinded' })
  const also = trial ? blindedWith(permission, others) : []
  if ([permission, ...also].some((each) => !isBlinded(each) && mustBeBlinded(each.role_id, trial)))
    return invalid('is_blinded_whole', MUST_BE_BLINDED)
  if (others.some((other) => isSameTrialAndSite(other, permission))) return refused({ code: 'permission_exists' })
  if (also.length > 0 && !grant.force_update) return refused({ code: 'blinding_conflict' })
  return accepted({ permission, also })
}

const BLINDED_TWICE = 'Choose one blinding: partial or full'
/** The message where a role of a trial is requested without a trial. */
export const TRIAL_REQUIRED = 'Trial is required'
/** The messages where the user or the role is missing. */
export const USER_REQUIRED = 'User is required'
export const NO_SUCH_USER = 'This user does not exist'
export const ROLE_REQUIRED = 'Role is required'
const MUST_BE_BLINDED = 'This trial requires the permission to be blinded'

const invalid = (field: keyof StoredPermission, message: string) =>
  refused<GrantRefusal>({ code: 'invalid', field, message })

/** Why the trial and site do not fit the role; null where they do. */
const trialOrSiteFault = (
  role: Role,
  { trial_id, site_id }: RequestedPermission,
  trial: GrantingTrial | null,
  current: HeldPermission | null,
): GrantRefusal | null => {
  const fault = (field: 'trial_id' | 'site_id', message: string): GrantRefusal => ({ code: 'invalid', field, message })
  if (current && current.trial_id !== trial_id)
    return fault('trial_id', 'The trial of a permission cannot be changed. Delete it and add another')
  if (role.context === 'system' && trial) return fault('trial_id', 'A system role cannot have a trial')
  if (role.context !== 'system' && !trial) return fault('trial_id', TRIAL_REQUIRED)
  if (role.context !== 'site') return site_id === null ? null : fault('site_id', 'Only a site role can have a site')
  if (site_id === null) return fault('site_id', SITE_REQUIRED)
  const site = trial?.sites.find(({ id }) => id === site_id)
  if (!site) return fault('site_id', SITE_UNKNOWN)
  return site.is_deleted && current?.site_id !== site_id ? { code: 'site_deleted' } : null
}

const mustBeBlinded = (roleId: number, trial: GrantingTrial | null): boolean => {
  const flag = blindingFlagFor(roleId)
  return trial !== null && flag !== null && trial[flag]
}

const withDefaultBlinding = (
  role: Role,
  requested: RequestedPermission,
  trial: GrantingTrial | null,
): StoredPermission => {
  const isOpen = requested.is_blinded_partial === undefined && requested.is_blinded_whole === undefined
  return withDelegation(role, {
    ...requested,
    is_blinded_partial: requested.is_blinded_partial ?? false,
    is_blinded_whole: requested.is_blinded_whole ?? (isOpen && mustBeBlinded(role.id, trial)),
  })
}

/** Packs can be delegated to level 2 only, unblinding to people who are blinded there. */
const withDelegation = <P extends StoredPermission>(role: Role | undefined, permission: P): P => {
  const isDelegable = role !== undefined && acceptsDelegation(role)
  return {
    ...permission,
    has_study_packs_access: isDelegable && permission.has_study_packs_access,
    is_unblind_authorized: isDelegable && isBlinded(permission) && permission.is_unblind_authorized,
  }
}

/** Those of a person's other permissions in a trial whose blinding differs from this one's, with its blinding. */
export const blindedWith = (permission: StoredPermission, others: readonly HeldPermission[]): HeldPermission[] =>
  others
    .filter((other) => visibilityOf(other) !== visibilityOf(permission))
    .map((other) => blindedAs(permission, other))

const blindedAs = ({ is_blinded_partial, is_blinded_whole }: StoredPermission, other: HeldPermission): HeldPermission =>
  withDelegation(roleOfId(other.role_id), { ...other, is_blinded_partial, is_blinded_whole })

const isSameTrialAndSite = (one: StoredPermission, other: StoredPermission): boolean =>
  one.role_id === other.role_id && one.trial_id === other.trial_id && one.site_id === other.site_id
