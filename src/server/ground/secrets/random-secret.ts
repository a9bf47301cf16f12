import { sha256 } from './sha256'

const SECRET_BYTES = 32

/** A new random secret, as text for an address or a cookie. */
export const newSecret = (context: { randomBytes: (length: number) => Uint8Array }): string =>
  Buffer.from(context.randomBytes(SECRET_BYTES)).toString('base64url')

/** The SHA-256 of a secret, which is stored in its place. */
export const hashOf = (secret: string): Uint8Array => sha256(secret)

/** Whether two hashes are equal. Not in constant time: they are hashes of secrets, not the secrets. */
export const isSameHash = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0
