import { IDENTITY_PROVIDERS } from '#domain/sign-in/identity'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openHttpServer, type HttpServer } from '../../../../../src/server/doors/http/http-server'
import { createSampleProvider, type SampleProvider } from '../../../../../src/server/doors/idp/sample-provider'
import { callbackAddresses } from '../../../../../src/server/use-cases/sign-in/session/sign-in-addresses'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { seededBytes } from '../../../../support/seeded-bytes'
import { exchange, redirectPath, refOf, returnedFrom } from '../../../../support/sign-in'
import { webBrowser } from '../../../../support/web-browser'

/*
 * A provider of another operator: the same library at another address, with a client of its own and no other knowledge
 * of the portal.
 */
let house: HttpServer
let issuer = ''
/** The provider that answers there at present. */
let answers: SampleProvider['listener'] = () => {}
let world: TestPortal

const opened = async (port: number) => {
  const server = await openHttpServer('127.0.0.1', port)
  if (!server.ok) throw new Error(server.refusal)
  return server.value
}

beforeAll(async () => {
  house = await opened(0)
  issuer = `http://localhost:${house.port}/idp`
  await house.stop(0)
  world = await testPortal({
    environment: {
      OIDC_GOOGLE_ISSUER: issuer,
      OIDC_GOOGLE_CLIENT_ID: 'equipoise',
      OIDC_GOOGLE_CLIENT_SECRET: 'a secret between the two',
    },
  })
})
afterAll(async () => {
  await world.stop()
  await house.stop(0)
})

/** Starts the provider, with new keys, for the portals at these addresses. */
const moveIn = async (portals: readonly string[]): Promise<void> => {
  const provider = await createSampleProvider({
    publicUrl: `http://localhost:${house.port}`,
    client: { id: 'equipoise', secret: 'a secret between the two', redirectUris: portals.flatMap(callbackAddresses) },
    randomBytes: seededBytes('another house'),
    log: pino({ level: 'silent' }),
  })
  answers = provider.listener
}

describe('with one real provider', () => {
  it('only that one and our own external accounts are offered, and no sample account is left', async () => {
    const answer: { providers: { id: string }[] } = await (await fetch(`${world.url}/api/v1/app-instance`)).json()
    expect(answer.providers).toEqual([
      { id: 'lti', title: 'External user account', family: 'ping' },
      { id: 'google', title: 'Google', family: 'ping' },
    ])
    expect((await fetch(`${world.url}/idp/.well-known/openid-configuration`)).status).toBe(404)
    expect((await fetch(`${world.url}/idp/auth`)).status).toBe(404)
    const external = await webBrowser().go(`${world.url}${redirectPath('lti')}`)
    expect(external.text).toContain('Sign in with your external user account')
    expect(external.text).not.toContain('example.org')
  })

  it.each(['sso', 'linkedin', 'aaf'] as const)('%s, which is not configured, is refused', async (id) => {
    const page = await webBrowser().ask(`${world.url}${redirectPath(id)}`)
    expect([page.status, JSON.parse(page.text)]).toEqual([404, expect.objectContaining({ code: 'not_found' })])
  })

  it('a person who chooses it while it is away comes back to a message about that', async () => {
    const page = await webBrowser().ask(`${world.url}${redirectPath('google')}`)
    expect(page.headers.get('Location')).toBe(`${world.url}/google-return?error=unavailable`)
  })

  it('signing in works as soon as it is back, for an account that is linked to a person', async () => {
    house = await opened(house.port)
    house.answerWith((request, response) => answers(request, response))
    await moveIn([world.url])

    const browser = webBrowser()
    const ref = refOf(await returnedFrom(world, 'google', 'nurse', browser))
    const stranger = await exchange(world, 'google', ref, browser)
    expect(JSON.parse(stranger.text)).toMatchObject({ code: 'identity_unknown' })

    const user_id = world.personId('nurse')
    await world.context.database.queries
      .insertInto('user_profiles')
      .values({ user_id, idp: 'google', issuer, subject: 'nurse@example.org', created_at: world.clock.now() })
      .execute()
    expect((await exchange(world, 'google', ref, browser)).status).toBe(200)
  })

  it('an account of the sample provider is unknown to it', async () => {
    const browser = webBrowser()
    const ref = refOf(await returnedFrom(world, 'google', 'administrator', browser))
    const answer = await exchange(world, 'google', ref, browser)
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'identity_unknown' })
  })
})

describe('with a real provider for each way in', () => {
  let everywhere: TestPortal
  beforeAll(async () => {
    const settings = IDENTITY_PROVIDERS.map(({ id }) => ({
      [`OIDC_${id.toUpperCase()}_ISSUER`]: issuer,
      [`OIDC_${id.toUpperCase()}_CLIENT_ID`]: 'equipoise',
      [`OIDC_${id.toUpperCase()}_CLIENT_SECRET`]: 'a secret between the two',
    }))
    const environment = { ...Object.assign({}, ...settings), OIDC_LINKEDIN_NONCE: 'no', OIDC_AAF_SUBJECT: 'sub' }
    everywhere = await testPortal({ environment, beside: world })
    await moveIn([world.url, everywhere.url])
  })
  afterAll(() => everywhere.stop())

  it.each(IDENTITY_PROVIDERS)('$id signs in', async ({ id }) => {
    const browser = webBrowser()
    const ref = refOf(await returnedFrom(everywhere, id, 'nurse', browser))
    expect((await exchange(everywhere, id, ref, browser)).status).toBe(200)
  })

  it.each(['login', 'select_account'])('is asked to ask again: %s', async (prompt) => {
    const browser = webBrowser()
    const ref = refOf(await returnedFrom(everywhere, 'sso', 'nurse', browser, { prompt }))
    expect((await exchange(everywhere, 'sso', ref, browser)).status).toBe(200)
  })

  it('signs in at once after it has changed its keys', async () => {
    await moveIn([world.url, everywhere.url])
    const browser = webBrowser()
    const ref = refOf(await returnedFrom(everywhere, 'sso', 'nurse', browser))
    expect((await exchange(everywhere, 'sso', ref, browser)).status).toBe(200)
  })
})
