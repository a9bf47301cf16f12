import type { StoredAction } from '#contract/stored-action'
import { isOpen } from '#offline/outbox-item'
import { useSession } from '../session/use-session'
import { useStore } from '../store'
import type { OutboxView } from './create-device-outbox'
import { deviceOutbox } from './device-outbox'

/** The outbox as the person at this device sees it: his own actions whole, of others only that they wait. */
export type ShownOutbox = Pick<OutboxView, 'missing' | 'unavailable'> & {
  /** The person's own, oldest first. */
  own: readonly StoredAction[]
  /** Whose else actions wait here, by name, and how many. */
  others: readonly { name: string; count: number }[]
  unreadable: readonly string[]
}

export const useOutbox = (): ShownOutbox => {
  const { session } = useSession()
  const { content, missing, unavailable } = useStore(deviceOutbox.view)
  return { ...shownTo(session?.sub ?? null, content.actions), unreadable: content.unreadable, missing, unavailable }
}

export const shownTo = (sub: string | null, actions: readonly StoredAction[]): Pick<ShownOutbox, 'own' | 'others'> => {
  const counts = new Map<string, number>()
  for (const { author } of actions.filter((action) => isOpen(action) && action.author.sub !== sub))
    counts.set(author.name, (counts.get(author.name) ?? 0) + 1)
  return {
    own: actions.filter(({ author }) => author.sub === sub),
    others: [...counts].map(([name, count]) => ({ name, count })),
  }
}

/** What of one's own is still under way, in the words of the counter; null where nothing is. */
export const counterWords = (own: readonly StoredAction[]): string | null => {
  const count = (states: readonly StoredAction['state'][]) => own.filter(({ state }) => states.includes(state)).length
  const refused = count(['attention'])
  if (refused > 0) return `${refused} refused`
  const sending = count(['sending'])
  if (sending > 0) return `Sending ${sending}…`
  const waiting = count(['waiting', 'held'])
  return waiting > 0 ? `${waiting} waiting` : null
}

/** "2 unsent actions". */
export const unsentActions = (count: number): string => (count === 1 ? '1 unsent action' : `${count} unsent actions`)
