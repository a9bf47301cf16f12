import type { StoredAction } from '#contract/stored-action'
import type { OutboxEntry, UnverifiedItem } from '#offline/outbox-content'
import { isOpen } from '#offline/outbox-item'
import { pendingAt } from '#offline/overlay'
import type { Session } from '../session/session'
import { useSession } from '../session/use-session'
import { useStore } from '../store'
import type { OutboxView } from './create-device-outbox'
import { deviceOutbox } from './device-outbox'
import type { Remembered } from './outbox-mirror'

/** How many actions of a person there are, by name and nothing of what they are. */
type Counted = { name: string; count: number }

/** The outbox as the person at this device sees it: their own actions whole, of others only that they wait. */
export type ShownOutbox = Pick<OutboxView, 'isLoaded' | 'unavailable'> & {
  /** The person's own, oldest first, with those that were stored in clear behind them. */
  own: readonly StoredAction[]
  /** Those of `own` that wait since an earlier session: they are sent when the person has looked at them. */
  unreleased: readonly StoredAction[]
  /** Those of `own` that wait since they were stored in clear by an older version of the app. */
  legacy: readonly StoredAction[]
  /** What is in the person's name and does not open. */
  unverified: readonly UnverifiedItem[]
  /** How many of the person's own wait and cannot be opened before the server has sent the key. */
  sealed: number
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
  return shownTo(session, useStore(deviceOutbox.view))
}

type Viewer = Pick<Session, 'sub' | 'id'>

export const shownTo = (
  viewer: Viewer | null,
  { isLoaded, content, missing, unavailable }: OutboxView,
): ShownOutbox => {
  const sub = viewer?.sub ?? null
  const isOwn = ({ author }: Pick<OutboxEntry, 'author'>) => author.sub === sub
  const [actions, legacy] = [content.actions.filter(isOwn), content.legacy.filter(isOwn)]
  const isReadable = ({ id }: OutboxEntry) => [...actions, ...legacy].some((one) => one.id === id)
  return {
    own: [...actions, ...legacy],
    unreleased: actions.filter((action) => isUnsent(action) && action.session !== viewer?.id),
    legacy: legacy.filter(isOpen),
    unverified: viewer === null ? [] : content.unverified,
    sealed: content.entries.filter((entry) => isOwn(entry) && isOpen(entry) && !isReadable(entry)).length,
    others: counted(content.entries.filter((entry) => isOpen(entry) && !isOwn(entry)).map(storedAuthorName)),
    missing: missing.filter((one) => one.sub === sub),
    othersMissing: counted(missing.filter((one) => one.sub !== sub).map(({ author }) => author)),
    unreadable: content.unreadable,
    isLoaded,
    unavailable,
  }
}

/** Whether an action is still to be sent as it stands. */
const isUnsent = (action: StoredAction): boolean => isOpen(action) && action.state !== 'attention'

const storedAuthorName = ({ author }: OutboxEntry): string => author.name

const counted = (names: readonly string[]): Counted[] =>
  [...new Set(names)].map((name) => ({ name, count: names.filter((one) => one === name).length }))

/** By whom an action about this target waits on this device, if it is somebody else's; null where none does. */
export const useWaitingForOther = (target: string): string | null => {
  const { session } = useSession()
  return waitingForOther(target, session?.sub ?? null, useStore(deviceOutbox.view).content.entries)
}

export const waitingForOther = (target: string, sub: string | null, entries: readonly OutboxEntry[]): string | null =>
  pendingAt(entries, target).find(({ author }) => author.sub !== sub)?.author.name ?? null

/** What of one's own is still under way, in the words of the counter; null where nothing is. */
export const counterWords = ({ own, unreleased, legacy, sealed }: Counters): string | null => {
  const count = (states: readonly StoredAction['state'][]) => own.filter(({ state }) => states.includes(state)).length
  const refused = count(['attention'])
  if (refused > 0) return `${refused} refused`
  const toConfirm = unreleased.length + legacy.length
  if (toConfirm > 0) return `${toConfirm} to confirm`
  const sending = count(['sending'])
  if (sending > 0) return `Sending ${sending}…`
  const waiting = count(['waiting', 'held']) + sealed
  return waiting > 0 ? `${waiting} waiting` : null
}

type Counters = Pick<ShownOutbox, 'own' | 'unreleased' | 'legacy' | 'sealed'>
