/** The seven statuses of a trial, with the statuses that may follow each. */
export const TRIAL_STATUSES = [
  { id: 1, key: 'planning', name: 'Planning', next: [3, 5], date: null },
  { id: 2, key: 'pending', name: 'Pending', next: [3, 5, 7], date: null },
  { id: 3, key: 'started', name: 'Started', next: [4, 6, 7], date: 'Started' },
  { id: 4, key: 'paused', name: 'Paused', next: [3, 7], date: 'Started' },
  { id: 5, key: 'rejected', name: 'Rejected', next: [], date: null },
  { id: 6, key: 'finished', name: 'Finished', next: [], date: 'Ended' },
  { id: 7, key: 'terminated', name: 'Terminated', next: [], date: 'Ended' },
] as const

export type TrialStatus = (typeof TRIAL_STATUSES)[number]
export type TrialStatusId = TrialStatus['id']
export type TrialStatusKey = TrialStatus['key']

const byId = new Map<number, TrialStatus>(TRIAL_STATUSES.map((status) => [status.id, status]))
const byKey = new Map<string, TrialStatus>(TRIAL_STATUSES.map((status) => [status.key, status]))

/** The status with this id, or undefined where the list has none. */
export const trialStatusOfId = (id: number): TrialStatus | undefined => byId.get(id)

/** The status with this lower-case name, as the trial list's filter uses it. */
export const trialStatusOfKey = (key: string): TrialStatus | undefined => byKey.get(key)

const idOf = (key: TrialStatusKey): TrialStatusId =>
  TRIAL_STATUSES.find((status) => status.key === key)?.id ?? TRIAL_STATUSES[0].id

export const PLANNING = idOf('planning')
export const PENDING = idOf('pending')
export const STARTED = idOf('started')
export const PAUSED = idOf('paused')
export const FINISHED = idOf('finished')
export const TERMINATED = idOf('terminated')

/** Statuses a trial may be created in. */
export const STATUSES_AT_CREATION: readonly TrialStatusId[] = [PLANNING, PENDING]

/** Statuses of the trials that the home page lists. */
export const ACTIVE_STATUS_KEYS = ['started', 'paused'] as const satisfies readonly TrialStatusKey[]

/** Statuses that the trial list's filter offers. */
export const FILTER_STATUS_KEYS = [
  'planning',
  'started',
  'paused',
  'rejected',
  'finished',
  'terminated',
] as const satisfies readonly TrialStatusKey[]

/** Whether a trial in status `from` may be changed to status `to`. */
export const mayChangeTrialStatus = (from: number, to: number): boolean =>
  byId.get(from)?.next.some((next) => next === to) ?? false

/** Whether a trial in this status runs: it has started, perhaps pauses, and has not ended. */
export const isRunningStatus = (id: number): boolean => id === STARTED || id === PAUSED

export const mayRandomiseInStatus = (id: number): boolean => id === STARTED

/** Whether a trial's settings may be saved in this status. */
export const mayEditInStatus = (id: number): boolean => id === PLANNING || id === PAUSED

/** Whether the seed may be revealed: the trial has run and ended, so there will be no further draw. */
export const mayRevealInStatus = (id: number): boolean => id === FINISHED || id === TERMINATED

/** Whether a trial may be downloaded as a whole: it is over, and its seed is revealed, so that nothing is blinded any more. */
export const mayArchive = (trial: { trial_status_id: number; seed_revealed_at?: string | null | undefined }): boolean =>
  mayRevealInStatus(trial.trial_status_id) && typeof trial.seed_revealed_at === 'string'

/** Whether the status is final: no other follows it. */
export const isFinalTrialStatus = (id: number): boolean => byId.get(id)?.next.length === 0

/** The date in a trial's header: its label and its day, or null where the status shows none. */
export const shownTrialDate = (trial: {
  trial_status_id: number
  started_on: string | null
  ended_on: string | null
}): { label: 'Started' | 'Ended'; date: string } | null => {
  const label = byId.get(trial.trial_status_id)?.date ?? null
  if (label === null) return null
  const date = label === 'Started' ? trial.started_on : trial.ended_on
  return date === null ? null : { label, date }
}
