import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK, type JWTPayload } from 'jose'
import { createHash } from 'node:crypto'

/** A key that signs ID tokens, and the public half that the issuer shows. */
export type IssuerKey = { kid: string; privateKey: CryptoKey; publicJwk: JWK }

/** The issuer's deviations from the specification. */
export type Craft = {
  /** Its discovery metadata. */
  metadata?: Record<string, unknown>
  /** Claims of its ID tokens; undefined leaves one out. */
  claims?: Record<string, unknown>
  /** Its signing of them. */
  sign?: (claims: JWTPayload, key: IssuerKey) => Promise<string> | string
  /** The answer of its userinfo endpoint. */
  userinfo?: Record<string, unknown>
  /** Parameters of the browser's return, added or replaced. */
  returns?: Record<string, string>
}

/** An OpenID Connect provider at an address of its own, which answers whatever a test sets. */
export type CraftedIssuer = {
  url: string
  /** The parameters of the browsers that were sent to it, the last first. */
  requests: URLSearchParams[]
  /** The client's authentication and body at the token endpoint, the last first. */
  exchanged: { authorization: string | undefined; body: URLSearchParams }[]
  /** Sets its deviations from now on. */
  craft: (craft: Craft) => void
  /** Replaces its keys. */
  rotate: () => Promise<void>
  /** Stops listening at its address, until it comes back. */
  goDown: () => Promise<void>
  comeBack: () => Promise<void>
  stop: () => Promise<void>
}

/** A new RS256 key pair of an issuer. */
export const issuerKey = async (kid: string): Promise<IssuerKey> => {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  return { kid, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } }
}

/** A token with these claims, signed with the key. `header` overrides fields of its header. */
export const signed = (claims: JWTPayload, { kid, privateKey }: IssuerKey, header: object = {}): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, ...header }).sign(privateKey)

/** The only person that it knows. */
export const SUBJECT = '248289761001'

/** Opens a sign-in provider whose tokens a test can craft. */
export const craftedIssuer = async (): Promise<CraftedIssuer> => {
  let craft: Craft = {}
  let count = 1
  let key = await issuerKey('key-1')
  const requests: URLSearchParams[] = []
  const exchanged: CraftedIssuer['exchanged'] = []
  const grants = new Map<string, URLSearchParams>()

  const metadata = () => ({
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    userinfo_endpoint: `${url}/userinfo`,
    jwks_uri: `${url}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['pairwise'],
    id_token_signing_alg_values_supported: ['RS256'],
    ...craft.metadata,
  })

  /** A person is signed in there already, so the browser is sent back at once. */
  const authorise = (query: URLSearchParams): string => {
    requests.unshift(query)
    const code = `code-${requests.length}`
    grants.set(code, query)
    const back = new URL(query.get('redirect_uri') ?? '')
    const state = query.get('state') ?? ''
    back.search = new URLSearchParams({ code, state, ...craft.returns }).toString()
    return back.href
  }

  const token = async (authorization: string | undefined, body: URLSearchParams): Promise<[number, object]> => {
    exchanged.unshift({ authorization, body })
    const grant = grants.get(body.get('code') ?? '')
    grants.delete(body.get('code') ?? '')
    const verifier = body.get('code_verifier') ?? ''
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    if (!grant || (grant.has('code_challenge') && grant.get('code_challenge') !== challenge))
      return [400, { error: 'invalid_grant' }]
    const now = Math.floor(Date.now() / 1000)
    const nonce = grant.get('nonce') ?? undefined
    const claims = { iss: url, sub: SUBJECT, aud: 'portal', iat: now, exp: now + 300, nonce, ...craft.claims }
    const id_token = await (craft.sign ?? signed)(JSON.parse(JSON.stringify(claims)), key)
    return [200, { access_token: 'access', token_type: 'Bearer', expires_in: 60, id_token }]
  }

  const answer = async (request: IncomingMessage): Promise<{ status: number; location?: string; body?: object }> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', url)
    switch (pathname) {
      case '/.well-known/openid-configuration':
        return { status: 200, body: metadata() }
      case '/authorize':
        return { status: 302, location: authorise(searchParams) }
      case '/keys':
        return { status: 200, body: { keys: [key.publicJwk] } }
      case '/userinfo':
        return { status: 200, body: { sub: SUBJECT, ...craft.userinfo } }
      case '/token': {
        const [status, body] = await token(request.headers.authorization, new URLSearchParams(await textOf(request)))
        return { status, body }
      }
      default:
        return { status: 404, body: {} }
    }
  }

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const { status, location, body } = await answer(request)
    const headers = { 'Content-Type': 'application/json', ...(location !== undefined && { Location: location }) }
    response.writeHead(status, headers).end(JSON.stringify(body))
  }

  const server = createServer((request, response) => {
    void respond(request, response)
  })
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  await listen(0)
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const url = `http://localhost:${port}`

  return {
    url,
    requests,
    exchanged,
    craft: (next) => {
      craft = next
    },
    rotate: async () => {
      count += 1
      key = await issuerKey(`key-${count}`)
    },
    goDown: close,
    comeBack: () => listen(port),
    stop: close,
  }
}

const textOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}
