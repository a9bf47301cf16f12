import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exchange } from '../../../../support/sign-in'
import { testPortal } from '../../../../support/portal'
import { webBrowser } from '../../../../support/web-browser'
import {
  activeAccount,
  BEHIND_PROXY,
  choose,
  externalWorld,
  from,
  invitationOf,
  linkTo,
  mailTo,
  openSignIn,
  OTHER_PASSWORD,
  PASSWORD,
  refFrom,
  send,
  signIn,
  type ExternalWorld,
} from './external-world'
import { codeAt, codesOn, enrolled, enter, keyOn, sendCode, upToCode } from './second-factor-pages'

const MINUTE = 60
const USED = 'This code is wrong or was already used'

describe('where it is optional', () => {
  let world: ExternalWorld
  beforeAll(async () => {
    world = await externalWorld()
  })
  afterAll(() => world.stop())

  /** An account for one test alone, with a second factor. */
  const withFactor = async (name: string) => {
    world.clock.step(24 * 60 * MINUTE)
    const email = `${name}@home.example`
    await activeAccount(world, 'nurse', email)
    return { email, ...(await enrolled(world, email)) }
  }
  const codeNow = (key: string, stepsLater = 0) => codeAt(key, world.clock.now(), stepsLater)
  const RETURN = /-lti-return\?REF=/

  it('is set up after the password, by a QR code or a key, and shows ten recovery codes once', async () => {
    const email = 'setting-up@home.example'
    await activeAccount(world, 'nurse', email)
    const { browser } = await enter(world, email)
    const page = await browser.go(`${world.url}/idp/external/second-factor`)
    expect(page.text).toContain('<svg')
    const key = keyOn(page)
    expect(keyOn(await browser.go(`${world.url}/idp/external/second-factor`))).toBe(key)
    const wrong = await sendCode(world, browser, codeNow(key, 5), email, 'second-factor')
    expect(wrong.status).toBe(422)
    expect(keyOn(wrong)).toBe(key)
    const done = await sendCode(world, browser, codeNow(key), email, 'second-factor')
    expect(new Set(codesOn(done)).size).toBe(10)
    const again = await browser.go(`${world.url}/idp/external/second-factor`)
    expect(again.text).toContain('Recovery codes that still work: 10')
    expect(codesOn(again)).toEqual([])
    expect((await mailTo(world, email))?.subject).toBe('A second factor was set up for your external user account')
  })

  it('cannot be reached without the password', async () => {
    const page = await webBrowser().ask(`${world.url}/idp/external/second-factor`)
    expect(page.headers.get('Location')).toBe('/idp/external/account')
    const { entered } = await enter(world, 'setting-up@home.example', 'wrong')
    expect(entered.status).toBe(422)
    expect(entered.headers.getSetCookie()).toEqual([])
  })

  it('is sealed in the database, and its recovery codes are hashes', async () => {
    const { email, key, codes } = await withFactor('sealed')
    const factors = await world.database.queries.selectFrom('external_account_factors').selectAll().execute()
    const hashes = await world.database.queries.selectFrom('external_account_recovery_codes').selectAll().execute()
    const stored = JSON.stringify([factors, hashes])
    const bytes = factors.map(({ secret_encrypted }) => Buffer.from(secret_encrypted).toString('latin1')).join()
    for (const secret of [key, ...codes, email]) expect(stored + bytes).not.toContain(secret)
    expect(world.log()).not.toContain(key)
  })

  it('is asked for after the right password, and the code signs in', async () => {
    const { email, key } = await withFactor('signing-in')
    const { browser, page } = await upToCode(world, email)
    expect([page.status, page.headers.get('Location')]).toEqual([303, '/idp/external/code'])
    expect((await browser.go(`${world.url}/idp/external/code`)).text).toContain('Enter the code')
    const returned = await sendCode(world, browser, codeNow(key), email)
    expect(returned.headers.get('Location')).toMatch(RETURN)
    expect((await exchange(world, 'lti', refFrom(returned), browser)).text).toContain('identity_unknown')
  })

  it('is not revealed after a wrong password', async () => {
    const { email } = await withFactor('quiet')
    await activeAccount(world, 'pharmacist', 'without@home.example')
    const texts = await Promise.all(
      [email, 'without@home.example', 'nobody@home.example'].map(async (one) => {
        const { text, headers } = await signIn(world, { email: one, password: 'wrong' })
        return [text.replaceAll(one, 'X').replace(/state=[\w-]+/g, 'S'), headers.getSetCookie()]
      }),
    )
    expect(texts[1]).toEqual(texts[0])
    expect(texts[2]).toEqual(texts[0])
  })

  it('accepts the codes of one step before and after, and each once', async () => {
    const { email, key } = await withFactor('window')
    const answers: number[] = []
    const attempt = async (steps: number) => {
      const { browser } = await upToCode(world, email)
      answers.push((await sendCode(world, browser, codeNow(key, steps), email)).status)
    }
    for (const steps of [-2, 2, -1, -1, 1, 1, 0]) await attempt(steps)
    expect(answers).toEqual([422, 422, 302, 422, 302, 422, 422])
  })

  it('accepts one code once even where two browsers send it to two processes at the same time', async () => {
    const { email, key } = await withFactor('at-once')
    const second = await testPortal({ beside: world, passwords: world.context.passwords, environment: BEHIND_PROXY })
    const one = await upToCode(world, email)
    const other = await upToCode({ ...world, url: second.url }, email)
    const code = codeNow(key)
    const pages = await Promise.all([
      sendCode(world, one.browser, code, email),
      sendCode({ ...world, url: second.url }, other.browser, code, email),
    ])
    await second.stop()
    expect(pages.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([302, 422])
  })

  it('accepts five wrong codes, from any network, then not even the right one', async () => {
    const { email, key } = await withFactor('guessed')
    const { browser } = await upToCode(world, email)
    const statuses: number[] = []
    for (let count = 0; count < 5; count += 1) {
      statuses.push((await sendCode(world, browser, codeNow(key, 9 + count), `network ${count}`)).status)
    }
    const late = await sendCode(world, browser, codeNow(key), email)
    expect([...statuses, late.status, late.headers.get('Retry-After')]).toEqual([422, 422, 422, 422, 422, 429, '900'])
  })

  it('accepts a recovery code once, in any spelling, and emails its person', async () => {
    const { email, codes } = await withFactor('lost-phone')
    const [code = ''] = codes
    const first = await upToCode(world, email)
    const written = ` ${code.toLowerCase().replaceAll('-', ' ')} `
    expect((await sendCode(world, first.browser, written, email)).headers.get('Location')).toMatch(RETURN)
    expect((await mailTo(world, email))?.text).toContain('Recovery codes that still work: 9')
    const second = await upToCode(world, email)
    const refused = await sendCode(world, second.browser, code, email)
    expect([refused.status, refused.text.includes(USED)]).toEqual([422, true])
  })

  it('accepts no recovery code of another account', async () => {
    const { codes } = await withFactor('one')
    const { email } = await withFactor('another')
    const { browser } = await upToCode(world, email)
    expect((await sendCode(world, browser, codes[0] ?? '', email)).status).toBe(422)
  })

  it('is still asked for after the password was reset by email', async () => {
    const { email, key } = await withFactor('reset')
    await send(webBrowser(), `${world.url}/idp/external/forgotten`, { email }, from(email))
    await choose(world, await linkTo(world, email), OTHER_PASSWORD)
    const { browser, page } = await upToCode(world, email, OTHER_PASSWORD)
    expect(page.headers.get('Location')).toBe('/idp/external/code')
    expect((await sendCode(world, browser, codeNow(key), email)).headers.get('Location')).toMatch(RETURN)
  })

  it('accepts no code after the password was changed meanwhile', async () => {
    const { email, key } = await withFactor('changed')
    const { browser } = await upToCode(world, email)
    await send(webBrowser(), `${world.url}/idp/external/forgotten`, { email }, from(email))
    await choose(world, await linkTo(world, email), OTHER_PASSWORD)
    expect((await sendCode(world, browser, codeNow(key), email)).status).toBe(400)
  })

  it('accepts no code in another browser, nor after a quarter of an hour', async () => {
    const { email, key } = await withFactor('elsewhere')
    expect((await sendCode(world, webBrowser(), codeNow(key), email)).status).toBe(400)
    const { browser } = await upToCode(world, email)
    world.clock.step(15 * MINUTE)
    expect((await sendCode(world, browser, codeNow(key), email)).status).toBe(400)
  })

  it('cannot be replaced, nor the codes’ page be passed, by the password alone', async () => {
    const { email } = await withFactor('replaced')
    const { browser } = await upToCode(world, email)
    const page = await browser.ask(`${world.url}/idp/external/second-factor`)
    expect(page.headers.get('Location')).toBe('/idp/external/code')
    const passed = await send(browser, `${world.url}/idp/external/second-factor/done`, {}, from(email))
    expect([passed.status, passed.headers.get('Location')]).toEqual([400, null])
  })

  it('is removed by the password and a code, not by one of them', async () => {
    const { email, key } = await withFactor('removed')
    const { browser } = await enter(world, email)
    const off = (password: string, code: string) =>
      send(browser, `${world.url}/idp/external/second-factor/off`, { password, code }, from(email))
    expect((await off('wrong', codeNow(key))).status).toBe(422)
    expect((await off(PASSWORD, codeNow(key, 7))).status).toBe(422)
    expect((await signIn(world, { email, password: PASSWORD })).status).toBe(303)
    expect((await off(PASSWORD, codeNow(key))).text).toContain('The second factor is removed')
    expect((await mailTo(world, email))?.subject).toBe('The second factor of your external user account was removed')
    expect((await signIn(world, { email, password: PASSWORD })).headers.get('Location')).toMatch(RETURN)
  })

  it('is in the audit log with each of these', async () => {
    const kinds = await world.database.queries
      .selectFrom('audit_log')
      .select('kind')
      .distinct()
      .where('kind', 'like', 'external_account_%')
      .execute()
    expect(kinds.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining([
        'external_account_factor_on',
        'external_account_factor_off',
        'external_account_recovery_code',
      ]),
    )
  })
})

describe('where it is required', () => {
  let world: ExternalWorld
  beforeAll(async () => {
    world = await externalWorld({ EXTERNAL_SECOND_FACTOR: 'required' })
  })
  afterAll(() => world.stop())

  it('is set up at the first sign-in, which continues only afterwards', async () => {
    const email = 'amara@home.example'
    await activeAccount(world, 'nurse', email)
    const { association_token } = await invitationOf(world, 'nurse')
    const browser = webBrowser()
    const page = await signIn(world, { email, password: PASSWORD }, browser, association_token)
    expect([page.status, page.headers.get('Location')]).toEqual([303, '/idp/external/second-factor'])
    const passed = await send(browser, `${world.url}/idp/external/second-factor/done`, {}, from(email))
    expect(passed.status).toBe(400)

    const again = webBrowser()
    await signIn(world, { email, password: PASSWORD }, again, association_token)
    const key = keyOn(await again.go(`${world.url}/idp/external/second-factor`))
    const code = codeAt(key, world.clock.now())
    expect(codesOn(await sendCode(world, again, code, email, 'second-factor'))).toHaveLength(10)
    const returned = await send(again, `${world.url}/idp/external/second-factor/done`, {}, from(email))
    const signedIn = await exchange(world, 'lti', refFrom(returned), again, association_token)
    expect(signedIn.status).toBe(200)
  })

  it('asks nothing of sample accounts', async () => {
    const browser = webBrowser()
    const { url } = await openSignIn(world, browser)
    const page = await send(browser, url, { email: 'nurse@example.org' })
    expect(page.headers.get('Location')).toContain('REF=')
  })
})
