import { API_BASE } from '#contract/api-address'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SAMPLE_ISSUER } from '../../../../../src/server/doors/idp/sample-accounts'
import { exchange } from '../../../../support/sign-in'
import { webBrowser, type WebBrowser } from '../../../../support/web-browser'
import {
  activeAccount,
  choose,
  create,
  externalWorld,
  from,
  invitationOf,
  linkTo,
  mailTo,
  openLink,
  openSignIn,
  OTHER_PASSWORD,
  PASSWORD,
  refFrom,
  send,
  signIn,
  type ExternalWorld,
} from './external-world'

let world: ExternalWorld
beforeAll(async () => {
  world = await externalWorld()
})
afterAll(() => world.stop())

const tokenOf = ({ text }: { text: string }): string => {
  const answer: { token: string } = JSON.parse(text)
  return answer.token
}
const meOf = async (token: string) => {
  const answer = await fetch(`${world.url}${API_BASE}/auth/me`, { headers: { Authorization: `Bearer ${token}` } })
  return { status: answer.status, text: await answer.text() }
}
const audited = async () => {
  const rows = await world.database.queries
    .selectFrom('audit_log')
    .select(['kind', 'description'])
    .orderBy('id')
    .execute()
  return rows.map(({ kind, description }) => `${kind}: ${description}`)
}

describe('an external user account', () => {
  const account = { email: 'amara@home.example', password: PASSWORD }
  let browser: WebBrowser
  let token: string
  beforeAll(() => {
    browser = webBrowser()
  })

  it('is created by an invited person, and waits for its password', async () => {
    const invitation = await invitationOf(world, 'nurse')
    const named = { first_name: 'Amara', last_name: 'Hughes', email: 'Amara@Home.example' }
    expect(await create(world, { ...invitation, ...named })).toMatchObject({ insert: false, activate: false })
    expect((await signIn(world, account)).status).toBe(422)
  })

  it('gets its password by the link of an email, whose secret is nowhere once it is sent', async () => {
    const mail = await mailTo(world, account.email)
    expect(mail?.subject).toBe('Activate your external user account')
    expect(mail?.text).toContain('Dear Amara Hughes,')
    const secret = await linkTo(world, account.email)
    const everything = await world.database.queries.selectFrom('messages').selectAll().execute()
    expect(JSON.stringify(everything)).not.toContain(secret)
    expect(JSON.stringify(everything)).not.toContain('link_secret')

    const chosen = await choose(world, secret, PASSWORD)
    expect([chosen.status, chosen.headers.get('Location')]).toEqual([303, '/idp/external/password/chosen'])
    expect((await mailTo(world, account.email))?.subject).toBe('A password was chosen for your external user account')
  })

  it('signs in its person, once the invitation has associated it with them', async () => {
    const invitation = await invitationOf(world, 'nurse')
    const page = await signIn(world, account, browser, invitation.association_token)
    const back = new URL(page.headers.get('Location') ?? '')
    expect([page.status, back.pathname]).toEqual([302, '/university-lti-return'])
    token = tokenOf(await exchange(world, 'lti', refFrom(page), browser, invitation.association_token))
    expect(JSON.parse((await meOf(token)).text)).toMatchObject({ name: 'Amara Hughes', email: 'nurse@example.org' })
    expect((await exchange(world, 'lti', refFrom(await signIn(world, account, browser)), browser)).status).toBe(200)
  })

  it('is stored by its own number, so that no address of a provider can speak for it', async () => {
    const profile = await world.database.queries
      .selectFrom('user_profiles')
      .innerJoin('external_accounts', (join) =>
        join.onRef('subject', '=', (row) => row.cast('external_accounts.id', 'text')),
      )
      .select(['issuer', 'idp', 'external_accounts.email'])
      .executeTakeFirstOrThrow()
    expect(profile).toEqual({ issuer: 'urn:equipoise:external-accounts', idp: 'lti', email: account.email })
  })

  it('gets another password where it is forgotten, which ends its sessions, its links and its REFs', async () => {
    const waiting = refFrom(await signIn(world, account, browser))
    const { url } = await openSignIn(world, browser)
    const page = await send(browser, `${world.url}/idp/external/forgotten${url.search}`, { email: account.email })
    expect(page.headers.get('Location')).toBe(`/idp/external/forgotten/sent${url.search}`)
    const sent = await browser.ask(`${world.url}${page.headers.get('Location')}`)
    expect(sent.text).toContain('If this address has an account, we have sent a link')
    expect((await mailTo(world, account.email))?.subject).toBe('Choose a new password for your external user account')
    expect((await meOf(token)).status).toBe(200)

    await choose(world, await linkTo(world, account.email), OTHER_PASSWORD)
    expect(JSON.parse((await meOf(token)).text)).toMatchObject({ code: 'token_revoked' })
    expect(JSON.parse((await exchange(world, 'lti', waiting, browser)).text)).toMatchObject({ code: 'ref_invalid' })
    expect((await signIn(world, account, browser)).status).toBe(422)
    const signedIn = await signIn(world, { ...account, password: OTHER_PASSWORD }, browser)
    expect((await exchange(world, 'lti', refFrom(signedIn), browser)).status).toBe(200)
  })

  it('is in the audit log', async () => {
    expect((await audited()).filter((line) => line.startsWith('external'))).toEqual([
      'external_account_created: Amara Hughes created an external user account: amara@home.example',
      'external_account_password: Password of an external user account chosen: amara@home.example',
      'external_account_reset_requested: Link to choose the password of an external user account sent: amara@home.example',
      'external_account_password: New password of an external user account chosen: amara@home.example',
    ])
  })
})

describe('the audit entry of a forgotten password', () => {
  const forgotten = (email: string) =>
    send(webBrowser(), `${world.url}/idp/external/forgotten`, { email }, from(`forgotten ${email}`))
  const written = () =>
    world.database.queries
      .selectFrom('audit_log')
      .select(['kind', 'user_id'])
      .where('kind', 'in', ['external_account_reset_requested', 'external_account_password'])
      .orderBy('id')
      .execute()

  it('is missing where there is no account, or no email is sent', async () => {
    const before = (await written()).length
    await forgotten('nobody@home.example')
    expect(await written()).toHaveLength(before)
    await activeAccount(world, 'coordinator', 'often@home.example')
    for (let times = 0; times < 4; times += 1) await forgotten('often@home.example')
    const entries = (await written()).slice(before).filter(({ kind }) => kind === 'external_account_reset_requested')
    expect(entries).toHaveLength(2)
  })

  it('names the associated person, not the one of the invitation', async () => {
    const shared = { email: 'shared@home.example', password: PASSWORD }
    await activeAccount(world, 'unblinder', shared.email)
    const browser = webBrowser()
    const invitation = await invitationOf(world, 'pharmacist')
    const page = await signIn(world, shared, browser, invitation.association_token)
    expect((await exchange(world, 'lti', refFrom(page), browser, invitation.association_token)).status).toBe(200)
    await forgotten(shared.email)
    await choose(world, await linkTo(world, shared.email), OTHER_PASSWORD)
    const user_id = world.personId('pharmacist')
    expect((await written()).slice(-2)).toEqual([
      { kind: 'external_account_reset_requested', user_id },
      { kind: 'external_account_password', user_id },
    ])
  })
})

describe('the pages', () => {
  it('load nothing, run nothing, cannot be framed and send no referrer', async () => {
    const { headers, text } = await openSignIn(world, webBrowser())
    expect(headers.get('Content-Security-Policy')).toMatch(
      /^default-src 'none'; img-src 'self'; style-src 'sha256-[\w+/=]{44}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    )
    expect([headers.get('Referrer-Policy'), headers.get('Cache-Control')]).toEqual(['no-referrer', 'no-store'])
    expect(text).not.toMatch(/<script|\son\w+=|javascript:/i)
  })

  it('tell password managers the purpose of their fields', async () => {
    const signInPage = await openSignIn(world, webBrowser())
    const fields = ({ text }: { text: string }) =>
      [...text.matchAll(/<input\s[^>]*name="(\w+)"\s+type="(\w+)"\s+autocomplete="([\w-]+)"/g)].map((match) =>
        match.slice(1),
      )
    expect(fields(signInPage)).toEqual([
      ['email', 'email', 'username'],
      ['password', 'password', 'current-password'],
    ])
    await activeAccount(world, 'monitor', 'ingrid@home.example')
    await send(webBrowser(), `${world.url}/idp/external/forgotten`, { email: 'ingrid@home.example' }, from('ingrid'))
    const choice = await openLink(world, webBrowser(), await linkTo(world, 'ingrid@home.example'))
    expect(fields(choice)).toEqual([
      ['username', 'email', 'username'],
      ['password', 'password', 'new-password'],
      ['password_again', 'password', 'new-password'],
    ])
    expect(choice.text).toMatch(/value="ingrid@home\.example"\s+required\s+readonly/)
  })

  it('offer the sample accounts below, who sign in as at every other provider', async () => {
    const browser = webBrowser()
    const page = await openSignIn(world, browser)
    expect(page.text.match(/<button name="email" value="[\w-]+@example\.org">/g)).toHaveLength(7)
    const returned = await send(browser, page.url, { email: 'monitor@example.org' })
    const answer = await exchange(world, 'lti', refFrom(returned), browser)
    expect(JSON.parse((await meOf(tokenOf(answer))).text)).toMatchObject({ email: 'monitor@example.org' })
    const attempt = await world.database.queries
      .selectFrom('sign_in_attempts')
      .select(['issuer', 'subject'])
      .where('subject', '=', 'monitor@example.org')
      .executeTakeFirst()
    expect(attempt).toEqual({ issuer: SAMPLE_ISSUER, subject: 'monitor@example.org' })
  })
})
