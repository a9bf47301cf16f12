const ALGORITHM = 'AES-GCM'
const NONCE_BYTES = 12
const encoder = new TextEncoder()

/**
 * Encrypts UTF-8 text with AES-256-GCM, bound to `bound`. Returns nonce (12 bytes), ciphertext and tag; different each time.
 */
export const sealBytes = async (key: CryptoKey, bound: string, text: string): Promise<Uint8Array<ArrayBuffer>> => {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const sealed = await crypto.subtle.encrypt(parameters(nonce, bound), key, encoder.encode(text))
  const bytes = new Uint8Array(NONCE_BYTES + sealed.byteLength)
  bytes.set(nonce)
  bytes.set(new Uint8Array(sealed), NONCE_BYTES)
  return bytes
}

/** Decrypts the output of `sealBytes` with the same key and `bound`; null for anything else, never wrong text. */
export const openBytes = async (
  key: CryptoKey,
  bound: string,
  sealed: Uint8Array<ArrayBuffer>,
): Promise<string | null> => {
  if (sealed.length < NONCE_BYTES) return null
  const nonce = sealed.slice(0, NONCE_BYTES)
  try {
    const text = await crypto.subtle.decrypt(parameters(nonce, bound), key, sealed.subarray(NONCE_BYTES))
    return new TextDecoder().decode(text)
  } catch {
    // The one error by which Web Crypto says that the tag does not match.
    return null
  }
}

const parameters = (nonce: Uint8Array<ArrayBuffer>, bound: string) => ({
  name: ALGORITHM,
  iv: nonce,
  additionalData: encoder.encode(bound),
})
