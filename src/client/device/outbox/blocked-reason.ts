import type { StoredAction } from '#contract/stored-action'
import { blockedBy } from '#offline/due-items'
import type { OutboxEntry } from '#offline/outbox-content'
import { WAITING_FOR_OWN, WAITING_FOR_REFUSED, waitingForPerson } from '../../safety-words'
import { useStore } from '../../browser/store'
import { deviceOutbox } from './device-outbox'
import { subjectWords } from './sendable-actions'

/** Why an action cannot be sent before a person acts, by its id; null where nothing blocks it. */
export const blockedReason = (id: string, entries: readonly OutboxEntry[]): string | null => {
  const entry = entries.find((one) => one.id === id)
  const holder = entry === undefined ? null : blockedBy(entry, entries)
  if (!entry?.action || !holder) return null
  const name = authorName(holder.author)
  if (holder.author.sub === entry.author.sub)
    return holder.state === 'attention' ? WAITING_FOR_REFUSED : WAITING_FOR_OWN
  // Of another person's action only the author may be shown.
  return waitingForPerson(name, subjectWords(entry.action))
}

/** The author's name, or words for a colleague whose name this device does not have. */
export const authorName = ({ name }: StoredAction['author']): string => (name === '' ? 'a colleague' : name)

export const useBlockedReason = (id: string): string | null =>
  useStore(deviceOutbox.view, ({ content }) => blockedReason(id, content.entries))
