import { PIN_TRIES, type PinFault } from '#domain/this-device/pin'
import type { UnlockFault } from '../../../device/unlock/unlock-fault'
import type { SetOutcome } from '../../../device/unlock/wrapped-key'
import { counted } from '../../../ui/format-number'
import { NOT_SET } from './unlock-words'

/** Why a chosen PIN is not accepted. */
export const PIN_FAULTS: Record<PinFault, string> = {
  incomplete: 'Enter 6 digits',
  repeated: 'This PIN is easy to guess. Choose one without repeated digits.',
  in_order: 'This PIN is easy to guess. Choose digits that are not in order.',
}

export const PINS_DIFFER = 'The two PINs differ. Choose your PIN again.'

/** Why no PIN was set. */
export const NO_PIN: Record<Exclude<SetOutcome, 'set'> | UnlockFault, string> = {
  not_set: 'The PIN was not set. Check the connection, then try again.',
  not_stored: `The PIN was not set. ${NOT_SET.not_stored}`,
  not_loaded: `The PIN was not set. ${NOT_SET.not_loaded}`,
  no_memory: `The PIN was not set. ${NOT_SET.no_memory}`,
  not_confirmed: 'The PIN was not set. You did not sign in again to confirm it.',
}

export const LOCKED_OUT = `${PIN_TRIES} PINs were wrong, so your PIN was deleted. Sign in when the connection is back. Unsent actions stay on this tablet.`
/** Shown where a passkey still opens the tablet. */
export const PIN_ENDED = `${PIN_TRIES} PINs were wrong, so your PIN was deleted. Your passkey still unlocks this tablet.`

const triesLeft = (count: number): string => `${counted(count, 'try', 'tries')} left`

export const pinTries = (count: number): string => `6 digits, ${triesLeft(count)}`
export const wrongPin = (count: number): string => `Wrong PIN. ${triesLeft(count)}.`
