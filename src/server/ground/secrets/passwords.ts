import { hash, parseOptions, verify } from '@node-rs/argon2'

/** What one hash costs: memory in KiB, passes over it, threads. */
export type PasswordCost = { memoryCost: number; timeCost: number; parallelism: number }

/** Hashes passwords of external accounts; passed in, since what it costs is for the installation to say. */
export type Passwords = {
  /** A password as it is stored: Argon2id in the PHC string format, with a salt of its own. */
  hash: (password: string) => Promise<string>
  /** Whether a password is the one of a hash. Null is nobody's, at the same cost, so that no time tells whether there is one. */
  verify: (stored: string | null, password: string) => Promise<boolean>
  /** Whether a hash cost less than a new one would. */
  isOutdated: (stored: string) => boolean
}

/** The least that OWASP's Password Storage Cheat Sheet asks of Argon2id where memory is not the limit. */
export const PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const SALT_BYTES = 16

export const createPasswords = (cost: PasswordCost, randomBytes: (length: number) => Uint8Array): Passwords => {
  const hashed = (password: string) => hash(comparable(password), { ...cost, salt: randomBytes(SALT_BYTES) })
  let nobodys: Promise<string> | null = null
  return {
    hash: hashed,
    verify: async (stored, password) => {
      // Made for everybody's first try alike.
      nobodys ??= hashed(Buffer.from(randomBytes(SALT_BYTES)).toString('hex'))
      const decoy = await nobodys
      const isRight = await verify(stored ?? decoy, comparable(password))
      return isRight && stored !== null
    },
    isOutdated: (stored) => {
      const { memoryCost, timeCost, parallelism } = parseOptions(stored)
      return memoryCost < cost.memoryCost || timeCost < cost.timeCost || parallelism < cost.parallelism
    },
  }
}

/** The same letters, however a keyboard composes them (RFC 8265, OpaqueString). */
const comparable = (password: string): string => password.normalize('NFC')
