import type { OutboxContent } from '#offline/outbox-content'
import type { OutboxUnavailable } from '#offline/outbox-database'
import type { MissingAction } from './outbox-mirror'

/** The outbox of this device as screens show it. */
export type OutboxView = {
  /** Whether it was read or cannot be read: before that its content is unknown. */
  isLoaded: boolean
  content: OutboxContent
  /** Actions that were stored here and are missing. */
  missing: readonly MissingAction[]
  /** The reason why nothing can be stored here, or null. */
  unavailable: OutboxUnavailable | null
}

/** The view before the outbox was read. */
export const UNREAD_OUTBOX: OutboxView = {
  isLoaded: false,
  content: { entries: [], actions: [], unverified: [], unreadable: [] },
  missing: [],
  unavailable: null,
}

/** The view after the outbox was read: the same object where nothing changed, and with the same parts where they did not. */
export const viewAfterRead = (
  view: OutboxView,
  { content, missing }: Pick<OutboxView, 'content' | 'missing'>,
): OutboxView => {
  const isSame = isSameContent(view.content, content)
  const isMissingSame = JSON.stringify(view.missing) === JSON.stringify(missing)
  if (view.isLoaded && isSame && isMissingSame) return view
  return {
    ...view,
    isLoaded: true,
    content: isSame ? view.content : content,
    missing: isMissingSame ? view.missing : missing,
  }
}

/** A row that has not changed is read as the same object as before. */
const isSameContent = (one: OutboxContent, other: OutboxContent): boolean =>
  isSameList(one.entries, other.entries) &&
  isSameList(one.unverified, other.unverified) &&
  isSameList(one.unreadable, other.unreadable)

const isSameList = <Item>(one: readonly Item[], other: readonly Item[]): boolean =>
  one.length === other.length && one.every((item, place) => Object.is(item, other[place]))
