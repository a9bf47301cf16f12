import { PIN_TRIES, type PinFault } from '#domain/this-device/pin'

/** Why a chosen PIN is not accepted. */
export const PIN_FAULTS: Record<PinFault, string> = {
  incomplete: 'Enter 6 digits',
  repeated: 'This PIN is easy to guess. Choose one without repeated digits.',
  in_order: 'This PIN is easy to guess. Choose digits that are not in order.',
}

/** What a PIN is for, and what ends it. */
export const PIN_PURPOSE = 'With a PIN you can unlock this tablet when there is no connection.'
export const PIN_ENDS = `It ends when you are signed out, when another person signs in, or after ${PIN_TRIES} wrong tries.`

export const PINS_DIFFER = 'The two PINs differ. Choose your PIN again.'
export const PIN_NOT_SET = 'The PIN was not set. Check the connection, then try again.'
export const NO_PIN_POSSIBLE = 'This browser cannot save a PIN.'

export const LOCKED_OUT = `${PIN_TRIES} PINs were wrong, so your PIN was deleted. Sign in when the connection is back. Unsent actions stay on this tablet.`
export const WORKS_OFFLINE = 'Offline you can flag participants, dispense packs and read what is saved on this tablet.'
export const NOT_UNLOCKED = 'This tablet could not be unlocked. Try again.'

const triesLeft = (count: number): string => `${count} ${count === 1 ? 'try' : 'tries'} left`

export const pinTries = (count: number): string => `6 digits, ${triesLeft(count)}`
export const wrongPin = (count: number): string => `Wrong PIN. ${triesLeft(count)}.`
