import { mayGrant } from '#domain/people/granting'
import { ROLES, type EffectivePermission, type Role } from '#domain/people/permissions'

/** The roles of a trial and its sites that a person may grant there: none above their own level. */
export const rolesToGive = (permission: EffectivePermission): Role[] =>
  ROLES.filter((role) => role.context !== 'system' && mayGrant(permission, role))
