import type { Context } from 'hono'
import { earlier } from '../../../ground/time/clock'
import { findExternalAttempt } from '../../../ground/db/sign-in-attempts'
import type { ServerContext } from '../../../use-cases/call/server-context'
import type { Attempt } from '../../../use-cases/sign-in/external-accounts/return-with-account'
import { browserHash } from '../../../use-cases/sign-in/session/browser-secret'
import { LONGEST_AT_PROVIDER } from '../../../use-cases/sign-in/session/sign-in-times'
import { stoppedPage } from './stopped-page'

export const RUN_OUT = 'This sign-in has expired.'

/** The sign-in with this state in this very browser, by the secret in its cookie. */
export const attemptOfState = async (
  { config, database, now }: ServerContext,
  requestContext: Context,
  state_hash: Uint8Array,
): Promise<Attempt | undefined> => {
  const browser_hash = browserHash(requestContext, config)
  if (browser_hash === null) return undefined
  return findExternalAttempt(database.queries, { state_hash, browser_hash }, earlier(now(), LONGEST_AT_PROVIDER))
}

/** Redirects to the app's return page, or shows the page that says why the sign-in cannot return. */
export const leadOn = (requestContext: Context, address: string | null): Response =>
  address === null ? stoppedPage(requestContext, 400, RUN_OUT) : requestContext.redirect(address)
