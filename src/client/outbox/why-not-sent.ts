import type { StoredAction } from '#contract/stored-action'
import { isNetworkError } from '../api/failure'

/**
 * What was answered in the server's place, or by a server that failed, the last time an action was sent; null where it was never
 * sent, or the connection was lost: it goes out when that is back.
 */
export const whyNotSent = ({ state, notes }: Pick<StoredAction, 'state' | 'notes'>): string | null => {
  const last = notes.at(-1)
  if (state !== 'waiting' || last?.event !== 'unanswered' || last.words === null) return null
  return isNetworkError(last.words) ? null : last.words
}
