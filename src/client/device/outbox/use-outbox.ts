import type { StoredAction } from '#contract/stored-action'
import type { OutboxEntry, UnverifiedItem } from '#offline/outbox-content'
import { isOpen } from '#offline/outbox-item'
import { pendingAt } from '#offline/overlay'
import type { Session } from '../../session/session'
import { useSession } from '../../session/this-session'
import { useStore } from '../../browser/store'
import { deviceOutbox } from './device-outbox'
import type { MissingAction } from './outbox-mirror'
import type { OutboxView } from './outbox-view'

/** The number of a person's actions, by name only. */
type Counted = { name: string; count: number }

/** The outbox as the signed-in person sees it: their own actions whole, other people's by name and number. */
export type ShownOutbox = Pick<OutboxView, 'isLoaded' | 'unavailable'> & {
  /** The person's own, oldest first. */
  own: readonly StoredAction[]
  /** Those of `own` from an earlier session: they are sent after the person has reviewed them. */
  unreleased: readonly StoredAction[]
  /** Items in the person's name that do not open. */
  unverified: readonly UnverifiedItem[]
  /** The number of the person's own that cannot be opened until the server has sent the key. */
  sealed: number
  /** The other people with actions on this device. */
  others: readonly Counted[]
  /** The person's own missing actions. */
  missing: readonly MissingAction[]
  /** The other people with missing actions. */
  othersMissing: readonly Counted[]
  unreadable: readonly string[]
}

/** All of it; the component is drawn again whenever anything of it changes. */
export const useOutbox = (): ShownOutbox => useOutboxPart((outbox) => outbox)

/**
 * A part of it; the component is drawn again only when the part is another one. `select` returns a primitive, or an object that
 * stays the same while nothing of it changes.
 */
export const useOutboxPart = <Part>(select: (outbox: ShownOutbox) => Part): Part => {
  const { session } = useSession()
  return useStore(deviceOutbox.view, (view) => select(shownNow(session, view)))
}

type Viewer = Pick<Session, 'sub' | 'id'>

let shown: { viewer: Viewer | null; view: OutboxView; outbox: ShownOutbox } | null = null

/** The same object for each of many rows that read it, until the view or the viewer changes. */
export const shownNow = (viewer: Viewer | null, view: OutboxView): ShownOutbox => {
  if (shown?.viewer !== viewer || shown.view !== view) shown = { viewer, view, outbox: shownTo(viewer, view) }
  return shown.outbox
}

export const shownTo = (
  viewer: Viewer | null,
  { isLoaded, content, missing, unavailable }: OutboxView,
): ShownOutbox => {
  const sub = viewer?.sub ?? null
  const isOwn = ({ author }: Pick<OutboxEntry, 'author'>) => author.sub === sub
  const own = content.actions.filter(isOwn)
  const readable = new Set(own.map(({ id }) => id))
  return {
    own,
    unreleased: own.filter((action) => isUnsent(action) && action.session !== viewer?.id),
    unverified: viewer === null ? [] : content.unverified,
    sealed: content.entries.filter((entry) => isOwn(entry) && isOpen(entry) && !readable.has(entry.id)).length,
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

/** The other person whose action on this target waits on this device, or null. */
export const useWaitingForOther = (target: string): string | null => {
  const { session } = useSession()
  const sub = session?.sub ?? null
  return useStore(deviceOutbox.view, ({ content }) => waitingForOther(target, sub, content.entries))
}

export const waitingForOther = (target: string, sub: string | null, entries: readonly OutboxEntry[]): string | null =>
  pendingAt(entries, target).find(({ author }) => author.sub !== sub)?.author.name ?? null

/** The person's unfinished actions in the words of the counter; null where there are none. */
export const counterWords = ({ own, unreleased, sealed }: Counters): string | null => {
  const count = (states: readonly StoredAction['state'][]) => own.filter(({ state }) => states.includes(state)).length
  const refused = count(['attention'])
  if (refused > 0) return `${refused} refused`
  if (unreleased.length > 0) return `${unreleased.length} to confirm`
  const sending = count(['sending'])
  if (sending > 0) return `Sending ${sending}…`
  const waiting = count(['waiting', 'held']) + sealed
  return waiting > 0 ? `${waiting} waiting` : null
}

type Counters = Pick<ShownOutbox, 'own' | 'unreleased' | 'sealed'>
