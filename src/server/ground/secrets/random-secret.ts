import { sha256 } from './sha256'

const SECRET_BYTES = 32

/** A new secret that cannot be guessed, as text for an address or a cookie. */
export const newSecret = (context: { randomBytes: (length: number) => Uint8Array }): string =>
  Buffer.from(context.randomBytes(SECRET_BYTES)).toString('base64url')

/** What is stored of a secret: its SHA-256. */
export const hashOf = (secret: string): Uint8Array => sha256(secret)

export const isSameHash = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0
