import { UNLOCK_WAYS, type UnlockWay } from '#domain/this-device/unlock-ways'
import { createStore, useStore } from '../../browser/store'

/** Every way needs the browser's cryptography and a database. */
const canWrap = (): boolean => globalThis.crypto?.subtle !== undefined && globalThis.indexedDB !== undefined

/** Whether the device itself checks its user, by finger, face or passcode; a browser without passkeys has none of this. */
const hasPlatformAuthenticator = async (): Promise<boolean> =>
  'PublicKeyCredential' in globalThis && PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()

const MAY: Record<UnlockWay, () => Promise<boolean>> = {
  pin: async () => canWrap(),
  passkey: async () => canWrap() && hasPlatformAuthenticator(),
}

const possibleWays = createStore<readonly UnlockWay[]>([])

const readPossibleWays = async () => {
  const answers = await Promise.all(UNLOCK_WAYS.map((way) => MAY[way]().catch(() => false)))
  possibleWays.set(UNLOCK_WAYS.filter((_way, place) => answers[place]))
}

/** The ways that this browser says it can have, once it has said so. Asked once, before a screen needs it. */
export const usePossibleWays = (): readonly UnlockWay[] => {
  reading ??= readPossibleWays()
  return useStore(possibleWays)
}

let reading: Promise<void> | undefined
