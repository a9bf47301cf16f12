import type { StoredAction } from '#contract/stored-action'
import { blockedBy } from '#offline/due-items'
import type { OutboxEntry } from '#offline/outbox-content'
import { WAITING_FOR_OWN, WAITING_FOR_REFUSED, waitingForPerson } from '../safety-words'
import { useStore } from '../store'
import { deviceOutbox } from './device-outbox'

/** For what an action waits that a person has to do first, by its id; null where it waits for nobody. */
export const heldBackWords = (id: string, entries: readonly OutboxEntry[]): string | null => {
  const entry = entries.find((one) => one.id === id)
  const holder = entry === undefined ? null : blockedBy(entry, entries)
  if (!entry?.action || !holder) return null
  const name = nameOf(holder.author)
  if (holder.author.sub === entry.author.sub)
    return holder.state === 'attention' ? WAITING_FOR_REFUSED : WAITING_FOR_OWN
  // Of somebody else's action only whose it is may be told.
  return waitingForPerson(name, ABOUT[entry.action.kind])
}

/** A colleague by name, also one who was never told to this device. */
export const nameOf = ({ name }: StoredAction['author']): string => (name === '' ? 'a colleague' : name)

const ABOUT: Record<StoredAction['kind'], string> = { flag: 'this participant', dispense: 'the same study pack' }

export const useHeldBackWords = (id: string): string | null =>
  heldBackWords(id, useStore(deviceOutbox.view).content.entries)
