import { API_BASE } from '#contract/api-address'
import { STORED_ANSWERS, readStoredTrials, type StoredAnswer } from '#contract/stored-answers'
import { listTrials } from '#contract/trials'

/** An answer that a device stores, by its address. */
export type StorableAnswer = {
  answer: StoredAnswer
  /** The key in the store: the address itself. */
  scope: string
  /** The trial with which the answer is deleted, or null. */
  trial_id: number | null
}

/**
 * The storable answer at an address of the API; null where nothing is stored. Only the listed calls, and lists only without a
 * search, since search words may name a participant.
 */
export const storableAnswerAt = ({ pathname, search }: Pick<URL, 'pathname' | 'search'>): StorableAnswer | null => {
  for (const { answer, pattern } of PATTERNS) {
    const match = pattern.exec(pathname)
    if (match === null) continue
    const query = new URLSearchParams(search)
    if (query.has('q') || query.get('logs') === 'true') return null
    query.sort()
    const trial = match.groups?.['trial_id']
    return { answer, scope: `${pathname}?${query.toString()}`, trial_id: trial === undefined ? null : Number(trial) }
  }
  return null
}

/**
 * Whether the answer at a scope is deleted with a trial. Also where this version does not store the scope: what another one
 * stored may name the trial.
 */
export const isDeletedWith = (scope: string, trialId: number): boolean => {
  const storable = storableAnswerAt(new URL(scope, 'https://device.invalid'))
  return storable === null || storable.trial_id === trialId
}

/**
 * A stored body without these trials, where it is a list of trials; null where the list cannot be read, as one that another
 * version stored.
 */
export const withoutTrials = (scope: string, body: unknown, trialIds: readonly number[]): unknown => {
  if (trialIds.length === 0 || !namesTrials(scope)) return body
  const list = readStoredTrials(body)
  if (list === null) return null
  const data = list.data.filter(({ id }) => !trialIds.includes(id))
  return { ...list, data, total: list.total - (list.data.length - data.length) }
}

/** Whether the answer at a scope is a list of trials. */
export const namesTrials = (scope: string): boolean => scope.startsWith(`${LIST_OF_TRIALS}?`)

const LIST_OF_TRIALS = `${API_BASE}/${listTrials.path}`

const PATTERNS = STORED_ANSWERS.map((answer) => ({
  answer,
  pattern: new RegExp(`^${API_BASE}/${answer.endpoint.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[1-9]\\d*)')}$`),
}))
