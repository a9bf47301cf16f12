/** How the key of stored answers is derived from a person's outbox key: neither can be found from the other without it. */
const PURPOSE = 'equipoise-stored-answers|1'
const ALGORITHM = { name: 'AES-GCM', length: 256 }
const NONCE_BYTES = 12
const encoder = new TextEncoder()

/** The key that seals a person's stored answers, from their outbox key (32 bytes). It cannot be read out again. */
export const answersKeyOf = async (outboxKey: Uint8Array<ArrayBuffer>): Promise<CryptoKey> => {
  const secret = await crypto.subtle.importKey('raw', outboxKey, 'HKDF', false, ['deriveKey'])
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(32), info: encoder.encode(PURPOSE) }
  return crypto.subtle.deriveKey(derivation, secret, ALGORITHM, false, ['encrypt', 'decrypt'])
}

/** Encrypts an answer with AES-256-GCM, bound to where it is stored: nonce (12 bytes), ciphertext and tag. */
export const sealAnswer = async (key: CryptoKey, bound: string, body: unknown): Promise<Uint8Array> => {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const sealed = await crypto.subtle.encrypt(parameters(nonce, bound), key, encoder.encode(JSON.stringify(body)))
  const bytes = new Uint8Array(NONCE_BYTES + sealed.byteLength)
  bytes.set(nonce)
  bytes.set(new Uint8Array(sealed), NONCE_BYTES)
  return bytes
}

/** Decrypts the output of `sealAnswer` with the same key and `bound`; null for anything else, never a wrong answer. */
export const openAnswer = async (
  key: CryptoKey,
  bound: string,
  sealed: Uint8Array,
): Promise<{ body: unknown } | null> => {
  const bytes = new Uint8Array(sealed)
  try {
    const parameter = parameters(bytes.slice(0, NONCE_BYTES), bound)
    const text = await crypto.subtle.decrypt(parameter, key, bytes.subarray(NONCE_BYTES))
    return { body: JSON.parse(new TextDecoder().decode(text)) }
  } catch {
    // The one error by which Web Crypto says that the tag does not match.
    return null
  }
}

const parameters = (nonce: Uint8Array<ArrayBuffer>, bound: string) => ({
  name: ALGORITHM.name,
  iv: nonce,
  additionalData: encoder.encode(`${PURPOSE}|${bound}`),
})
