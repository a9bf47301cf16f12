import { openBytes, sealBytes } from './sealed-bytes'

/** Imports a person's outbox key (32 bytes) so that it can be used but never read out again. */
export const importOutboxKey = (bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])

/** Encrypts text with AES-256-GCM, bound to `bound`. Returns base64 of nonce (12 bytes), ciphertext and tag; different each time. */
export const sealText = async (key: CryptoKey, bound: string, text: string): Promise<string> =>
  base64Of(await sealBytes(key, boundTo(bound), text))

/** Decrypts the output of `sealText` with the same key and `bound`; null for anything else, never wrong text. */
export const openText = async (key: CryptoKey, bound: string, sealed: string): Promise<string | null> => {
  const bytes = bytesOf(sealed)
  return bytes === null ? null : openBytes(key, boundTo(bound), bytes)
}

const boundTo = (bound: string): string => `equipoise-outbox|${bound}`

const base64Of = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

/** Decodes base64; null where it is invalid. */
export const bytesOf = (base64: string): Uint8Array<ArrayBuffer> | null => {
  try {
    return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
  } catch {
    return null
  }
}
