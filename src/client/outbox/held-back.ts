import type { StoredAction } from '#contract/stored-action'
import { heldBackBy } from '#offline/due-items'
import { useStore } from '../store'
import { deviceOutbox } from './device-outbox'

/** For what an action waits that a person has to do first, by its id; null where it waits for nobody. */
export const heldBackWords = (id: string, actions: readonly StoredAction[]): string | null => {
  const action = actions.find((one) => one.id === id)
  const holder = action === undefined ? null : heldBackBy(action, actions)
  if (!action || !holder) return null
  const name = nameOf(holder.author)
  if (holder.author.sub === action.author.sub)
    return 'Waits for your decision about an earlier action on the same, which the server refused.'
  // Of somebody else's action only whose it is may be told.
  return `Waits for an unsent action by ${name} on ${ABOUT[action.kind]}. It goes out after that one, once ${name} signs in here.`
}

/** A colleague by name, also one who was never told to this device. */
export const nameOf = ({ name }: StoredAction['author']): string => (name === '' ? 'a colleague' : name)

const ABOUT: Record<StoredAction['kind'], string> = { flag: 'this participant', dispense: 'the same study pack' }

export const useHeldBackWords = (id: string): string | null =>
  heldBackWords(id, useStore(deviceOutbox.view).content.actions)
