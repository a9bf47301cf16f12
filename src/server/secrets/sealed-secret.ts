import { accepted, refused, type Outcome } from '#domain/outcome'
import { createCipheriv, createDecipheriv } from 'node:crypto'

/** Why a sealed secret cannot be opened: not something sealed here, or another key, another purpose, altered bytes. */
export type SealRefusal = 'seal_unknown' | 'seal_not_authentic'

/**
 * Encrypts a small secret for the database with AES-256-GCM under `key` (32 bytes), bound to its `purpose`, so that no
 * secret can be put in another's place. Out: format (1 byte), nonce (12), tag (16), ciphertext; each time other bytes.
 */
export const seal = (
  key: Uint8Array,
  purpose: string,
  secret: Uint8Array,
  randomBytes: (length: number) => Uint8Array,
): Uint8Array => {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(purpose))
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
  return new Uint8Array(Buffer.concat([Buffer.of(FORMAT), nonce, cipher.getAuthTag(), sealed]))
}

/** What `seal` hid, with the same key and purpose; refused otherwise, never wrong bytes. */
export const unseal = (key: Uint8Array, purpose: string, sealed: Uint8Array): Outcome<Uint8Array, SealRefusal> => {
  const tagFrom = 1 + NONCE_BYTES
  const textFrom = tagFrom + TAG_BYTES
  if (sealed[0] !== FORMAT || sealed.byteLength < textFrom) return refused('seal_unknown')
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(1, tagFrom), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(purpose))
  decipher.setAuthTag(sealed.subarray(tagFrom, textFrom))
  const secret = decipher.update(sealed.subarray(textFrom))
  try {
    decipher.final()
  } catch {
    // The one way node says that the tag does not fit; the bytes read so far are dropped.
    return refused('seal_not_authentic')
  }
  return accepted(new Uint8Array(secret))
}

const ALGORITHM = 'aes-256-gcm'
const FORMAT = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16
