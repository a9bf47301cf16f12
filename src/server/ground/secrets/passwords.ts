import { hash, parseOptions, verify } from '@node-rs/argon2'

/** The cost of one hash: memory in KiB, passes, threads. */
export type PasswordCost = { memoryCost: number; timeCost: number; parallelism: number }

/** Hashes passwords of external accounts. Passed in, because each installation sets the cost. */
export type Passwords = {
  /** A password as it is stored: Argon2id in the PHC string format, with a salt of its own. */
  hash: (password: string) => Promise<string>
  /** Whether a password matches a hash. Null never matches, at the same cost, so that the time does not show whether an account exists. */
  verify: (stored: string | null, password: string) => Promise<boolean>
  /** Whether a hash cost less than a new one would. */
  isOutdated: (stored: string) => boolean
}

/** The minimum for Argon2id in OWASP's Password Storage Cheat Sheet where memory is not the limit. */
export const PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const SALT_BYTES = 16

/** Argon2id hashes at this cost. A new hash gets a salt of 16 bytes. */
export const createPasswords = (cost: PasswordCost, randomBytes: (length: number) => Uint8Array): Passwords => {
  const hashed = (password: string) => hash(comparable(password), { ...cost, salt: randomBytes(SALT_BYTES) })
  let nobodys: Promise<string> | null = null
  return {
    hash: hashed,
    verify: async (stored, password) => {
      // Made at the first attempt of all, so that no account's first attempt takes longer.
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
