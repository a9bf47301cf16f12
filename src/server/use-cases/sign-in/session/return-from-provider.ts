import { IDENTITY_PROVIDERS, type IdentityProviderId, type ProviderFamily } from '#domain/sign-in/identity'
import type { ErrorCode } from '#contract/errors'
import type { Context } from 'hono'
import { earlier } from '../../../ground/time/clock'
import { claimReturn, storeIdentity } from '../../../ground/db/sign-in-attempts'
import type { ServerContext } from '../../call/server-context'
import { noteFailedSignIn } from '../../call/note-refusal'
import { hashOf, newSecret } from '../../../ground/secrets/random-secret'
import { browserHash } from './browser-secret'
import { callbackAddress, returnAddress } from './sign-in-addresses'
import { LONGEST_AT_PROVIDER } from './sign-in-times'

/**
 * Handles a browser's return from a provider, once for each attempt and only in the browser that began it: checks the identity
 * with the provider and redirects to the app's return page, with a REF or an error code.
 */
export const returnFromProvider = async (
  context: ServerContext,
  requestContext: Context,
  family: ProviderFamily,
): Promise<Response> => {
  const { config, database } = context
  const ofFamily = IDENTITY_PROVIDERS.filter((provider) => provider.family === family)
  const fail = (code: ErrorCode, id?: IdentityProviderId, purpose?: string | null) => {
    noteFailedSignIn(context, requestContext, { idp: id ?? null, code })
    const provider = ofFamily.find((candidate) => candidate.id === id) ?? ofFamily[0]
    return requestContext.redirect(
      provider ? returnAddress(config, provider, { error: code }, purpose) : config.public_url,
    )
  }

  const { search, searchParams } = new URL(requestContext.req.url)
  const state = searchParams.get('state') ?? ''
  const stateHash = hashOf(state)
  const browser = browserHash(requestContext, config)
  if (browser === null) return fail('ref_invalid')
  const now = context.now()
  const claim = { state_hash: stateHash, browser_hash: browser }
  const attempt = await claimReturn(database.queries, claim, now, earlier(now, LONGEST_AT_PROVIDER))
  const identityProvider = ofFamily.find(({ id }) => id === attempt?.idp)
  if (!attempt || !identityProvider) return fail('ref_invalid')
  const provider = context.providers.ofId(identityProvider.id)
  if (!provider) return fail('provider_refused', identityProvider.id, attempt.purpose)

  const returned = new URL(`${callbackAddress(config.public_url, family)}${search}`)
  const { nonce, code_verifier } = attempt
  const identity = await provider.identityOf(returned, { state, nonce, code_verifier }, attempt)
  if (!identity.ok) return fail(identity.refusal, identityProvider.id, attempt.purpose)

  const ref = newSecret(context)
  const returnedAt = context.now()
  await storeIdentity(database.queries, stateHash, {
    ...identity.value,
    ref_hash: hashOf(ref),
    returned_at: returnedAt,
  })
  return requestContext.redirect(returnAddress(config, identityProvider, { REF: ref }, attempt.purpose))
}
