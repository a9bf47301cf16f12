import type { StoredTrial } from '#contract/stored-answers'
import { can, isInvestigator } from '#domain/people/permissions'
import type { HomeTrial } from './use-home-trials'

/** A trial whose settings are at hand. */
export type DispensedTrial = HomeTrial & { trial: StoredTrial }

/** Whether the person works with the participants of a trial, rather than running it. */
export const isWardTrial = ({ permission }: HomeTrial): boolean =>
  permission !== null && can(permission, 'viewTrial') && !isInvestigator(permission.role)

/** Whether the person dispenses packs in a trial, rather than running it. */
export const dispensesIn = (one: HomeTrial): one is DispensedTrial =>
  isWardTrial(one) &&
  one.permission !== null &&
  can(one.permission, 'manageStudyPacks') &&
  one.trial?.is_managing_packs === true
