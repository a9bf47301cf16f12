import { accepted, refused, type Outcome } from '#domain/outcome'
import { CHAIN_WITHOUT_TRIAL } from '../../../ground/audit/audit-entry'
import { appendAudit } from '../../../ground/db/audit-log'
import { findWaitingLinks, replaceLinkSecret } from '../../../ground/db/sealed-values'
import { lockChain } from '../../../ground/db/lock-order'
import { inTransaction } from '../../../ground/db/transaction'
import { openLinkSecret, sealLinkSecret } from '../../../ground/mail/link-secret'
import { isUnder } from '../../../ground/secrets/sealed-secret'
import { resealFactors } from '../../sign-in/external-accounts/second-factor/factor-secret'
import { resealSigningKeys } from '../../../ground/sessions/make-signing-key'
import { headsToReseal, sealedCount, sealedEntry, type Sealing } from './sealing'

/** How many values outside trials were sealed again. */
export type ResealedService = { signing_keys: number; second_factors: number; links: number; audit_heads: number }

/**
 * Seals the signing keys, second factors and the secrets of waiting links under the present key in one transaction. Values
 * under that key stay unchanged. Where one value does not open, nothing changes, and the refusal names it.
 */
export const resealService = async (sealing: Sealing): Promise<Outcome<ResealedService, string>> =>
  inTransaction<ResealedService, string>(sealing.database, async (transaction) => {
    const { config, randomBytes } = sealing
    const signingKeys = await resealSigningKeys(transaction, sealing)
    if (!signingKeys.ok) return signingKeys
    const factors = await resealFactors(transaction, sealing)
    if (!factors.ok) return factors
    let links = 0
    for (const link of await findWaitingLinks(transaction)) {
      if (isUnder(config.seed_key, Buffer.from(link.link_secret, 'base64'))) continue
      const secret = openLinkSecret(link, link.link_secret, config)
      if (secret === null) return refused(`the link in message ${link.id} cannot be opened`)
      await replaceLinkSecret(transaction, link, sealLinkSecret(link, secret, { ...config, randomBytes }))
      links += 1
    }
    await lockChain(transaction, CHAIN_WITHOUT_TRIAL)
    const resealed = {
      signing_keys: signingKeys.value,
      second_factors: factors.value,
      links,
      audit_heads: await headsToReseal(transaction, sealing, CHAIN_WITHOUT_TRIAL),
    }
    const changes = Object.entries(resealed).flatMap(([field, many]) => sealedCount(field, many))
    if (changes.length > 0)
      await appendAudit(transaction, sealedEntry(sealing, { trial_id: null, changes, reason: null }))
    return accepted(resealed)
  })
