import type { StoredAction } from '#contract/stored-action'
import { isNetworkError } from '../../api/failure'

/** The words of an answer that was not the server's yes or no; `isFirewall`: a firewall's page. */
export type NotSentReason = Pick<StoredAction['notes'][number], 'isFirewall'> & { words: string }

/**
 * The last answer that was not the server's, or its failure, for an action that waits to be sent again; null where it was never
 * sent, or the connection was lost.
 */
export const reasonNotSent = ({ state, notes }: Pick<StoredAction, 'state' | 'notes'>): NotSentReason | null => {
  const last = notes.at(-1)
  if (state !== 'waiting' || last?.event !== 'unanswered' || last.words === null) return null
  const { words, isFirewall } = last
  return isNetworkError(words) ? null : { words, isFirewall }
}
