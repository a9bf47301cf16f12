import { bytesOf, openText, sealText } from './sealed-text'

/** What a wrapped secret is bound to: copied to another device, person or origin, it does not open. */
export type PinBond = { origin: string; device_id: string; sub: string }

/** A key of this browser that cannot be read out: without it a PIN opens nothing, so that a copied record is of no use. */
export const createDeviceKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])

/** Wraps a secret with a stretched PIN (32 bytes of Argon2id) and the device's key. */
export const wrapSecret = async (
  stretched: Uint8Array<ArrayBuffer>,
  deviceKey: CryptoKey,
  bond: PinBond,
  secret: Uint8Array,
): Promise<string> =>
  sealText(await wrappingKey(stretched, deviceKey), boundTo(bond), btoa(String.fromCharCode(...secret)))

/** The secret, or null where the PIN, the device or what it is bound to is another one. */
export const unwrapSecret = async (
  stretched: Uint8Array<ArrayBuffer>,
  deviceKey: CryptoKey,
  bond: PinBond,
  wrapped: string,
): Promise<Uint8Array<ArrayBuffer> | null> => {
  const opened = await openText(await wrappingKey(stretched, deviceKey), boundTo(bond), wrapped)
  return opened === null ? null : bytesOf(opened)
}

/** Both are needed: the HMAC of the stretched PIN under the device's key is the wrapping key. */
const wrappingKey = async (stretched: Uint8Array<ArrayBuffer>, deviceKey: CryptoKey): Promise<CryptoKey> => {
  const bytes = await crypto.subtle.sign('HMAC', deviceKey, stretched)
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

const boundTo = ({ origin, device_id, sub }: PinBond): string => JSON.stringify(['pin', 1, origin, device_id, sub])
