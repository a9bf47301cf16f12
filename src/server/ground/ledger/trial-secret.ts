import { commitment } from './keys'

/** `size` new random bytes of the operating system. */
export type RandomBytes = (size: number) => Uint8Array

/** Made once, when a trial is created. The seed (32 bytes) is secret; the commitment (hex) is published. */
export type TrialSecret = { readonly trial_uuid: string; readonly seed: Uint8Array; readonly commitment: string }

/**
 * A new seed, a version 4 UUID made with it and the commitment to both.
 * Source: src/specification/rct-alloc-1.md#seed-and-commitment.
 */
export const newTrialSecret = (randomBytes: RandomBytes): TrialSecret => {
  const seed = randomBytes(32)
  const trial_uuid = uuidVersion4(randomBytes(16))
  return { trial_uuid, seed, commitment: commitment(trial_uuid, seed) }
}

/** 16 bytes as a UUID: six bits are version 4 and the RFC 9562 variant, 122 stay unchanged. */
const uuidVersion4 = (bytes: Uint8Array): string => {
  const hex = Buffer.from(
    bytes.map((byte, index) => (index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte)),
  ).toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
