import { API_BASE } from '#contract/api-address'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openHttpServer } from '../../../../../src/server/doors/http/http-server'
import { MIN_MS } from '../../../../../src/server/use-cases/sign-in/external-accounts/request-reset'
import { testPortal } from '../../../../support/portal'
import { exchange } from '../../../../support/sign-in'
import { until } from '../../../../support/until'
import { webBrowser, type Page, type WebBrowser } from '../../../../support/web-browser'
import {
  activeAccount,
  BEHIND_PROXY,
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

/* Attacks by people without an account, or with another one. None of them gets in or learns anything useful. */

const EMAIL = 'amara@home.example'
const NOBODY = 'nobody@home.example'
const MINUTE = 60

let world: ExternalWorld
beforeAll(async () => {
  world = await externalWorld()
  await activeAccount(world, 'nurse', EMAIL)
})
afterAll(() => world.stop())

const tried = async (email: string, password: string, browser = webBrowser(), address = from(`of ${email}`)) => {
  const { url } = await openSignIn(world, browser)
  return send(browser, url, { email, password }, address)
}

/** The number of tries that were counted at this instant. */
const triesNow = async (): Promise<number> => {
  const tries = world.database.queries.selectFrom('throttled_tries').select('id')
  return (await tries.where('tried_at', '=', world.clock.now()).execute()).length
}

/** A day without any try. */
const aDayLater = () => world.clock.step(24 * 60 * MINUTE + 1)

describe('brute force', () => {
  it('gets five tries at an account, from any network, and then longer and longer pauses', async () => {
    aDayLater()
    const texts: string[] = []
    const attempt = async (password: string, count: number) => {
      const page = await tried(EMAIL, password, webBrowser(), from(`network ${count}`))
      texts.push(`${page.status} ${page.headers.get('Retry-After') ?? ''}`.trim())
    }
    for (let count = 0; count < 6; count += 1) await attempt('wrong', count)
    await attempt(PASSWORD, 6)
    world.clock.step(15 * MINUTE - 1)
    await attempt('wrong', 7)
    world.clock.step(1)
    await attempt('wrong', 8)
    await attempt('wrong', 9)
    world.clock.step(30 * MINUTE)
    await attempt('wrong', 10)
    await attempt('wrong', 11)
    world.clock.step(60 * MINUTE)
    await attempt('wrong', 12)
    await attempt('wrong', 13)
    expect(texts).toEqual([
      ...Array.from({ length: 5 }, () => '422'),
      '429 900',
      '429 900',
      '429 1',
      '422',
      '429 1800',
      '422',
      '429 3600',
      '422',
      '429 3600',
    ])
  })

  it('elsewhere does not lock out an owner at a known place, nor gives another count there', async () => {
    aDayLater()
    const home = from('the home of the owner')
    expect((await tried(EMAIL, PASSWORD, webBrowser(), home)).status).toBe(302)
    for (let count = 0; count < 6; count += 1) await tried(EMAIL, 'wrong', webBrowser(), from(`stranger ${count}`))
    expect((await tried(EMAIL, PASSWORD, webBrowser(), from('a hotel'))).status).toBe(429)
    expect((await tried(EMAIL, PASSWORD, webBrowser(), home)).status).toBe(302)
    // A sign-in from home does not lift the limit for strangers.
    expect((await tried(EMAIL, 'wrong', webBrowser(), from('stranger 7'))).status).toBe(429)
    const atHome: number[] = []
    for (let count = 0; count < 6; count += 1) {
      atHome.push((await tried(EMAIL, 'wrong', webBrowser(), home)).status)
    }
    expect(atHome).toEqual([422, 422, 422, 422, 422, 429])
  })

  it('ends for a person who gets a new password by email, at once', async () => {
    expect((await tried(EMAIL, PASSWORD)).status).toBe(429)
    await send(webBrowser(), `${world.url}/idp/external/forgotten`, { email: EMAIL }, from('the owner'))
    await choose(world, await linkTo(world, EMAIL), PASSWORD)
    expect((await tried(EMAIL, PASSWORD)).status).toBe(302)
  })

  it('is counted across processes, and tries made at once are counted one after the other', async () => {
    aDayLater()
    const second = await testPortal({ beside: world, passwords: world.context.passwords, environment: BEHIND_PROXY })
    const before = world.verifications()
    const pages = await Promise.all(
      Array.from({ length: 12 }, async (_, count) => {
        const browser = webBrowser()
        const { pathname, search } = (await openSignIn(world, browser)).url
        const { url } = count % 2 === 0 ? world : second
        return send(browser, `${url}${pathname}${search}`, { email: EMAIL, password: `guess ${count}` }, from(EMAIL))
      }),
    )
    await second.stop()
    expect(pages.filter(({ status }) => status === 422)).toHaveLength(5)
    expect(world.verifications() - before).toBe(5)
    const stored = await world.database.queries.selectFrom('throttled_tries').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(EMAIL)
  })

  it('of many accounts from one network ends after thirty in an hour; the right ones do not count', async () => {
    aDayLater()
    const address = from('a guesser')
    for (let count = 0; count < 3; count += 1) {
      expect((await tried(EMAIL, PASSWORD, webBrowser(), address)).status).toBe(302)
    }
    const statuses: number[] = []
    for (let count = 0; count < 31; count += 1) {
      statuses.push((await tried(`person-${count}@home.example`, 'wrong', webBrowser(), address)).status)
    }
    expect(statuses.filter((status) => status === 422)).toHaveLength(30)
    expect(statuses.at(-1)).toBe(429)
    expect((await tried(EMAIL, PASSWORD, webBrowser(), address)).status).toBe(429)
    expect((await tried(EMAIL, PASSWORD, webBrowser(), from('somebody else'))).status).toBe(302)
  })

  it('does not get another count by headers, where no proxy is trusted', async () => {
    aDayLater()
    const open = await testPortal({ beside: world, passwords: world.context.passwords })
    const statuses: number[] = []
    for (let count = 0; count < 21; count += 1) {
      const sent = new URLSearchParams({ email: `forgetful-${count}@home.example` })
      const headers = { 'X-Forwarded-For': `100.64.1.${count}`, 'Sec-Fetch-Site': 'same-origin' }
      const request = { method: 'POST', body: sent, headers, redirect: 'manual' } as const
      statuses.push((await fetch(`${open.url}/idp/external/forgotten`, request)).status)
    }
    await open.stop()
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 303), 429])
  })

  it('does not get another count by claiming another address, through a trusted proxy', async () => {
    aDayLater()
    const statuses: number[] = []
    for (let count = 0; count < 31; count += 1) {
      const said = { 'X-Forwarded-For': `100.64.0.${count}, 203.0.113.9` }
      statuses.push((await tried(`other-${count}@home.example`, 'wrong', webBrowser(), said)).status)
    }
    expect(statuses.at(-1)).toBe(429)
  })
})

/** An account that was requested and never activated. */
const UNACTIVATED = 'unactivated@home.example'

describe('the existence of an account', () => {
  beforeAll(async () => {
    aDayLater()
    const named = { first_name: 'Un', last_name: 'Activated', email: UNACTIVATED }
    await create(world, { ...(await invitationOf(world, 'pharmacist')), ...named }, from('pharmacist'))
  })

  it.each([
    ['a wrong password', async (email: string) => [await tried(email, 'wrong')]],
    ['an empty one', async (email: string) => [await tried(email, '')]],
    [
      'too many wrong ones',
      async (email: string) => {
        const pages = []
        for (let count = 0; count < 7; count += 1) pages.push(await tried(email, 'wrong'))
        return pages
      },
    ],
    [
      'asking for another one, more often than any e-mail goes out',
      async (email: string) => {
        const pages = []
        for (let count = 0; count < 5; count += 1) {
          pages.push(
            await send(webBrowser(), `${world.url}/idp/external/forgotten`, { email }, from(`${count}${email}`)),
          )
        }
        return pages
      },
    ],
  ])('is not revealed by %s, neither in words nor in hashes', async (_, trying) => {
    const answers = []
    for (const email of [NOBODY, EMAIL, UNACTIVATED]) {
      aDayLater()
      const before = world.verifications()
      const pages = await trying(email)
      answers.push({
        hashes: world.verifications() - before,
        pages: pages.map(({ status, headers, text }) => ({
          status,
          location: headers.get('Location'),
          wait: headers.get('Retry-After'),
          text: text.replaceAll(/state=[\w-]+/g, 'state').replaceAll(email, 'the address'),
        })),
      })
    }
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
  })

  it.each([NOBODY, EMAIL])('does not show in the time of a forgotten password: %s waits as long', async (email) => {
    aDayLater()
    const trail: string[] = []
    const { wait } = world.context
    let endWait = () => {}
    onTestFinished(() => {
      endWait()
      world.context.wait = wait
    })
    world.context.wait = (milliseconds) => {
      trail.push(`waits ${milliseconds} ms`)
      return new Promise<void>((resolve) => (endWait = resolve))
    }
    const sent = send(webBrowser(), `${world.url}/idp/external/forgotten`, { email }, from('a clock'))
    const answered = sent.then(({ status }) => trail.push(`answered ${status}`))
    await until('the request is counted', async () => (await triesNow()) > 0)
    // Another request is sent and answered while the first one still waits.
    await openSignIn(world, webBrowser())
    trail.push('the wait is over')
    endWait()
    await answered
    expect(trail).toEqual([`waits ${MIN_MS} ms`, 'the wait is over', 'answered 303'])
  })

  it('is not revealed to an invited person who asks for it in their own name, even twice; its owner gets an email', async () => {
    aDayLater()
    const invitation = await invitationOf(world, 'coordinator')
    const asking = (email: string) =>
      create(world, { ...invitation, first_name: 'Daniel', last_name: 'Lindqvist', email }, from('coordinator'))
    const answers = []
    for (const email of ['new@home.example', EMAIL]) {
      const first = await asking(email)
      world.clock.step(61)
      const second = await asking(email)
      answers.push([first, second].map(({ status, insert, activate }) => ({ status, insert, activate })))
    }
    expect(answers[0]).toEqual([
      { status: 200, insert: false, activate: false },
      { status: 200, insert: true, activate: false },
    ])
    expect(answers[1]).toEqual(answers[0])
    const mail = await mailTo(world, EMAIL)
    expect(mail?.subject).toBe('Someone requested an external user account with your address')
    expect(mail?.source).not.toMatch(/Daniel|Lindqvist|token=/)
    expect((await tried(EMAIL, PASSWORD)).status).toBe(302)
  })
})

describe('the link of an email', () => {
  const ACCOUNT = 'ingrid@home.example'
  const requestReset = async () => {
    aDayLater()
    await send(webBrowser(), `${world.url}/idp/external/forgotten`, { email: ACCOUNT }, from(ACCOUNT))
    return linkTo(world, ACCOUNT)
  }
  const fields = (link: string, password = OTHER_PASSWORD) => ({ link, password, password_again: password })
  const path = () => `${world.url}/idp/external/password`
  beforeAll(async () => {
    await activeAccount(world, 'monitor', ACCOUNT)
  })

  it.each([
    ['that was made up', async () => 'x'.repeat(43)],
    ['that is no such thing', async () => '../../etc/passwd'],
    [
      'after an hour',
      async () => {
        const token = await requestReset()
        world.clock.step(60 * MINUTE)
        return token
      },
    ],
    [
      'once a later one has been sent',
      async () => {
        const token = await requestReset()
        await requestReset()
        return token
      },
    ],
    [
      'that has been used',
      async () => {
        const token = await requestReset()
        await choose(world, token, PASSWORD)
        world.clock.step(61)
        return token
      },
    ],
  ])('%s opens nothing', async (_, token) => {
    const secret = await token()
    const page = await openLink(world, webBrowser(), encodeURIComponent(secret))
    expect([page.status, page.text.includes('This link no longer works')]).toEqual([410, true])
    const chosen = await choose(world, encodeURIComponent(secret), OTHER_PASSWORD)
    expect(chosen.status).toBe(410)
    expect((await tried(ACCOUNT, OTHER_PASSWORD)).status).toBe(422)
  })

  it('for activation works for a week, and not a second longer', async () => {
    const named = { first_name: 'Grace', last_name: 'Okafor', email: 'grace@home.example' }
    await create(world, { ...(await invitationOf(world, 'administrator')), ...named }, from('administrator'))
    const token = await linkTo(world, named.email)
    world.clock.step(7 * 24 * 60 * MINUTE - 1)
    expect((await openLink(world, webBrowser(), token)).status).toBe(200)
    world.clock.step(1)
    expect((await openLink(world, webBrowser(), token)).status).toBe(410)
  })

  it('is not used up by programs that scan it, and leaves the address at once', async () => {
    const token = await requestReset()
    for (const method of ['HEAD', 'GET']) {
      const looked = await webBrowser().ask(`${path()}?token=${token}`, { method })
      expect([looked.status, looked.headers.get('Location')]).toEqual([303, '/idp/external/password'])
      expect(looked.headers.get('Referrer-Policy')).toBe('no-referrer')
    }
    const browser = webBrowser()
    const page = await openLink(world, browser, token)
    expect(page.url.href).toBe(path())
    expect(page.text).not.toContain(token)
    expect(browser.cookieLines()).toEqual([
      `equipoise_password_link=${token}; Max-Age=1800; Path=/idp/external/password; HttpOnly; SameSite=Lax`,
    ])
  })

  it("over https is in a cookie of this very host, and not accepted from a neighbour's cookie", async () => {
    const token = await requestReset()
    const free = await openHttpServer('127.0.0.1', 0)
    if (!free.ok) throw new Error(free.refusal)
    await free.value.stop(0)
    const { port } = free.value
    const environment = {
      ...BEHIND_PROXY,
      PORT: String(port),
      PUBLIC_URL: 'https://trials.example.org',
      SAMPLE_ACCOUNTS: 'yes',
    }
    const secure = await testPortal({ environment, beside: world })
    const address = `http://127.0.0.1:${port}/idp/external/password`
    const browser = webBrowser()
    await browser.ask(`${address}?token=${token}`)
    const withCookie = async (name: string) =>
      (await webBrowser().ask(address, { headers: { Cookie: `${name}=${token}` } })).status
    const statuses = [await withCookie('equipoise_password_link'), await withCookie('__Host-equipoise_password_link')]
    await secure.stop()
    expect(browser.cookieLines()).toEqual([
      `__Host-equipoise_password_link=${token}; Max-Age=1800; Path=/; HttpOnly; Secure; SameSite=Lax`,
    ])
    expect(statuses).toEqual([410, 200])
  })

  it('is asked for again where the form comes without the cookie, from another tab’s link, or from another site', async () => {
    const [mine, other] = [webBrowser(), webBrowser()]
    const { link } = await openLink(world, mine, await requestReset())
    expect((await send(other, path(), fields(link))).status).toBe(410)
    await openLink(world, other, await requestReset())
    expect((await send(other, path(), fields(link))).status).toBe(410)
    const again = await openLink(world, mine, await requestReset())
    for (const site of ['cross-site', 'same-site', 'none']) {
      const foreign = await send(mine, path(), fields(again.link), { 'Sec-Fetch-Site': site })
      expect(foreign.status).toBe(403)
    }
    expect((await send(mine, path(), fields(again.link))).status).toBe(303)
  })

  it('chooses once: a repeated form gets the same answer and changes nothing, and another password is refused', async () => {
    const token = await requestReset()
    const browsers = [webBrowser(), webBrowser(), webBrowser()]
    const forms = []
    for (const browser of browsers) forms.push(await openLink(world, browser, token))
    const link = forms[0]?.link ?? ''
    const sent = async (index: number, password: string) =>
      (await send(browsers[index] ?? webBrowser(), path(), fields(link, password))).status
    expect([await sent(0, PASSWORD), await sent(1, PASSWORD), await sent(2, OTHER_PASSWORD)]).toEqual([303, 303, 410])
    const entries = await world.database.queries
      .selectFrom('audit_log')
      .select('id')
      .where('created_at', '=', world.clock.now())
      .where('kind', '=', 'external_account_password')
      .execute()
    expect(entries).toHaveLength(1)
    expect((await tried(ACCOUNT, PASSWORD)).status).toBe(302)
  })

  it.each([
    ['eleven characters', 'tin boat ox', 'The password must have at least 12 characters.'],
    ['two hundred and one', 'x'.repeat(201), 'The password can have at most 200 characters.'],
    ['a common one', 'password1234', 'This password is too easy to guess.'],
    ['the person’s own name', 'amarahughes26', 'It contains your name, your address or the name of this service.'],
    ['one that was mistyped', null, 'The two passwords are not the same.'],
  ])('accepts no password of %s, says why, and stays valid', async (_, password, words) => {
    const browser = webBrowser()
    const { link } = await openLink(world, browser, await requestReset())
    const form = password === null ? { ...fields(link), password: PASSWORD } : fields(link, password)
    const page = await send(browser, path(), form)
    expect(page.status).toBe(422)
    expect(page.text).toContain(words)
    expect(page.text).not.toContain(password ?? PASSWORD)
    expect((await send(browser, path(), fields(link, PASSWORD))).status).toBe(303)
  })
})

describe('a sign-in', () => {
  const right = { email: EMAIL, password: PASSWORD }
  const opened = async (browser: WebBrowser) => (await openSignIn(world, browser)).url
  beforeAll(aDayLater)

  it.each<[string, () => Promise<Page>]>([
    ['in a browser that did not begin it', async () => send(webBrowser(), await opened(webBrowser()), right)],
    [
      'in one that began another (login CSRF)',
      async () => {
        const victim = webBrowser()
        await opened(victim)
        return send(victim, await opened(webBrowser()), right)
      },
    ],
    [
      'with a state that nobody began',
      async () => {
        const browser = webBrowser()
        await opened(browser)
        return send(browser, `${world.url}/idp/external/sign-in?state=forged`, right)
      },
    ],
    [
      'without a state',
      async () => {
        const browser = webBrowser()
        await opened(browser)
        return send(browser, `${world.url}/idp/external/sign-in`, right)
      },
    ],
    [
      'that was begun with another provider',
      async () => {
        const browser = webBrowser()
        await opened(browser)
        await browser.go(`${world.url}${API_BASE}/auth/ping/redirect?idp=google`)
        const state = new URL(browser.trail()[1] ?? '').searchParams.get('state') ?? ''
        return send(browser, `${world.url}/idp/external/sign-in?state=${state}`, right)
      },
    ],
    [
      'half an hour later',
      async () => {
        const browser = webBrowser()
        const url = await opened(browser)
        world.clock.step(30 * MINUTE)
        return send(browser, url, right)
      },
    ],
    [
      'once more',
      async () => {
        const browser = webBrowser()
        const url = await opened(browser)
        expect((await send(browser, url, right)).status).toBe(302)
        return send(browser, url, right)
      },
    ],
  ])('%s stops before any password is checked', async (_, trying) => {
    const before = world.verifications()
    const page = await trying()
    expect([page.status, page.text.includes('This sign-in has expired.')]).toEqual([400, true])
    expect(world.verifications() - before).toBeLessThanOrEqual(1)
    expect((await webBrowser().ask(page.url.href)).status).toBe(400)
  })

  it('does not return by the callback of the other providers', async () => {
    const browser = webBrowser()
    const { search } = await opened(browser)
    const page = await browser.ask(`${world.url}${API_BASE}/auth/ping/callback${search}&code=any`)
    expect(page.headers.get('Location')).toBe(`${world.url}/university-lti-return?error=provider_refused`)
  })

  it('that another site’s page sends is refused', async () => {
    const browser = webBrowser()
    const url = await opened(browser)
    expect((await send(browser, url, right, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
    const asJson = { method: 'POST', body: JSON.stringify(right), headers: { 'Content-Type': 'text/plain' } }
    expect((await browser.ask(url.href, asJson)).status).toBe(403)
    const large = await send(browser, url, { ...right, more: 'x'.repeat(9000) })
    expect(large.status).toBe(413)
  })

  it('redirects only to the app’s own return page, whatever the form or the address say (open redirect)', async () => {
    const browser = webBrowser()
    const url = await opened(browser)
    for (const name of ['next', 'redirect_uri', 'return_to']) url.searchParams.set(name, 'https://evil.example')
    const headers = { 'X-Forwarded-Host': 'evil.example', Origin: 'https://evil.example', ...from(EMAIL) }
    const page = await send(browser, url, { ...right, next: 'https://evil.example' }, headers)
    expect(page.headers.get('Location')).toMatch(new RegExp(`^${world.url}/university-lti-return\\?REF=[\\w-]{43}$`))
  })

  it('begins a session of its own each time, and only in the browser that began it (session fixation)', async () => {
    const [mine, attacker] = [webBrowser(), webBrowser()]
    await openSignIn(world, attacker)
    const invitation = await invitationOf(world, 'nurse')
    const ref = refFrom(await signIn(world, right, mine, invitation.association_token))
    expect(JSON.parse((await exchange(world, 'lti', ref, attacker)).text)).toMatchObject({ code: 'ref_invalid' })
    const first = await exchange(world, 'lti', ref, mine, invitation.association_token)
    const second = await exchange(world, 'lti', refFrom(await signIn(world, right, mine)), mine)
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.text).not.toBe(first.text)
  })

  it('whose password changes meanwhile does not continue', async () => {
    const { queries } = world.database
    const account = await queries
      .selectFrom('external_accounts')
      .selectAll()
      .where('email', '=', EMAIL)
      .executeTakeFirstOrThrow()
    const browser = webBrowser()
    const url = await opened(browser)
    const { verify } = world.context.passwords
    world.context.passwords.verify = async (stored, password) => {
      const isRight = await verify(stored, password)
      const changed = await world.context.passwords.hash(OTHER_PASSWORD)
      await queries
        .updateTable('external_accounts')
        .set({ password_hash: changed })
        .where('email', '=', EMAIL)
        .execute()
      return isRight
    }
    const page = await send(browser, url, right, from(EMAIL))
    world.context.passwords.verify = verify
    await queries
      .updateTable('external_accounts')
      .set({ password_hash: account.password_hash })
      .where('email', '=', EMAIL)
      .execute()
    expect([page.status, page.text.includes('This sign-in has expired.')]).toEqual([400, true])
  })

  it('accepts no sample account where there are none, and no password of one', async () => {
    const browser = webBrowser()
    const page = await send(browser, await opened(browser), { email: 'administrator@elsewhere.example' })
    expect([page.status, page.headers.get('Location')]).toEqual([200, null])
    expect((await tried('administrator@example.org', '')).status).toBe(422)
  })
})

describe('the remaining data', () => {
  it('have no password, no secret of a link, no REF and no state, neither in the log nor in the database', async () => {
    const browser = webBrowser()
    await signIn(world, { email: EMAIL, password: OTHER_PASSWORD }, browser)
    await send(webBrowser(), `${world.url}/idp/external/forgotten`, { email: EMAIL }, from('left behind'))
    const secret = await linkTo(world, EMAIL)
    await openLink(world, webBrowser(), secret)
    const { url } = await openSignIn(world, browser)
    const page = await send(browser, url, { email: EMAIL, password: PASSWORD }, from(EMAIL))
    const state = url.searchParams.get('state') ?? 'none'

    const log = world.log()
    expect(log).toContain('/idp/external/sign-in')
    const { queries } = world.database
    const rows = [
      await queries.selectFrom('messages').selectAll().execute(),
      await queries.selectFrom('external_accounts').selectAll().execute(),
      await queries.selectFrom('external_account_links').selectAll().execute(),
      await queries.selectFrom('audit_log').selectAll().execute(),
    ]
    for (const secretText of [PASSWORD, OTHER_PASSWORD, secret, refFrom(page), state, 'token=']) {
      expect(log).not.toContain(secretText)
      expect(JSON.stringify(rows)).not.toContain(secretText)
    }
  })
})
