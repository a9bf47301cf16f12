import { createHmac } from 'node:crypto'
import { webBrowser, type Page, type WebBrowser } from '../../../../support/web-browser'
import { from, PASSWORD, send, signIn, type ExternalWorld } from './external-world'

/** The code of a key at a time (RFC 6238), computed without the portal's library. */
export const codeAt = (key: string, time: string, stepsLater = 0): string => {
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.parse(time) / 30_000) + stepsLater))
  const hash = createHmac('sha1', fromBase32(key)).update(step).digest()
  const offset = (hash.at(-1) ?? 0) & 15
  return String((hash.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0')
}

const fromBase32 = (key: string): Buffer => {
  const bits = key
    .split('')
    .map((digit) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(digit).toString(2).padStart(5, '0'))
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The key that a page shows as text. */
export const keyOn = ({ text }: Page): string => {
  const key = /Key: <code>([A-Z2-7 ]+)<\/code>/.exec(text)?.[1]
  if (key === undefined) throw new Error(`no key on ${text}`)
  return key.replaceAll(' ', '')
}

/** The recovery codes that a page shows. */
export const codesOn = ({ text }: Page): string[] =>
  [...text.matchAll(/<li><code>([A-Z2-7-]+)<\/code><\/li>/g)].map(([, code = '']) => code)

/** Opens the page of an account. */
export const enter = async (world: ExternalWorld, email: string, password = PASSWORD, browser = webBrowser()) => {
  const entered = await send(browser, `${world.url}/idp/external/account`, { email, password }, from(email))
  return { browser, entered }
}

export const sendCode = (world: ExternalWorld, browser: WebBrowser, code: string, email: string, page = 'code') =>
  send(browser, `${world.url}/idp/external/${page}`, { code }, from(email))

/** Sets a second factor up on the page of an account. A new time step has begun afterwards. */
export const enrolled = async (world: ExternalWorld, email: string) => {
  const { browser } = await enter(world, email)
  const key = keyOn(await browser.go(`${world.url}/idp/external/second-factor`))
  const page = await sendCode(world, browser, codeAt(key, world.clock.now()), email, 'second-factor')
  if (page.status !== 200) throw new Error(`no second factor: ${page.status} ${page.text}`)
  world.clock.step(60)
  return { key, codes: codesOn(page), page }
}

/** Signs in as far as the page that asks for the code. */
export const upToCode = async (world: ExternalWorld, email: string, password = PASSWORD) => {
  const browser = webBrowser()
  const page = await signIn(world, { email, password }, browser)
  return { browser, page }
}
