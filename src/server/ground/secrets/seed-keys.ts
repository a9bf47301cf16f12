import { sha256 } from './sha256'

/** The key that seals new values, and the earlier keys that still open older ones; 32 bytes each. */
export type SeedKeys = { readonly seed_key: Uint8Array; readonly previous_seed_keys: readonly Uint8Array[] }

/** The id by which a sealed value names its key: the first 4 bytes of a hash of the key. */
export const keyIdOf = (key: Uint8Array): Uint8Array =>
  new Uint8Array(sha256('EQUIPOISE-KEY-1|id|', key).subarray(0, 4))

/** The id of a key as messages, logs and stored texts write it: 8 hexadecimal digits. */
export const keyIdText = (key: Uint8Array): string => Buffer.from(keyIdOf(key)).toString('hex')

/** Every key that may open a sealed value, the current one first. */
export const openingKeys = ({ seed_key, previous_seed_keys }: SeedKeys): readonly Uint8Array[] => [
  seed_key,
  ...previous_seed_keys,
]
