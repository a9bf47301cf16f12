import { seal, unseal } from '../../../secrets/sealed-secret'
import type { Portal } from '../../../portal'

const purposeOf = (accountId: string) => `second factor|${accountId}`

/** The secret of an account's second factor as the database keeps it. */
export const sealFactorSecret = (
  { config, randomBytes }: Pick<Portal, 'config' | 'randomBytes'>,
  accountId: string,
  secret: Uint8Array,
): Uint8Array => seal(config.seed_key, purposeOf(accountId), secret, randomBytes)

/** What `sealFactorSecret` hid. Throws where it was sealed with another key or for another account. */
export const openFactorSecret = (
  { config }: Pick<Portal, 'config'>,
  accountId: string,
  sealed: Uint8Array,
): Uint8Array => {
  const opened = unseal(config.seed_key, purposeOf(accountId), sealed)
  if (!opened.ok) throw new Error(`the second factor of an external account cannot be opened: ${opened.refusal}`)
  return opened.value
}
