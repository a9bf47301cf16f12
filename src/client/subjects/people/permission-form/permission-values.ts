import type { SentBody } from '#contract/endpoint'
import type { grantPermission, UserPermission } from '#contract/user-permissions'
import { ROLE_REQUIRED, TRIAL_REQUIRED } from '#domain/people/granting'
import {
  blindingFlagFor,
  isInvestigator,
  lowestRole,
  roleOfId,
  acceptsDelegation,
  type Role,
} from '#domain/people/permissions'
import { SITE_REQUIRED } from '#domain/trials/site'
import * as v from 'valibot'

/** How much of study groups a permission shows. */
export const BLINDINGS = ['unblinded', 'label_replacement', 'full'] as const
export type Blinding = (typeof BLINDINGS)[number]

/** A permission while it is written. */
export type PermissionValues = {
  role_id: number | null
  trial_id: number | null
  site_id: number | null
  blinding: Blinding
  is_unblind_authorized: boolean
  has_study_packs_access: boolean
}

/**
 * A new permission: the least role, no site, no flag, and no trial unless one is given. A premature press grants nobody
 * more than they need.
 */
export const newPermission = (
  roles: readonly Pick<Role, 'id' | 'level'>[],
  trialId: number | null = null,
): PermissionValues => ({
  role_id: lowestRole(roles)?.id ?? null,
  trial_id: trialId,
  site_id: null,
  blinding: 'unblinded',
  is_unblind_authorized: false,
  has_study_packs_access: false,
})

export const valuesOf = (permission: UserPermission): PermissionValues => ({
  role_id: permission.role_id,
  trial_id: permission.trial_id,
  site_id: permission.site_id,
  blinding: blindingOf(permission),
  is_unblind_authorized: permission.is_unblind_authorized,
  has_study_packs_access: permission.has_study_packs_access,
})

export const blindingOf = (permission: Pick<UserPermission, 'is_blinded_whole' | 'is_blinded_partial'>): Blinding => {
  if (permission.is_blinded_whole) return 'full'
  return permission.is_blinded_partial ? 'label_replacement' : 'unblinded'
}

/** The fields that a permission of this role and blinding uses. */
export const fieldsTaken = ({ role_id, blinding }: Pick<PermissionValues, 'role_id' | 'blinding'>) => {
  const role = role_id === null ? undefined : roleOfId(role_id)
  const isDelegated = role !== undefined && acceptsDelegation(role)
  return {
    trial: role !== undefined && role.context !== 'system',
    site: role?.context === 'site',
    packs: isDelegated,
    unblind: isDelegated && blinding !== 'unblinded',
  }
}

/** Whether a trial requires people with this role to be blinded. */
export const mustBeBlinded = (
  role_id: number | null,
  trial: { is_blinded_users?: boolean | undefined; is_blinded_investigators?: boolean | undefined } | undefined,
): boolean => {
  const flag = role_id === null ? null : blindingFlagFor(role_id)
  return flag !== null && trial?.[flag] === true
}

/**
 * The values with one of them changed. Flags that the new role or blinding does not use are reset; trial and site are
 * remembered for a role that uses them again.
 */
export const changed = <Values extends PermissionValues>(values: Values, change: Partial<Values>): Values => {
  const next = { ...values, ...change }
  const takes = fieldsTaken(next)
  return {
    ...next,
    site_id: next.trial_id === values.trial_id ? next.site_id : null,
    has_study_packs_access: takes.packs && next.has_study_packs_access,
    is_unblind_authorized: takes.unblind && next.is_unblind_authorized,
  }
}

/** A permission that may be sent: every field that its role uses is filled in. */
export const wholePermission = v.pipe(
  v.object({
    role_id: v.number(ROLE_REQUIRED),
    trial_id: v.nullable(v.number()),
    site_id: v.nullable(v.number()),
    blinding: v.picklist(BLINDINGS),
    is_unblind_authorized: v.boolean(),
    has_study_packs_access: v.boolean(),
  }),
  v.forward(
    v.check((values) => !fieldsTaken(values).trial || values.trial_id !== null, TRIAL_REQUIRED),
    ['trial_id'],
  ),
  v.forward(
    v.check((values) => !fieldsTaken(values).site || values.site_id !== null, SITE_REQUIRED),
    ['site_id'],
  ),
)
type WholePermission = v.InferOutput<typeof wholePermission>

/** A permission as it is sent. */
export const bodyOf = (values: WholePermission, force_update: boolean): SentBody<typeof grantPermission> => {
  const { role_id, trial_id, site_id, blinding, is_unblind_authorized, has_study_packs_access } = values
  const takes = fieldsTaken(values)
  return {
    role_id,
    trial_id: takes.trial ? trial_id : null,
    site_id: takes.site ? site_id : null,
    is_blinded_partial: blinding === 'label_replacement',
    is_blinded_whole: blinding === 'full',
    is_unblind_authorized,
    has_study_packs_access,
    force_update,
  }
}

/** Whether a change of role changes its holder's notifications: it crosses the threshold of the investigators. */
export const changesNotifications = (before: number | null, after: number | null): boolean => {
  const [one, other] = [before, after].map((id) => (id === null ? undefined : roleOfId(id)))
  return one !== undefined && other !== undefined && isInvestigator(one) !== isInvestigator(other)
}
