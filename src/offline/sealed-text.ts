/** Imports a person's outbox key (32 bytes) so that it can be used but never read out again. */
export const importOutboxKey = (bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytes, ALGORITHM, false, ['encrypt', 'decrypt'])

/**
 * Encrypts text with AES-256-GCM, bound to `bound`. Returns base64 of nonce (12 bytes), ciphertext and tag; different each
 * time.
 */
export const sealText = async (key: CryptoKey, bound: string, text: string): Promise<string> => {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const sealed = await crypto.subtle.encrypt(parameters(nonce, bound), key, encoder.encode(text))
  return base64Of(nonce) + base64Of(new Uint8Array(sealed))
}

/** Decrypts the output of `sealText` with the same key and `bound`; null for anything else, never wrong text. */
export const openText = async (key: CryptoKey, bound: string, sealed: string): Promise<string | null> => {
  const bytes = bytesOf(sealed)
  if (bytes === null || bytes.length < NONCE_BYTES) return null
  const nonce = bytes.slice(0, NONCE_BYTES)
  try {
    const text = await crypto.subtle.decrypt(parameters(nonce, bound), key, bytes.slice(NONCE_BYTES))
    return new TextDecoder().decode(text)
  } catch {
    // The one error by which Web Crypto says that the tag does not match.
    return null
  }
}

const ALGORITHM = 'AES-GCM'
const NONCE_BYTES = 12
const encoder = new TextEncoder()

const parameters = (nonce: Uint8Array<ArrayBuffer>, bound: string) => ({
  name: ALGORITHM,
  iv: nonce,
  additionalData: encoder.encode(`equipoise-outbox|${bound}`),
})

const base64Of = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

/** Decodes base64; null where it is invalid. */
export const bytesOf = (base64: string): Uint8Array<ArrayBuffer> | null => {
  try {
    return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
  } catch {
    return null
  }
}
