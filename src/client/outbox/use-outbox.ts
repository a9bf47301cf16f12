import type { StoredAction } from '#contract/stored-action'
import { isOpen } from '#offline/outbox-item'
import { pendingAt } from '#offline/overlay'
import { useSession } from '../session/use-session'
import { useStore } from '../store'
import type { OutboxView } from './create-device-outbox'
import { deviceOutbox } from './device-outbox'
import type { Remembered } from './outbox-mirror'

/** How many actions of a person there are, by name and nothing of what they are. */
type Counted = { name: string; count: number }

/** The outbox as the person at this device sees it: his own actions whole, of others only that they wait. */
export type ShownOutbox = Pick<OutboxView, 'isKnown' | 'unavailable'> & {
  /** The person's own, oldest first. */
  own: readonly StoredAction[]
  /** Whose else actions wait here. */
  others: readonly Counted[]
  /** The person's own that cannot be found. */
  missing: readonly Remembered[]
  /** Whose else cannot be found. */
  othersMissing: readonly Counted[]
  unreadable: readonly string[]
}

export const useOutbox = (): ShownOutbox => {
  const { session } = useSession()
  return shownTo(session?.sub ?? null, useStore(deviceOutbox.view))
}

export const shownTo = (sub: string | null, { isKnown, content, missing, unavailable }: OutboxView): ShownOutbox => ({
  own: content.actions.filter(({ author }) => author.sub === sub),
  others: counted(content.actions.filter((action) => isOpen(action) && action.author.sub !== sub).map(nameOf)),
  missing: missing.filter((one) => one.sub === sub),
  othersMissing: counted(missing.filter((one) => one.sub !== sub).map(({ author }) => author)),
  unreadable: content.unreadable,
  isKnown,
  unavailable,
})

const nameOf = ({ author }: StoredAction): string => author.name

const counted = (names: readonly string[]): Counted[] =>
  [...new Set(names)].map((name) => ({ name, count: names.filter((one) => one === name).length }))

/** By whom an action about this target waits on this device, if it is somebody else's; null where none does. */
export const useWaitingForOther = (target: string): string | null => {
  const { session } = useSession()
  return waitingForOther(target, session?.sub ?? null, useStore(deviceOutbox.view).content.actions)
}

export const waitingForOther = (target: string, sub: string | null, actions: readonly StoredAction[]): string | null =>
  pendingAt(actions, target).find(({ author }) => author.sub !== sub)?.author.name ?? null

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
