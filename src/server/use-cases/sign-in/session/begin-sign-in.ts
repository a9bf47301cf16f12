import { refusal } from '#contract/errors'
import { identityProviderOfId, type IdentityProviderId } from '#domain/sign-in/identity'
import type { Context } from 'hono'
import { isLoopback } from '../../../ground/loopback'
import type { Prompt } from '../../../ground/settings'
import { insertAttempt } from '../../../ground/db/sign-in-attempts'
import type { RequestFacts } from '../../call/call'
import { problemResponse } from '../../call/problem-response'
import type { ServerContext } from '../../call/server-context'
import { hashOf, newSecret } from '../../../ground/secrets/random-secret'
import { markBrowser } from './browser-secret'
import { callbackAddress, returnAddress } from './sign-in-addresses'
import { CONFIRM, LONGEST_AT_PROVIDER } from './sign-in-times'

type Begin = Pick<RequestFacts, 'request_id' | 'now'> & { context: ServerContext }

/** The options of a sign-in: the secret of an invitation, the provider's prompt, and the purpose. */
type SignInOptions = {
  association_token?: string | undefined
  prompt?: Prompt | undefined
  purpose?: typeof CONFIRM | undefined
}

/**
 * Redirects the browser to a provider with PKCE, state and nonce, bound to the browser by a cookie. Refuses an unknown
 * provider; an unreachable one leads to the return page with `unavailable`.
 */
export const beginSignIn = async (
  { context, request_id, now }: Begin,
  requestContext: Context,
  id: IdentityProviderId,
  { association_token, purpose, ...wish }: SignInOptions,
): Promise<Response> => {
  const { config } = context
  const publicAddress = addressOnPublicHost(config.public_url, requestContext.req.url)
  if (publicAddress !== null) return requestContext.redirect(publicAddress)
  // A provider that remembers a person would otherwise confirm whoever uses the browser.
  const prompt = purpose === CONFIRM ? 'login' : wish.prompt
  const identityProvider = identityProviderOfId(id)
  const provider = context.providers.ofId(id)
  if (!identityProvider || !provider) return problemResponse(refusal('not_found'), request_id)

  const secrets = { state: newSecret(context), nonce: newSecret(context), code_verifier: newSecret(context) }
  const address = await provider.authorisationUrl(
    secrets,
    callbackAddress(config.public_url, identityProvider.family),
    prompt,
  )
  if (!address.ok)
    return requestContext.redirect(returnAddress(config, identityProvider, { error: address.refusal }, purpose))
  const attempt = {
    state_hash: hashOf(secrets.state),
    browser_hash: markBrowser(requestContext, context, LONGEST_AT_PROVIDER, provider.pages),
    idp: id,
    nonce: secrets.nonce,
    code_verifier: secrets.code_verifier,
    association_hash: association_token === undefined ? null : hashOf(association_token),
    prompt: prompt ?? null,
    purpose: purpose ?? null,
    started_at: now,
  }
  await insertAttempt(context.database.queries, attempt)
  return requestContext.redirect(address.value.href)
}

/**
 * The address on the public host, where the browser used another name of this machine: a cookie of 127.0.0.1 is missing when
 * the provider returns to localhost. Null where no change is needed.
 */
const addressOnPublicHost = (publicUrl: string, requestUrl: string): string | null => {
  const { hostname, pathname, search } = new URL(requestUrl)
  const portalHost = new URL(publicUrl).hostname
  return hostname !== portalHost && isLoopback(hostname) && isLoopback(portalHost)
    ? `${publicUrl}${pathname}${search}`
    : null
}
