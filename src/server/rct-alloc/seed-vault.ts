import { createCipheriv, createDecipheriv } from 'node:crypto'
import { accepted, refused, type Outcome } from '#domain/outcome'
import type { RandomBytes } from './trial-secret'

/** Why a stored seed cannot be read: not a text this vault wrote, or another key, another trial, an altered text. */
export type SeedRefusal = 'seed_format_unknown' | 'seed_not_authentic'

/**
 * Encrypts a trial's seed (32 bytes) for the database, AES-256-GCM under the vault key (32 bytes, kept elsewhere), bound
 * to the trial's uuid. Out: `v1.` and base64url of nonce (12 bytes), tag (16) and ciphertext, each time another text.
 */
export const encryptSeed = (
  vaultKey: Uint8Array,
  trialUuid: string,
  seed: Uint8Array,
  randomBytes: RandomBytes,
): string => {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', vaultKey, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(associatedData(trialUuid))
  const sealed = Buffer.concat([cipher.update(seed), cipher.final()])
  return `${VERSION}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`
}

/** The seed that `encryptSeed` hid, with the same vault key and trial uuid; refused otherwise, never wrong bytes. */
export const decryptSeed = (
  vaultKey: Uint8Array,
  trialUuid: string,
  encrypted: string,
): Outcome<Uint8Array, SeedRefusal> => {
  const [, text] = STORED_FORM.exec(encrypted) ?? []
  if (text === undefined) return refused('seed_format_unknown')
  const bytes = Buffer.from(text, 'base64url')

  const decipher = createDecipheriv('aes-256-gcm', vaultKey, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(associatedData(trialUuid))
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  const seed = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES))
  try {
    decipher.final()
  } catch {
    // The one way node says that the tag does not fit; the bytes read so far are dropped.
    return refused('seed_not_authentic')
  }
  return accepted(new Uint8Array(seed))
}

const VERSION = 'v1'
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** 60 bytes: nonce, tag and the 32 bytes of a seed. */
const STORED_FORM = new RegExp(`^${VERSION}\\.([\\w-]{80})$`)

const associatedData = (trialUuid: string): Buffer => Buffer.from(`RCT-ALLOC-1|seed|${VERSION}|${trialUuid}`, 'ascii')
