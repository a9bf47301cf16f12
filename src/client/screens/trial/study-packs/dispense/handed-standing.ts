import type { StoredAction } from '#contract/stored-action'
import type { Tone } from '../../../../ui/theme'
import { SAVED_HERE } from '../../../../outbox/use-outbox-act'

/** Where a pack that was handed out stands with the server, in words and the colour for them. */
export type HandedStanding = { kind: 'recorded' | 'waiting' | 'refused'; tone: Tone; words: string }

/**
 * What has become of a pack that was handed out here, by its action in the outbox; without one the server has recorded it. An action
 * that is done keeps its place there for a day, so that the words follow it from one state to the next.
 */
export const standingOfHanded = (action: StoredAction | undefined): HandedStanding => {
  switch (action?.state) {
    case undefined:
    case 'done':
      return { kind: 'recorded', tone: 'green', words: 'The server has recorded it.' }
    case 'sending':
      return { kind: 'waiting', tone: 'amber', words: 'Saved on this tablet. It is being sent.' }
    case 'waiting':
      return { kind: 'waiting', tone: 'amber', words: SAVED_HERE }
    case 'held':
      return { kind: 'waiting', tone: 'amber', words: 'Saved on this tablet. It will be sent when you sign in again.' }
    case 'attention':
    case 'discarded': {
      const said = action.notes.findLast(({ event }) => event === 'refused')?.words ?? ''
      return { kind: 'refused', tone: 'red', words: said }
    }
  }
}
