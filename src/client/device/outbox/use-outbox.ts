import type { StoredAction } from '#contract/stored-action'
import type { OutboxEntry, UnverifiedItem } from '#offline/outbox-content'
import { isOpen } from '#offline/outbox-item'
import { pendingAt } from '#offline/overlay'
import type { Session } from '../../session/session'
import { useSession } from '../../session/use-session'
import { useStore } from '../store'
import type { OutboxView } from './create-device-outbox'
import { deviceOutbox } from './device-outbox'
import type { Remembered } from './outbox-mirror'

/** The number of a person's actions, by name only. */
type Counted = { name: string; count: number }

/** The outbox as the signed-in person sees it: their own actions whole, other people's by name and number. */
export type ShownOutbox = Pick<OutboxView, 'isLoaded' | 'unavailable'> & {
  /** The person's own, oldest first, then those that were stored in clear. */
  own: readonly StoredAction[]
  /** Those of `own` from an earlier session: they are sent after the person has reviewed them. */
  unreleased: readonly StoredAction[]
  /** Those of `own` that an older version of the app stored in clear. */
  legacy: readonly StoredAction[]
  /** Items in the person's name that do not open. */
  unverified: readonly UnverifiedItem[]
  /** The number of the person's own that cannot be opened until the server has sent the key. */
  sealed: number
  /** The other people whose actions wait here. */
  others: readonly Counted[]
  /** The person's own that cannot be found. */
  missing: readonly Remembered[]
  /** The other people whose actions cannot be found. */
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

/** Whether an action is still to be sent. */
const isUnsent = (action: StoredAction): boolean => isOpen(action) && action.state !== 'attention'

const storedAuthorName = ({ author }: OutboxEntry): string => author.name

const counted = (names: readonly string[]): Counted[] =>
  [...new Set(names)].map((name) => ({ name, count: names.filter((one) => one === name).length }))

/** The other person whose action on this target waits here, or null. */
export const useWaitingForOther = (target: string): string | null => {
  const { session } = useSession()
  return waitingForOther(target, session?.sub ?? null, useStore(deviceOutbox.view).content.entries)
}

export const waitingForOther = (target: string, sub: string | null, entries: readonly OutboxEntry[]): string | null =>
  pendingAt(entries, target).find(({ author }) => author.sub !== sub)?.author.name ?? null

/** The person's unfinished actions in the words of the counter; null where there are none. */
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
