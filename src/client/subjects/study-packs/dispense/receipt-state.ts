import type { StoredAction } from '#contract/stored-action'
import { isBlockedByFirewall } from '#offline/outbox-item'
import type { OutboxView } from '../../../device/outbox/outbox-view'
import { reasonNotSent } from '../../../device/outbox/reason-not-sent'
import {
  BEING_SENT,
  DISPENSE_LOST,
  DISPENSE_RECORDED,
  dispenseRefused,
  MAY_BE_RECORDED,
  neverSent,
  notSentWords,
  SAVED_HERE,
  SENT_AFTER_SIGN_IN,
  SENT_BY_NEWER_APP,
  type DispenseOutcome,
} from '../../../safety-words'
import type { Tone } from '../../../ui/theme'
import type { DispenseReceipt } from './dispense-attempt'

/**
 * The state of a dispensed pack at the server, in words and their colour:
 * - `recorded`: the server has accepted it
 * - `waiting`: it is on this device, and the server's answer is awaited
 * - `refused`: the server has refused it
 * - `given_up`: it was discarded before it was ever sent, or after a firewall's page
 * - `missing`: this device has lost it, so that it is unknown whether the server received it
 */
export type ReceiptState = {
  kind: DispenseOutcome
  tone: Tone
  words: string
}

/**
 * The state of a pack that was dispensed on this device, by its action in the outbox. Only the server's acceptance
 * makes it recorded.
 */
export const receiptState = (
  { action_id }: Pick<DispenseReceipt, 'action_id'>,
  { isLoaded, content, unavailable }: Pick<OutboxView, 'isLoaded' | 'content' | 'unavailable'>,
): ReceiptState => {
  if (action_id === null) return RECORDED
  const action = content.actions.find(({ id }) => id === action_id)
  if (action !== undefined) return stateOfAction(action)
  if (content.unreadable.includes(action_id)) return UNREADABLE
  // It waits, and its author's key is not on this device at present.
  if (content.entries.some(({ id }) => id === action_id)) return SAVED
  // It was stored: an outbox that was not read since may still have it.
  return isLoaded && unavailable === null ? MISSING : SAVED
}

const stateOfAction = (action: StoredAction): ReceiptState => {
  const { state, notes } = action
  switch (state) {
    case 'done':
      return RECORDED
    case 'sending':
      return { kind: 'waiting', tone: 'amber', words: BEING_SENT }
    case 'waiting': {
      const reason = reasonNotSent(action)
      return reason === null ? SAVED : { ...SAVED, words: notSentWords(reason) }
    }
    case 'held':
      return { kind: 'waiting', tone: 'amber', words: SENT_AFTER_SIGN_IN }
    case 'attention':
    case 'discarded': {
      const refused = notes.findLast(({ event }) => event === 'refused')
      if (refused !== undefined)
        return { kind: 'refused', tone: 'red', words: dispenseRefused(refused.words ?? 'the reason is not known') }
      return {
        kind: 'given_up',
        tone: 'red',
        words: isBlockedByFirewall(notes) ? MAY_BE_RECORDED : neverSent(notes.at(-1)?.words ?? ''),
      }
    }
  }
}

const RECORDED: ReceiptState = { kind: 'recorded', tone: 'green', words: DISPENSE_RECORDED }

const SAVED: ReceiptState = { kind: 'waiting', tone: 'amber', words: SAVED_HERE }

/** A tab with a newer version of the app has continued it. */
const UNREADABLE: ReceiptState = {
  kind: 'waiting',
  tone: 'amber',
  words: SENT_BY_NEWER_APP,
}

const MISSING: ReceiptState = {
  kind: 'missing',
  tone: 'red',
  words: DISPENSE_LOST,
}
