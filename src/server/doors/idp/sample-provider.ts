import type { IncomingMessage, ServerResponse } from 'node:http'
import { generateKeyPair, exportJWK } from 'jose'
import type { Configuration } from 'oidc-provider'
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js'
import { base, Prompt } from 'oidc-provider/lib/helpers/interaction_policy/index.js'
import { Provider } from 'oidc-provider/lib/provider.js'
import type { Logger } from 'pino'
import { sampleAccountOfEmail } from './sample-accounts'
import { pageHeaders } from './idp-page'
import { signInPage, signInStoppedPage } from './sign-in-page'

/** The path of the sample provider on its host. */
const SAMPLE_PROVIDER_PATH = '/idp'

type Options = {
  /** The origin at which browsers reach it, whatever a request's own headers say. */
  publicUrl: string
  client: { id: string; secret: string; redirectUris: readonly string[] }
  randomBytes: (length: number) => Uint8Array
  log: Logger
}

export type SampleProvider = { issuer: string; listener: (request: IncomingMessage, response: ServerResponse) => void }

/**
 * An OpenID Connect provider of the sample accounts: code flow with PKCE, no consent, no memory of the last account. Its state
 * is in this process only, for minutes: a sign-in must end in the process in which it began.
 */
export const createSampleProvider = async ({
  publicUrl,
  client,
  randomBytes,
  log,
}: Options): Promise<SampleProvider> => {
  const issuer = `${publicUrl}${SAMPLE_PROVIDER_PATH}`
  const { privateKey } = await generateKeyPair(SIGNATURE, { extractable: true })
  const provider = new Provider(issuer, {
    ...fixedConfiguration,
    adapter: createMemoryAdapter(),
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: SIGNATURE, use: 'sig' }] },
    cookies: {
      keys: [Buffer.from(randomBytes(32)).toString('base64url')],
      long: { path: SAMPLE_PROVIDER_PATH, httpOnly: true, sameSite: 'lax' },
    },
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [...client.redirectUris],
        id_token_signed_response_alg: SIGNATURE,
        token_endpoint_auth_method: 'client_secret_post',
        require_auth_time: true,
      },
    ],
  })
  provider.proxy = true
  // Koa would write errors to the console; they are handled by the event below.
  provider.silent = true
  provider.on('server_error', (_, error) => log.error({ error }, 'sample provider failed'))

  const protocol = provider.callback()
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    speakAs(publicUrl, request)
    clearLastAccount(request)
    if (SIGN_IN_PAGE.test(request.url ?? '')) {
      signIn(provider, request, response).catch((error: unknown) => {
        log.info({ error }, 'sample sign-in stopped')
        respond(response, 400, signInStoppedPage('This sign-in has expired.'))
      })
      return
    }
    void protocol(mounted(request), response)
  }
  return { issuer, listener }
}

const SIGNATURE = 'ES256'
const SIGN_IN_PAGE = /^\/idp\/sign-in\/[\w-]+$/
const MINUTE = 60
/** Bytes; far more than the one field of the form needs. */
const LARGEST_FORM = 1024

/** Its one page also selects the account. */
const promptingPolicy = () => {
  const policy = base()
  policy.add(new Prompt({ name: 'select_account', requestable: true }), 0)
  return policy
}

const fixedConfiguration: Configuration = {
  scopes: ['openid'],
  pkce: { required: () => true },
  enabledJWA: { idTokenSigningAlgValues: [SIGNATURE] },
  features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
  ttl: {
    AccessToken: MINUTE,
    AuthorizationCode: MINUTE,
    Grant: 30 * MINUTE,
    IdToken: 5 * MINUTE,
    Interaction: 30 * MINUTE,
    Session: 30 * MINUTE,
  },
  clientBasedCORS: () => false,
  findAccount: (_, subject) => {
    const account = sampleAccountOfEmail(subject)
    return account && { accountId: subject, claims: () => ({ sub: subject }) }
  },
  /** Every sign-in gets what it requests, without a question of consent. */
  loadExistingGrant: async ({ oidc }) => {
    const { client, account, provider } = oidc
    if (!client || !account) return undefined
    const grant = new provider.Grant({ clientId: client.clientId, accountId: account.accountId })
    grant.addOIDCScope('openid')
    await grant.save()
    return grant
  },
  interactions: { policy: promptingPolicy(), url: (_, { uid }) => `${SAMPLE_PROVIDER_PATH}/sign-in/${uid}` },
  renderError: (context) => {
    context.set(pageHeaders())
    context.body = signInStoppedPage('The sign-in request is not valid.')
  },
}

/** Shows the page, and handles the chosen account. */
const signIn = async (provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { uid } = await provider.interactionDetails(request, response)
  const account = request.method === 'POST' ? sampleAccountOfEmail(await chosenEmail(request)) : undefined
  if (!account) {
    respond(response, 200, signInPage(`${SAMPLE_PROVIDER_PATH}/sign-in/${uid}`))
    return
  }
  const login = { accountId: account.email, remember: false }
  await provider.interactionFinished(request, response, { login, select_account: {} })
}

const chosenEmail = async (request: IncomingMessage): Promise<string> => {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    length += bytes.byteLength
    if (length > LARGEST_FORM) return ''
    chunks.push(bytes)
  }
  return new URLSearchParams(Buffer.concat(chunks).toString()).get('email') ?? ''
}

const respond = (response: ServerResponse, status: number, body: string) => {
  response.writeHead(status, pageHeaders()).end(body)
}

/** The provider builds its addresses from the request: they must be the public ones also for requests of the server itself. */
const speakAs = (publicUrl: string, request: IncomingMessage) => {
  const { protocol, host } = new URL(publicUrl)
  request.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  request.headers['x-forwarded-host'] = host
}

/** Without its session cookie the provider asks for the account each time; else the second person would be the first. */
const clearLastAccount = (request: IncomingMessage) => {
  const otherCookies = (request.headers.cookie ?? '').split('; ').filter((cookie) => !cookie.startsWith('_session'))
  request.headers.cookie = otherCookies.join('; ')
}

/** The request as the provider sees it below its path; the whole address stays beside it. */
const mounted = (request: IncomingMessage): IncomingMessage =>
  Object.assign(request, {
    originalUrl: request.url,
    url: request.url?.slice(SAMPLE_PROVIDER_PATH.length) || '/',
  })
