import { api } from '#contract/api'
import { API_BASE } from '#contract/api-address'
import type { IdentityProviderId } from '#domain/sign-in/identity'
import { UnsecuredJWT, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { insertUserProfile } from '../../../../../src/server/ground/db/user-profiles'
import {
  craftedIssuer,
  issuerKey,
  signed,
  SUBJECT,
  type Craft,
  type CraftedIssuer,
} from '../../../../support/crafted-issuer'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { exchange, isReturnPage, redirectPath, refOf, signedInAs } from '../../../../support/sign-in'
import { webBrowser, type WebBrowser } from '../../../../support/web-browser'

/* Providers that sign wrongly, lie or have unusual habits, each a real server at its own address. */

const IDS = ['sso', 'google', 'linkedin', 'aaf'] as const
type Id = (typeof IDS)[number]

let world: TestPortal
let issuers: Record<Id, CraftedIssuer>
beforeAll(async () => {
  const [sso, google, linkedin, aaf] = await Promise.all([
    craftedIssuer(),
    craftedIssuer(),
    craftedIssuer(),
    craftedIssuer(),
  ])
  issuers = { sso, google, linkedin, aaf }
  const settings = IDS.map((id) => ({
    [`OIDC_${id.toUpperCase()}_ISSUER`]: issuers[id].url,
    [`OIDC_${id.toUpperCase()}_CLIENT_ID`]: 'portal',
    [`OIDC_${id.toUpperCase()}_CLIENT_SECRET`]: 'a secret between the two',
  }))
  world = await testPortal({
    environment: {
      ...Object.assign({}, ...settings),
      OIDC_LINKEDIN_SCOPE: 'openid profile email',
      OIDC_LINKEDIN_NONCE: 'no',
      OIDC_LINKEDIN_PKCE: 'no',
      OIDC_LINKEDIN_TOKEN_ISSUER: `${linkedin.url}/`,
      OIDC_AAF_SCOPE: 'openid aueduperson',
      OIDC_AAF_SUBJECT: 'eduperson_unique_id',
    },
  })
  for (const id of IDS) {
    await insertUserProfile(world.context.database.queries, {
      user_id: world.personId('nurse'),
      idp: id,
      issuer: issuers[id].url,
      subject: id === 'aaf' ? `eduperson_unique_id=${SUBJECT}` : SUBJECT,
      created_at: world.clock.now(),
    })
  }
})
afterEach(() => {
  for (const id of IDS) issuers[id].craft({})
})
afterAll(async () => {
  await world.stop()
  await Promise.all(IDS.map((id) => issuers[id].stop()))
})

/** The address in the app to which the browser returns. */
const returnAddress = async (
  id: IdentityProviderId,
  browser: WebBrowser = webBrowser(),
  prompt?: string,
  purpose?: string,
): Promise<URL> => {
  const wish = { ...(prompt && { prompt }), ...(purpose && { purpose }) }
  const page = await browser.go(`${world.url}${redirectPath(id, wish)}`, {}, isReturnPage)
  return page.url
}

/** `signed in`, or the code of the failure. */
const outcome = async (id: Id, craft: Craft): Promise<string> => {
  issuers[id].craft(craft)
  const browser = webBrowser()
  const back = await returnAddress(id, browser)
  const error = back.searchParams.get('error')
  if (error !== null) return error
  const answer = await exchange(world, id, refOf(back), browser)
  return answer.status === 200 ? 'signed in' : JSON.parse(answer.text).code
}

const now = () => Math.floor(Date.now() / 1000)

describe('an ID token signs nobody in', () => {
  const CRAFTS: Record<string, () => Promise<Craft> | Craft> = {
    'that says alg none': () => ({ sign: (claims) => new UnsecuredJWT(claims).encode() }),
    'that says alg none where the provider says that it does': () => ({
      metadata: { id_token_signing_alg_values_supported: ['RS256', 'none'] },
      sign: (claims) => new UnsecuredJWT(claims).encode(),
    }),
    'signed with a key that is not the provider’s, under its id': async () => {
      const foreign = await issuerKey('foreign')
      return { sign: (claims, { kid }) => signed(claims, { ...foreign, kid }) }
    },
    'signed with a key that the provider does not show': async () => {
      const foreign = await issuerKey('foreign')
      return { sign: (claims) => signed(claims, foreign) }
    },
    'that brings its own key': async () => {
      const foreign = await issuerKey('foreign')
      return { sign: (claims, { kid }) => signed(claims, { ...foreign, kid }, { jwk: foreign.publicJwk }) }
    },
    'signed with our secret as a password (HS256)': () => ({
      metadata: { id_token_signing_alg_values_supported: ['RS256', 'HS256'] },
      sign: (claims) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256' })
          .sign(new TextEncoder().encode('a secret between the two')),
    }),
    'without a signature': () => ({
      sign: async (claims, key) => (await signed(claims, key)).replace(/[^.]+$/, ''),
    }),
    'whose claims were changed after it was signed': () => ({
      sign: async (claims, key) => {
        const [header, , signature] = (await signed(claims, key)).split('.')
        const changed = Buffer.from(JSON.stringify({ ...claims, acr: 'changed' })).toString('base64url')
        return [header, changed, signature].join('.')
      },
    }),
    'that is no token': () => ({ sign: () => 'abc' }),
    'for another client': () => ({ claims: { aud: 'another' } }),
    'for several clients, and given to another': () => ({ claims: { aud: ['portal', 'another'], azp: 'another' } }),
    'of another issuer': () => ({ claims: { iss: 'https://accounts.example.org' } }),
    'of an issuer that differs in a slash': () => ({ claims: { iss: `${issuers.sso.url}/` } }),
    'with the nonce of another sign-in': () => ({ claims: { nonce: 'x'.repeat(43) } }),
    'without a nonce': () => ({ claims: { nonce: undefined } }),
    'without a subject': () => ({ claims: { sub: undefined } }),
    'that ran out a minute ago': () => ({ claims: { exp: now() - 60 } }),
    'that is not good yet for a minute': () => ({ claims: { nbf: now() + 60 } }),
    'that never runs out': () => ({ claims: { exp: undefined } }),
  }

  it.each(Object.entries(CRAFTS))('%s', async (_, craft) => {
    expect(await outcome('sso', {})).toBe('signed in')
    expect(await outcome('sso', await craft())).toBe('provider_refused')
  })
})

describe('an answer of the browser signs nobody in', () => {
  it.each<[string, Craft]>([
    ['that says that it is of another issuer (RFC 9207)', { returns: { iss: 'https://accounts.example.org' } }],
    [
      'that leaves out the issuer that is always told',
      { metadata: { authorization_response_iss_parameter_supported: true } },
    ],
    ['with the code of another sign-in', { returns: { code: 'code-0' } }],
    ['with an error', { returns: { error: 'access_denied' } }],
  ])('%s', async (_, craft) => expect(await outcome('sso', craft)).toBe('provider_refused'))

  it('with the state and code of one provider at the callback of another family, nor later at its own', async () => {
    const browser = webBrowser()
    await browser.go(`${world.url}${redirectPath('google')}`, {}, ({ pathname }) => pathname.endsWith('/callback'))
    const callback = browser.trail().at(-1) ?? ''
    const elsewhere = await browser.ask(callback.replace('/auth/ping/', '/auth/aaf/'))
    expect(elsewhere.headers.get('Location')).toBe(`${world.url}/aaf-return?error=ref_invalid`)
    const late = await browser.ask(callback)
    expect(new URL(late.headers.get('Location') ?? '').searchParams.get('error')).toBe('ref_invalid')
  })

  it('with the state of one provider and the code of another of its family: the first gets the code and does not know it', async () => {
    const browser = webBrowser()
    const until = ({ pathname }: URL) => pathname.endsWith('/callback')
    await browser.go(`${world.url}${redirectPath('google')}`, {}, until)
    const google = new URL(browser.trail().at(-1) ?? '')
    await browser.go(`${world.url}${redirectPath('sso')}`, {}, until)
    const sso = new URL(browser.trail().at(-1) ?? '')
    google.searchParams.set('code', `${sso.searchParams.get('code')}0`)
    const page = await browser.ask(google.href)
    expect(page.headers.get('Location')).toBe(`${world.url}/google-return?error=provider_refused`)
  })

  it('whose subject only another provider knows', async () => {
    expect(await outcome('google', { claims: { sub: 'somebody else' } })).toBe('identity_unknown')
  })

  it.each(['sso', 'linkedin', 'aaf'] as const)('whose REF of google is exchanged as one of %s', async (id) => {
    const browser = webBrowser()
    const ref = refOf(await returnAddress('google', browser))
    expect(JSON.parse((await exchange(world, id, ref, browser)).text).code).toBe('ref_invalid')
    expect((await exchange(world, 'google', ref, browser)).status).toBe(200)
  })
})

describe('clocks that differ by less than half a minute', () => {
  it.each([-20, 20])('are accepted: %d s', async (skew) => {
    const at = now() + skew
    expect(await outcome('sso', { claims: { iat: at, nbf: at, exp: skew < 0 ? at : at + 300 } })).toBe('signed in')
  })
})

describe('keys that are changed between two sign-ins', () => {
  it('are accepted at the next sign-in, and the former keys no longer', async () => {
    expect(await outcome('sso', {})).toBe('signed in')
    let old: Awaited<ReturnType<typeof issuerKey>> | null = null
    expect(
      await outcome('sso', {
        sign: (claims, key) => {
          old = key
          return signed(claims, key)
        },
      }),
    ).toBe('signed in')
    await issuers.sso.rotate()
    expect(await outcome('sso', {})).toBe('signed in')
    expect(await outcome('sso', { sign: (claims) => (old ? signed(claims, old) : 'no key') })).toBe('provider_refused')
    expect(await outcome('sso', {})).toBe('signed in')
  })
})

describe('LinkedIn, by its settings', () => {
  const its = () => `${issuers.linkedin.url}/`

  it('has another issuer in its tokens, returns no nonce and takes no PKCE', async () => {
    expect(await outcome('linkedin', { claims: { iss: its() } })).toBe('signed in')
    const [request] = issuers.linkedin.requests
    expect(Object.fromEntries(request ?? [])).toEqual({
      client_id: 'portal',
      redirect_uri: `${world.url}${API_BASE}/auth/ping/callback`,
      response_type: 'code',
      scope: 'openid profile email',
      state: expect.stringMatching(/^[\w-]{43}$/),
    })
    const [{ authorization, body } = { authorization: '', body: new URLSearchParams() }] = issuers.linkedin.exchanged
    expect([authorization, body.has('code_verifier')]).toEqual([undefined, false])
    expect(Object.fromEntries(body)).toMatchObject({ client_id: 'portal', client_secret: 'a secret between the two' })
  })

  it.each<[string, () => Craft, string]>([
    [
      'its discovery may name itself either way',
      () => ({ metadata: { issuer: its() }, claims: { iss: its() } }),
      'signed in',
    ],
    ['its tokens only the one', () => ({}), 'provider_refused'],
    ['and no third', () => ({ claims: { iss: 'https://www.example.org' } }), 'provider_refused'],
    ['a nonce that nobody sent is refused', () => ({ claims: { iss: its(), nonce: 'x' } }), 'provider_refused'],
    [
      'a wrong key is, too',
      () => ({ claims: { iss: its() }, sign: (claims) => new UnsecuredJWT(claims).encode() }),
      'provider_refused',
    ],
  ])('%s', async (_, craft, expected) => expect(await outcome('linkedin', craft())).toBe(expected))
})

describe('a federation broker, by its settings', () => {
  it.each<[string, Craft, string]>([
    [
      'knows people by a claim that it tells at userinfo alone',
      { userinfo: { eduperson_unique_id: SUBJECT } },
      'signed in',
    ],
    ['or in the ID token', { claims: { eduperson_unique_id: SUBJECT } }, 'signed in'],
    ['whoever has none is refused', {}, 'provider_refused'],
    ['also where it is empty', { userinfo: { eduperson_unique_id: '' } }, 'provider_refused'],
    ['or no text', { userinfo: { eduperson_unique_id: [SUBJECT] } }, 'provider_refused'],
    ['its own subject means nothing', { userinfo: { eduperson_unique_id: 'another' } }, 'identity_unknown'],
    [
      'userinfo about somebody else is refused',
      { userinfo: { sub: 'x', eduperson_unique_id: SUBJECT } },
      'provider_refused',
    ],
  ])('%s', async (_, craft, expected) => expect(await outcome('aaf', craft)).toBe(expected))

  it('gets the request and our secret in the form it needs', async () => {
    const metadata = { token_endpoint_auth_methods_supported: ['client_secret_basic'] }
    // The provider's metadata are cached by now, and forgotten after a failure.
    expect(await outcome('aaf', { metadata })).toBe('provider_refused')
    expect(await outcome('aaf', { metadata, userinfo: { eduperson_unique_id: SUBJECT } })).toBe('signed in')
    expect(issuers.aaf.requests[0]?.get('scope')).toBe('openid aueduperson')
    expect(issuers.aaf.exchanged[0]?.authorization).toMatch(/^Basic /)
    expect(issuers.aaf.exchanged[0]?.body.has('client_secret')).toBe(false)
  })
})

describe('a provider is asked to ask again', () => {
  it.each<[Id, string | undefined, object]>([
    ['sso', undefined, { prompt: null, max_age: null }],
    ['sso', 'login', { prompt: 'login', max_age: '0' }],
    ['sso', 'select_account', { prompt: 'select_account', max_age: null }],
    ['aaf', 'login', { prompt: 'login', max_age: '0' }],
    ['google', 'login', { prompt: 'select_account', max_age: null }],
  ])('%s, %s', async (id, prompt, expected) => {
    await returnAddress(id, webBrowser(), prompt)
    const [request] = issuers[id].requests
    expect({ prompt: request?.get('prompt'), max_age: request?.get('max_age') }).toEqual(expected)
  })

  it.each<[string, Id, string | undefined, number | null, true | undefined]>([
    ['that does so is a proof', 'sso', 'login', 5, true],
    ['that remembers somebody from before is none', 'sso', 'login', -600, undefined],
    ['that does not say when is none', 'sso', 'login', null, undefined],
    ['that is not asked is none, whatever it says', 'sso', undefined, 5, undefined],
    ['that only has one chosen is as much proof as can be had', 'google', 'login', null, true],
  ])('and one %s', async (_, id, prompt, seconds, is_proved_now) => {
    const begun = Date.parse(world.clock.now()) / 1000
    issuers[id].craft(seconds === null ? {} : { claims: { auth_time: Math.floor(begun + seconds) } })
    const browser = webBrowser()
    const answer = await exchange(world, id, refOf(await returnAddress(id, browser, prompt)), browser)
    expect([answer.status, JSON.parse(answer.text).is_proved_now]).toEqual([200, is_proved_now])
  })

  it.each([
    ['that does so', 5, 204],
    ['that remembers somebody from before', -600, 409],
    ['that does not say when', null, 409],
  ])('to confirm who is signed in, and one %s is answered %s s after: %s', async (_, seconds, status) => {
    const begun = Date.parse(world.clock.now()) / 1000
    issuers.sso.craft(seconds === null ? {} : { claims: { auth_time: Math.floor(begun + seconds) } })
    const browser = webBrowser()
    const ref = refOf(await returnAddress('sso', browser, undefined, 'confirm'))
    expect(issuers.sso.requests[0]?.get('prompt')).toBe('login')
    const { token } = await signedInAs(world, 'nurse', false)
    const answer = await browser.ask(`${world.url}${API_BASE}/${api.confirmSignIn.path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ idp: 'sso', ref }),
    })
    expect(answer.status).toBe(status)
  })

  it('only where there is something to confirm', async () => {
    const page = await webBrowser().ask(`${world.url}${redirectPath('sso', { prompt: 'none' })}`)
    expect([page.status, JSON.parse(page.text).code]).toEqual([422, 'validation_failed'])
  })
})
