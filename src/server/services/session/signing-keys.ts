import { accepted, refused, type Outcome } from '#domain/outcome'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose'
import * as v from 'valibot'
import type { OpenDatabase } from '../../db/open-database'
import { holdSigningKeys, insertSigningKey, updateSealedSigningKey, type SigningKeyRow } from '../../db/signing-keys'
import { inTransaction, type Transaction } from '../../db/transaction'
import { isUnder, seal, unseal } from '../../secrets/sealed-secret'
import type { SeedKeys } from '../../secrets/seed-keys'

/** EdDSA with Ed25519, and nothing else: no token chooses how it is checked. */
export const TOKEN_ALGORITHM = 'EdDSA'

/** The key that new tokens are signed with, and every key whose tokens are accepted, by its id. */
export type SigningKeys = {
  current: { kid: string; privateKey: CryptoKey }
  publicKeys: ReadonlyMap<string, CryptoKey>
}

type Source = {
  database: OpenDatabase
  keys: SeedKeys
  now: () => string
  randomBytes: (length: number) => Uint8Array
}

/**
 * The keys that all processes of a database share; the first start makes one. They are stored sealed with the seed key:
 * refuses, with one line, where it is another than the one they were sealed with.
 */
export const openSigningKeys = async (source: Source): Promise<Outcome<SigningKeys, string>> =>
  inTransaction(source.database, async (transaction) => {
    const stored = await holdSigningKeys(transaction)
    const [newest] = stored.length > 0 ? stored : [await makeKey(transaction, source)]
    if (!newest) return refused('The signing keys of the database cannot be read')
    const secret = unseal(source.keys, purposeOf(newest.kid), newest.private_jwk_encrypted)
    if (!secret.ok) return refused('SEED_KEY is not the key that this database was set up with')
    const privateJwk = v.parse(okpKey, JSON.parse(Buffer.from(secret.value).toString()))
    const keys = stored.length > 0 ? stored : [newest]
    const publicKeys = await Promise.all(keys.map(async (key) => [key.kid, await importKey(key.public_jwk)] as const))
    return accepted({
      current: { kid: newest.kid, privateKey: await importKey(privateJwk) },
      publicKeys: new Map(publicKeys),
    })
  })

/**
 * Seals the private keys under the present key where they are not. Answers how many; refuses where one does not open, and what the
 * transaction has changed is not to be committed then.
 */
export const resealSigningKeys = async (
  transaction: Transaction,
  { config, randomBytes }: { config: SeedKeys; randomBytes: (length: number) => Uint8Array },
): Promise<Outcome<number, string>> => {
  let resealed = 0
  for (const { kid, private_jwk_encrypted } of await holdSigningKeys(transaction)) {
    if (isUnder(config.seed_key, private_jwk_encrypted)) continue
    const secret = unseal(config, purposeOf(kid), private_jwk_encrypted)
    if (!secret.ok) return refused(`signing key ${kid} cannot be opened: ${secret.refusal}`)
    const sealed = seal(config.seed_key, purposeOf(kid), secret.value, randomBytes)
    await updateSealedSigningKey(transaction, kid, sealed)
    resealed += 1
  }
  return accepted(resealed)
}

const makeKey = async (transaction: Transaction, { keys, now, randomBytes }: Source): Promise<SigningKeyRow> => {
  const { publicKey, privateKey } = await generateKeyPair(TOKEN_ALGORITHM, { crv: 'Ed25519', extractable: true })
  const publicJwk = await exportJWK(publicKey)
  const kid = await calculateJwkThumbprint(publicJwk)
  const secret = Buffer.from(JSON.stringify(await exportJWK(privateKey)))
  const sealed = seal(keys.seed_key, purposeOf(kid), secret, randomBytes)
  await insertSigningKey(transaction, {
    kid,
    algorithm: TOKEN_ALGORITHM,
    public_jwk: JSON.stringify(publicJwk),
    private_jwk_encrypted: sealed,
    created_at: now(),
  })
  return { kid, algorithm: TOKEN_ALGORITHM, public_jwk: { ...publicJwk }, private_jwk_encrypted: sealed }
}

const purposeOf = (kid: string) => `signing-key|${kid}`

const okpKey = v.object({ kty: v.literal('OKP'), crv: v.literal('Ed25519'), x: v.string(), d: v.optional(v.string()) })

const importKey = async (jwk: unknown): Promise<CryptoKey> => {
  const { d, ...shared } = v.parse(okpKey, jwk)
  const whole: JWK = d === undefined ? shared : { ...shared, d }
  const key = await importJWK(whole, TOKEN_ALGORITHM)
  if (key instanceof Uint8Array) throw new Error('an Ed25519 key was read as a symmetric one')
  return key
}
