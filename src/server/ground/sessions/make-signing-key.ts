import { accepted, refused, type Outcome } from '#domain/outcome'
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose'
import { lockSigningKeys, insertSigningKey, updateSealedSigningKey, type SigningKeyRow } from '../db/signing-keys'
import type { Transaction } from '../db/transaction'
import { isUnder, seal, unseal } from '../secrets/sealed-secret'
import type { SeedKeys } from '../secrets/seed-keys'

type Maker = { keys: SeedKeys; now: () => string; randomBytes: (length: number) => Uint8Array }

/** Makes a signing key and stores it, its private part sealed. The transaction must have locked the keys. */
export const makeSigningKey = async (
  transaction: Transaction,
  { keys, now, randomBytes }: Maker,
): Promise<SigningKeyRow> => {
  const { publicKey, privateKey } = await generateKeyPair(TOKEN_ALGORITHM, { crv: 'Ed25519', extractable: true })
  const publicJwk = await exportJWK(publicKey)
  const kid = await calculateJwkThumbprint(publicJwk)
  const secret = Buffer.from(JSON.stringify(await exportJWK(privateKey)))
  const sealed = seal(keys.seed_key, purposeOf(kid), secret, randomBytes)
  const created_at = now()
  const row = { kid, algorithm: TOKEN_ALGORITHM, private_jwk_encrypted: sealed, created_at }
  await insertSigningKey(transaction, { ...row, public_jwk: JSON.stringify(publicJwk) })
  return { ...row, public_jwk: { ...publicJwk } }
}

/**
 * Seals the private keys under the present key where they are not. Returns their number; refuses where one does not
 * open, and the transaction must then be rolled back.
 */
export const resealSigningKeys = async (
  transaction: Transaction,
  { config, randomBytes }: { config: SeedKeys; randomBytes: (length: number) => Uint8Array },
): Promise<Outcome<number, string>> => {
  let resealed = 0
  for (const { kid, private_jwk_encrypted } of await lockSigningKeys(transaction)) {
    if (isUnder(config.seed_key, private_jwk_encrypted)) continue
    const secret = unseal(config, purposeOf(kid), private_jwk_encrypted)
    if (!secret.ok) return refused(`signing key ${kid} cannot be opened: ${secret.refusal}`)
    const sealed = seal(config.seed_key, purposeOf(kid), secret.value, randomBytes)
    await updateSealedSigningKey(transaction, kid, sealed)
    resealed += 1
  }
  return accepted(resealed)
}

/** The purpose of a sealed private key, so that it opens only under its own id. */
export const purposeOf = (kid: string) => `signing-key|${kid}`

/** EdDSA with Ed25519 alone: no token chooses how it is checked. */
export const TOKEN_ALGORITHM = 'EdDSA'
