import { PIN_TRIES } from '#domain/this-device/pin'
import type { UnlockWay } from '#domain/this-device/unlock-ways'
import type { UnlockFault } from '../../../device/unlock/unlock-fault'
import type { ServerAction } from '../../../offline-reasons'

type WayWords = {
  /** As in: with a PIN. */
  one: string
  /** The instruction for its person on the locked page. */
  use: string
  title: string
  set: string
  /** A passkey is removed and set again: a new one would replace the last before the server has recorded it. */
  change: string | null
  /** Setting it needs the server. */
  action: ServerAction
  dialog: { set: string; change: string }
  remove: string
  isSet: string
  isRemoved: string
  isNotRemoved: string
  ends: string
  /** Shown in the profile where this browser cannot have it. */
  impossible: string
}

/** The words of each way to unlock offline. */
export const WAY_WORDS: Record<UnlockWay, WayWords> = {
  pin: {
    one: 'a PIN',
    use: 'enter their PIN',
    title: 'PIN for this tablet',
    set: 'Set PIN',
    change: 'Change PIN',
    action: 'setPin',
    dialog: { set: 'Set a PIN for this tablet', change: 'Change the PIN for this tablet' },
    remove: 'Remove PIN',
    isSet: 'PIN set for this tablet',
    isRemoved: 'PIN removed from this tablet',
    isNotRemoved: 'PIN not removed',
    ends: `It ends when you are signed out, when another person signs in, or after ${PIN_TRIES} wrong tries.`,
    impossible: 'This browser cannot save a PIN.',
  },
  passkey: {
    one: 'a passkey',
    use: 'use their passkey',
    title: 'Passkey for this tablet',
    set: 'Set passkey',
    change: null,
    action: 'setPasskey',
    dialog: { set: 'Set a passkey for this tablet', change: 'Set a passkey for this tablet' },
    remove: 'Remove passkey',
    isSet: 'Passkey set for this tablet',
    isRemoved: 'Passkey removed from this tablet',
    isNotRemoved: 'Passkey not removed',
    ends: 'It ends when you are signed out, or when another person signs in.',
    impossible: 'This browser cannot save a passkey for this tablet.',
  },
}

/** The purpose of ways. */
export const purposeOf = (ways: readonly UnlockWay[]): string =>
  `With ${ways.map((way) => WAY_WORDS[way].one).join(' or ')} you can unlock this tablet when there is no connection.`

export const WORKS_OFFLINE = 'Offline you can flag participants, dispense packs and read what is saved on this tablet.'
export const REMOVE_AGAIN = 'Try again, or sign out. A sign-out removes it too.'

/** Why a way could not be set, and what to do. */
export const NOT_SET: Record<UnlockFault, string> = {
  not_stored: 'This tablet could not save it. Its storage may be full.',
  not_loaded: 'A part of the app could not be loaded. Check the connection, then try again.',
  no_memory: 'This tablet may be short of memory. Close other apps, then try again.',
}

/** Why a way did not open this tablet, and what to do. */
export const NOT_UNLOCKED: Record<UnlockFault, string> = {
  not_stored:
    'This tablet could not be unlocked. Its storage may be full. Try again, or sign in when the connection is back.',
  not_loaded:
    'This tablet could not be unlocked. A part of the app could not be loaded. Try again, or sign in when the connection is back.',
  no_memory:
    'This tablet could not be unlocked. It may be short of memory. Close other apps and try again, or sign in when the connection is back.',
}
