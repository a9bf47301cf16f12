import { later } from '../time/clock'

/**
 * The issuer under which external user accounts are associated. No address, so that they stay the same when `PUBLIC_URL`
 * changes, and so that no other provider can ever speak for them.
 */
export const EXTERNAL_ISSUER = 'urn:equipoise:external-accounts'

/** The identity of an external account, as a provider would state it. */
export const externalIdentity = ({ id }: { id: string }) => ({ issuer: EXTERNAL_ISSUER, subject: id })

/** The path of the pages of external accounts. */
export const EXTERNAL_PATH = '/idp/external'

/** An email address in the form by which accounts are compared. */
export const accountAddress = (email: string): string => email.trim().toLowerCase()

/** How long the links of emails work, in seconds. */
const ACTIVATION_LIFE = 7 * 24 * 60 * 60
const RESET_LIFE = 60 * 60

/** The purpose of a link to choose a password, and until when it works: for an account without one, to activate it. */
export const linkFor = (account: { password_hash: string | null }, now: string) =>
  account.password_hash === null
    ? ({ kind: 'external_account_activation', expires_at: later(now, ACTIVATION_LIFE) } as const)
    : ({ kind: 'external_account_reset', expires_at: later(now, RESET_LIFE) } as const)
