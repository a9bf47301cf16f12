import { can, trialPermission } from '#domain/people/permissions'
import { PAUSED, PENDING, PLANNING, STARTED } from '#domain/trials/trial-status'
import { findDeskTrials } from '../../ground/db/desk'
import type { Queries } from '../../ground/db/transaction'
import type { Actor } from '../call/call'
import { reachedTrials } from '../trials/list-trials'

/** The most trials of a person that are read, the newest of those that they run. */
const MOST_TRIALS = 50

const NOT_ENDED = [PLANNING, PENDING, STARTED, PAUSED]

/** The unfinished trials that a person runs: those about whose incidents they are told, at every site. */
export const runTrials = async (queries: Queries, { permissions }: Actor) => {
  const trials = await findDeskTrials(queries, reachedTrials(permissions), NOT_ENDED)
  return trials
    .map((trial) => ({ trial, ...trialPermission(trial, permissions) }))
    .filter(({ permission, sites }) => can(permission, 'hearOfIncidents') && sites === 'all')
    .slice(-MOST_TRIALS)
}

export type DeskTrial = Awaited<ReturnType<typeof runTrials>>[number]
