import { accessIn, mayReceive } from '#domain/people/notifications'
import type { TrialPerson } from '../../../ground/db/trial-people'

/** Whether a person may have the monthly report of a trial now: they see its reports, at every site. */
export const mayGetReport = (
  trial: { id: number; is_protected_trial: boolean },
  { permissions }: Pick<TrialPerson, 'permissions'>,
): boolean => mayReceive({ kind: 'monthly_report', site_id: null }, accessIn(trial, permissions))
