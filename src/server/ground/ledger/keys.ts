import { hkdfSync } from 'node:crypto'
import { sha256 } from '../secrets/sha256'

/** The keys of one trial, 32 bytes each. As secret as its seed. */
export type TrialKeys = {
  readonly drawKey: Uint8Array
  readonly saltKey: Uint8Array
  readonly nameKey: Uint8Array
  /** Orders the letters of coded reports (decision 0077); no draw and no record depends on it. */
  readonly codeKey: Uint8Array
}

/** C, the commitment to a seed, in lower-case hex: published, it fixes the seed without saying anything of it. */
export const commitment = (trialUuid: string, seed: Uint8Array): string =>
  sha256(`RCT-ALLOC-1|commit|${trialUuid}|`, seed).toString('hex')

/**
 * Derives Kd, Ks, Kn and Kc from a trial's seed (32 bytes), its uuid and the start nonce, exactly as it was entered and recorded;
 * null where there is none. HKDF-SHA-256 (RFC 5869). Source: src/specification/rct-alloc-1.md#keys.
 */
export const trialKeys = (seed: Uint8Array, trialUuid: string, nonceHex: string | null): TrialKeys => {
  const salt = sha256(`RCT-ALLOC-1|${trialContext(trialUuid, nonceHex)}`)
  const key = (info: string) => new Uint8Array(hkdfSync('sha256', seed, salt, info, 32))
  return { drawKey: key('draw'), saltKey: key('salt'), nameKey: key('name'), codeKey: key('code') }
}

const trialContext = (trialUuid: string, nonceHex: string | null): string =>
  nonceHex === null ? trialUuid : `${trialUuid}|${nonceHex}`
