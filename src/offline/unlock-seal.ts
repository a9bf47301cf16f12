import type { UnlockWay } from '#domain/this-device/unlock-ways'
import { bytesOf, openText, sealText } from './sealed-text'

/** The binding of a wrapped secret: copied to another device, person, origin or way, it does not open. */
export type UnlockBond = { way: UnlockWay; origin: string; device_id: string; sub: string }

/** A key of this browser that cannot be read out: without it neither a PIN nor a passkey opens anything, so that a copied record is of no use. */
export const createDeviceKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])

/** Wraps a secret with the 32 bytes that a PIN (Argon2id) or a passkey (HKDF of its PRF) gives, and the device's key. */
export const wrapSecret = async (
  material: Uint8Array<ArrayBuffer>,
  deviceKey: CryptoKey,
  bond: UnlockBond,
  secret: Uint8Array,
): Promise<string> =>
  sealText(await wrappingKey(material, deviceKey), boundTo(bond), btoa(String.fromCharCode(...secret)))

/** The secret; null where the PIN, passkey, device or binding is another one. */
export const unwrapSecret = async (
  material: Uint8Array<ArrayBuffer>,
  deviceKey: CryptoKey,
  bond: UnlockBond,
  wrapped: string,
): Promise<Uint8Array<ArrayBuffer> | null> => {
  const opened = await openText(await wrappingKey(material, deviceKey), boundTo(bond), wrapped)
  return opened === null ? null : bytesOf(opened)
}

/** Both are needed: the HMAC of the way's bytes under the device's key is the wrapping key. */
const wrappingKey = async (material: Uint8Array<ArrayBuffer>, deviceKey: CryptoKey): Promise<CryptoKey> => {
  const bytes = await crypto.subtle.sign('HMAC', deviceKey, material)
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

const boundTo = ({ way, origin, device_id, sub }: UnlockBond): string =>
  JSON.stringify([way, 1, origin, device_id, sub])
