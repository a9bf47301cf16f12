import type { PasskeyFault } from '../../../device/unlock/passkey'
import type { UnlockFault } from '../../../device/unlock/unlock-fault'
import type { SetOutcome } from '../../../device/unlock/wrapped-key'
import { NOT_SET, NOT_UNLOCKED } from './unlock-words'

export const CONFIRMING_WORDS = 'You confirm it as you unlock the screen of this tablet: by finger, face or passcode.'

/** A tablet knows fingers, faces and a passcode, not the person who is signed in. */
export const OTHER_USERS_WARNING =
  'Anyone who can unlock the screen of this tablet can use your passkey. If colleagues know its passcode, set a PIN instead.'

/** Why no passkey was set. */
export const NO_PASSKEY: Record<Exclude<SetOutcome, 'set'> | UnlockFault | 'already_set' | PasskeyFault, string> = {
  cancelled: 'No passkey was set. You did not confirm it.',
  impossible: 'No passkey was set. Passkeys of this browser cannot unlock offline. Set a PIN instead.',
  not_set: 'No passkey was set. Check the connection, then try again.',
  not_stored: `No passkey was set. ${NOT_SET.not_stored}`,
  not_loaded: `No passkey was set. ${NOT_SET.not_loaded}`,
  no_memory: `No passkey was set. ${NOT_SET.no_memory}`,
  not_confirmed: 'No passkey was set. You did not sign in again to confirm it.',
  already_set: 'This tablet has your passkey already. To set another, remove it first.',
}

type UnlockRefusal = PasskeyFault | UnlockFault | 'wrong' | 'gone'

/** Why a passkey did not open this tablet. */
const PASSKEY_FAILED: Record<UnlockRefusal, string> = {
  ...NOT_UNLOCKED,
  cancelled: 'Still locked: the passkey was not confirmed. Try again.',
  impossible: 'Still locked: the passkey gave no key. Sign in when the connection is back.',
  wrong: 'Still locked: this is not the passkey that you set here. Sign in when the connection is back.',
  gone: 'Your passkey is no longer on this tablet. Sign in when the connection is back.',
}

/** Shown after a cancelled prompt, since a browser reports a passkey that was deleted on the tablet in the same way. */
const IF_DELETED = {
  alone: 'If the tablet no longer asks for it, sign in when the connection is back.',
  besidePin: 'If the tablet no longer asks for it, use your PIN, or sign in when the connection is back.',
}

/** Why a passkey did not open this tablet, and what to do where the tablet may have lost it. */
export const passkeyFailed = (fault: UnlockRefusal, hasPin: boolean): string =>
  fault === 'cancelled'
    ? `${PASSKEY_FAILED.cancelled} ${hasPin ? IF_DELETED.besidePin : IF_DELETED.alone}`
    : PASSKEY_FAILED[fault]
