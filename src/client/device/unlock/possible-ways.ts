import type { UnlockWay } from '#domain/this-device/unlock-ways'
import { createStore, useStore } from '../../browser/store'

/** Whether this browser can have each way; null until it has said so, which may take long or for ever. */
export type PossibleWays = Readonly<Record<UnlockWay, boolean | null>>

/** Every way needs the browser's cryptography and a database. */
const canWrap = globalThis.crypto?.subtle !== undefined && globalThis.indexedDB !== undefined
const mayHavePasskeys = canWrap && 'PublicKeyCredential' in globalThis

const possibleWays = createStore<PossibleWays>({ pin: canWrap, passkey: mayHavePasskeys ? null : false })

/** Whether the device itself checks its user, by finger, face or passcode. */
const hasPlatformAuthenticator = async (): Promise<boolean> =>
  PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()

const readPossibleWays = async () => {
  if (!mayHavePasskeys) return
  const passkey = await hasPlatformAuthenticator().catch(() => false)
  possibleWays.set({ ...possibleWays.get(), passkey })
}

/** The ways that this browser reports as possible. It is asked once. */
export const usePossibleWays = (): PossibleWays => {
  reading ??= readPossibleWays()
  return useStore(possibleWays)
}

let reading: Promise<void> | undefined
