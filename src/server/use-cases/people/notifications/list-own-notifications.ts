import type { listOwnNotifications as endpoint } from '#contract/trial-notifications'
import { accepted } from '#domain/outcome'
import { findNotifyingTrials, findPreferences } from '../../../ground/db/trial-notifications'
import type { ReadHandler } from '../../call/call'
import { shownNotification } from './notifications-in'

/** The person's notifications in every trial in which they have a role, by trial id. */
export const listOwnNotifications: ReadHandler<typeof endpoint> = async ({ context, actor }) => {
  const { queries } = context.database
  const { user_id, permissions } = actor
  const trials = await findNotifyingTrials(
    queries,
    permissions.flatMap(({ trial_id }) => trial_id ?? []),
  )
  const chosen = await findPreferences(
    queries,
    trials.map(({ id }) => id),
    [user_id],
  )
  const data = trials.map((trial) => ({
    ...shownNotification(trial, user_id, permissions, chosen.find(({ trial_id }) => trial_id === trial.id) ?? null),
    trial: { id: trial.id, title: trial.title },
  }))
  return accepted({ data })
}
