import { accepted, refused, type Outcome } from '#domain/outcome'
import { lockSealedFactors, updateSealedFactor } from '../../../../ground/db/external-account-factors'
import type { Transaction } from '../../../../ground/db/transaction'
import type { ServerContext } from '../../../call/server-context'
import { isUnder, seal, unseal } from '../../../../ground/secrets/sealed-secret'
import type { SeedKeys } from '../../../../ground/secrets/seed-keys'

type Sealing = { config: SeedKeys; randomBytes: ServerContext['randomBytes'] }

const purposeOf = (accountId: string) => `second factor|${accountId}`

/** Seals the secret of an account's second factor for the database. */
export const sealFactorSecret = ({ config, randomBytes }: Sealing, accountId: string, secret: Uint8Array): Uint8Array =>
  seal(config.seed_key, purposeOf(accountId), secret, randomBytes)

/** Opens the output of `sealFactorSecret`. Throws where it was sealed with another key or for another account. */
export const openFactorSecret = (
  { config }: Pick<Sealing, 'config'>,
  accountId: string,
  sealed: Uint8Array,
): Uint8Array => {
  const opened = unseal(config, purposeOf(accountId), sealed)
  if (!opened.ok) throw new Error(`the second factor of an external account cannot be opened: ${opened.refusal}`)
  return opened.value
}

/**
 * Seals the secrets of second factors that are not under the present key. Returns how many. Refuses where one does not open;
 * the transaction must then be rolled back.
 */
export const resealFactors = async (transaction: Transaction, sealing: Sealing): Promise<Outcome<number, string>> => {
  let resealed = 0
  for (const { account_id, secret_encrypted } of await lockSealedFactors(transaction)) {
    if (isUnder(sealing.config.seed_key, secret_encrypted)) continue
    const secret = unseal(sealing.config, purposeOf(account_id), secret_encrypted)
    if (!secret.ok)
      return refused(`the second factor of external account ${account_id} cannot be opened: ${secret.refusal}`)
    await updateSealedFactor(transaction, account_id, sealFactorSecret(sealing, account_id, secret.value))
    resealed += 1
  }
  return accepted(resealed)
}
