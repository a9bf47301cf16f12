import type { PasskeyFault } from '../../../device/unlock/passkey'
import { NOT_UNLOCKED } from './unlock-words'

export const HOW_TO_CONFIRM = 'You confirm it as you unlock the screen of this tablet: by finger, face or passcode.'

/** A tablet knows fingers, faces and a passcode, not the person who is signed in. */
export const WHO_ELSE =
  'Anyone who can unlock the screen of this tablet can use your passkey. If colleagues know its passcode, set a PIN instead.'

/** Why no passkey was set. */
export const NO_PASSKEY: Record<PasskeyFault | 'not_set', string> = {
  cancelled: 'No passkey was set. You did not confirm it.',
  impossible: 'No passkey was set. Passkeys of this browser cannot unlock offline. Set a PIN instead.',
  not_set: 'No passkey was set. Check the connection, then try again.',
}

/** Why a passkey did not open this tablet. */
export const PASSKEY_FAILED: Record<PasskeyFault | 'wrong' | 'gone' | 'failed', string> = {
  cancelled: 'Still locked: the passkey was not confirmed. Try again.',
  impossible: 'Still locked: the passkey gave no key. Sign in when the connection is back.',
  wrong: 'Still locked: this is not the passkey that you set here. Sign in when the connection is back.',
  gone: 'Your passkey is no longer on this tablet. Sign in when the connection is back.',
  failed: NOT_UNLOCKED,
}
