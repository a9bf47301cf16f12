import { accepted, refused, type Outcome } from '#domain/outcome'
import { createCipheriv, createDecipheriv } from 'node:crypto'
import { hmacSha256 } from './sha256'
import { keyIdOf, openingKeys, type SeedKeys } from './seed-keys'

/**
 * Why a sealed secret cannot be opened: not something sealed here; sealed with a key that is not among those given; or another
 * purpose, altered bytes.
 */
export type SealRefusal = 'seal_unknown' | 'seal_key_missing' | 'seal_not_authentic'

/**
 * Encrypts a small secret for the database with AES-256-GCM under a key derived from `key` (32 bytes) for its
 * `purpose`, so that no secret can replace another. Out: format (1 byte), key id (4), nonce (12), tag (16), ciphertext;
 * each time other bytes. Source: decision 0038.
 */
export const seal = (
  key: Uint8Array,
  purpose: string,
  secret: Uint8Array,
  randomBytes: (length: number) => Uint8Array,
): Uint8Array => {
  const nonce = randomBytes(NONCE_BYTES)
  const header = Buffer.concat([Buffer.of(FORMAT), keyIdOf(key)])
  const cipher = createCipheriv(ALGORITHM, derivedKey(key, purpose), nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.concat([header, Buffer.from(purpose)]))
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
  return new Uint8Array(Buffer.concat([header, nonce, cipher.getAuthTag(), sealed]))
}

/**
 * Opens the output of `seal` under one of these keys for the same purpose. Refused otherwise, never wrong bytes. Values
 * of the first format name no key, so each is tried.
 */
export const unseal = (keys: SeedKeys, purpose: string, sealed: Uint8Array): Outcome<Uint8Array, SealRefusal> => {
  const format = sealed[0]
  if (format === FORMAT && sealed.byteLength >= HEADER_BYTES + NONCE_BYTES + TAG_BYTES) {
    const key = openingKeys(keys).find((one) => isUnder(one, sealed))
    if (!key) return refused('seal_key_missing')
    const header = sealed.subarray(0, HEADER_BYTES)
    const aad = Buffer.concat([header, Buffer.from(purpose)])
    return opened(derivedKey(key, purpose), aad, sealed.subarray(HEADER_BYTES))
  }
  if (format === FIRST_FORMAT && sealed.byteLength >= 1 + NONCE_BYTES + TAG_BYTES) {
    const tried = openingKeys(keys).map((key) => opened(key, Buffer.from(purpose), sealed.subarray(1)))
    return tried.find(({ ok }) => ok) ?? refused('seal_not_authentic')
  }
  return refused('seal_unknown')
}

/** Whether a sealed value names this key. Values of the first format name no key. */
export const isUnder = (key: Uint8Array, sealed: Uint8Array): boolean =>
  sealed[0] === FORMAT && Buffer.compare(sealed.subarray(1, HEADER_BYTES), keyIdOf(key)) === 0

/** Nonce, tag and ciphertext, opened. */
const opened = (key: Uint8Array, aad: Uint8Array, bytes: Uint8Array): Outcome<Uint8Array, 'seal_not_authentic'> => {
  const textFrom = NONCE_BYTES + TAG_BYTES
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(aad)
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, textFrom))
  const secret = decipher.update(bytes.subarray(textFrom))
  try {
    decipher.final()
  } catch {
    // Node's only way to report that the tag does not match; the decrypted bytes are dropped.
    return refused('seal_not_authentic')
  }
  return accepted(new Uint8Array(secret))
}

/**
 * One key for each purpose, so that random nonces never come near their limit. The expansion of HKDF-SHA-256 alone: the seed key is
 * random already (RFC 5869, 2.3 and 3.3).
 */
const derivedKey = (key: Uint8Array, purpose: string): Uint8Array =>
  hmacSha256(key, Buffer.from(`EQUIPOISE-SEAL-2|${purpose}\u0001`))

const ALGORITHM = 'aes-256-gcm'
const FORMAT = 2
/** Without a key id, and encrypted under the key itself. */
const FIRST_FORMAT = 1
const KEY_ID_BYTES = 4
const HEADER_BYTES = 1 + KEY_ID_BYTES
const NONCE_BYTES = 12
const TAG_BYTES = 16
