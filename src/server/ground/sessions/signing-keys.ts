import { accepted, refused, type Outcome } from '#domain/outcome'
import { importJWK, type CryptoKey, type JWK } from 'jose'
import * as v from 'valibot'
import { later } from '../time/clock'
import type { OpenDatabase } from '../db/open-database'
import { findSigningKeys, lockSigningKeys, type SigningKeyRow } from '../db/signing-keys'
import { inTransaction } from '../db/transaction'
import { unseal } from '../secrets/sealed-secret'
import type { SeedKeys } from '../secrets/seed-keys'
import { makeSigningKey, purposeOf, TOKEN_ALGORITHM } from './make-signing-key'

/** Seconds from a key's creation until it signs. By then every process has read it. */
export const BEFORE_IT_SIGNS = 60 * 60
/** Seconds after which a process reads the keys again. */
const READ_EVERY = 10 * 60
/** Seconds between two readings for unknown ids: anybody may send a token with any id. */
const READ_AT_MOST_EVERY = 1

type SigningKey = { kid: string; created_at: string; publicKey: CryptoKey; privateKey: CryptoKey }

/** The signing keys of a database, as one process has read them. */
export type SigningKeys = {
  /** The key that signs tokens issued at an instant: the same in every process, and at every repeat. */
  signing: (at: string) => { kid: string; privateKey: CryptoKey }
  /** The key that verifies a signature; undefined for an unknown id. */
  publicKey: (kid: string) => CryptoKey | undefined
  /** Reads the keys again where the last reading is too old, or this id is unknown. */
  refresh: (now: string, kid?: string) => Promise<void>
}

type Source = {
  database: OpenDatabase
  keys: SeedKeys
  now: () => string
  randomBytes: (length: number) => Uint8Array
}

/**
 * The keys of a database; the first start makes one. They are stored sealed with the seed key: refuses, with one line,
 * where that key has changed.
 */
export const openSigningKeys = async (source: Source): Promise<Outcome<SigningKeys, string>> =>
  inTransaction<SigningKeys, string>(source.database, async (transaction) => {
    const stored = await lockSigningKeys(transaction)
    const rows = stored.length > 0 ? stored : [await makeSigningKey(transaction, source)]
    const opened = await openKeys(rows, source.keys)
    return opened.ok ? accepted(knownKeys(source, opened.value)) : opened
  })

const knownKeys = ({ database, keys, now }: Source, opened: readonly SigningKey[]): SigningKeys => {
  let loaded = opened
  let readAt = now()
  return {
    signing: (at) => {
      const key = loaded.find(({ created_at }) => later(created_at, BEFORE_IT_SIGNS) <= at) ?? loaded.at(-1)
      if (!key) throw new Error('there is no signing key')
      return key
    },
    publicKey: (kid) => loaded.find((key) => key.kid === kid)?.publicKey,
    refresh: async (at, kid) => {
      const isKnown = kid === undefined || loaded.some((key) => key.kid === kid)
      // Ahead or behind: a reading by a clock that was ahead would count as recent for as long.
      const sinceRead = Math.abs(Date.parse(at) - Date.parse(readAt)) / 1000
      if (sinceRead < (isKnown ? READ_EVERY : READ_AT_MOST_EVERY)) return
      const before = readAt
      readAt = at
      const rows = await findSigningKeys(database.queries).catch(() => null)
      // The database is away: the known keys stay valid, and the next request tries again.
      if (rows === null) {
        readAt = before
        return
      }
      const read = await openKeys(rows, keys)
      if (!read.ok) throw new Error(read.refusal)
      loaded = read.value
    },
  }
}

/** Stored keys, newest first, opened; or a line that says why not. */
const openKeys = async (rows: readonly SigningKeyRow[], keys: SeedKeys): Promise<Outcome<SigningKey[], string>> => {
  const opened: SigningKey[] = []
  for (const { kid, created_at, public_jwk, private_jwk_encrypted } of rows) {
    const secret = unseal(keys, purposeOf(kid), private_jwk_encrypted)
    if (!secret.ok) return refused('SEED_KEY is not the key that this database was set up with')
    const privateJwk: unknown = JSON.parse(Buffer.from(secret.value).toString())
    opened.push({ kid, created_at, publicKey: await importKey(public_jwk), privateKey: await importKey(privateJwk) })
  }
  return accepted(opened)
}

const okpKey = v.object({ kty: v.literal('OKP'), crv: v.literal('Ed25519'), x: v.string(), d: v.optional(v.string()) })

const importKey = async (jwk: unknown): Promise<CryptoKey> => {
  const { d, ...shared } = v.parse(okpKey, jwk)
  const fullJwk: JWK = d === undefined ? shared : { ...shared, d }
  const key = await importJWK(fullJwk, TOKEN_ALGORITHM)
  if (key instanceof Uint8Array) throw new Error('an Ed25519 key was read as a symmetric one')
  return key
}
