import { openBytes, sealBytes } from './sealed-bytes'

/** How the key of stored answers is derived from a person's outbox key: neither can be found from the other without it. */
const PURPOSE = 'equipoise-stored-answers|1'
const ALGORITHM = { name: 'AES-GCM', length: 256 }
const encoder = new TextEncoder()

/** The key that seals a person's stored answers, from their outbox key (32 bytes). It cannot be read out again. */
export const answersKeyOf = async (outboxKey: Uint8Array<ArrayBuffer>): Promise<CryptoKey> => {
  const secret = await crypto.subtle.importKey('raw', outboxKey, 'HKDF', false, ['deriveKey'])
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(32), info: encoder.encode(PURPOSE) }
  return crypto.subtle.deriveKey(derivation, secret, ALGORITHM, false, ['encrypt', 'decrypt'])
}

/** Encrypts an answer with AES-256-GCM, bound to where it is stored: nonce (12 bytes), ciphertext and tag. */
export const sealAnswer = (key: CryptoKey, bound: string, body: unknown): Promise<Uint8Array> =>
  sealBytes(key, boundTo(bound), JSON.stringify(body))

/** Decrypts the output of `sealAnswer` with the same key and `bound`; null for anything else, never a wrong answer. */
export const openAnswer = async (
  key: CryptoKey,
  bound: string,
  sealed: Uint8Array,
): Promise<{ body: unknown } | null> => {
  const text = await openBytes(key, boundTo(bound), new Uint8Array(sealed))
  return text === null ? null : { body: JSON.parse(text) }
}

const boundTo = (bound: string): string => `${PURPOSE}|${bound}`
