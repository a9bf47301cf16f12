import { createExternalAccount } from '#contract/identity'
import { API_BASE } from '#contract/api-address'
import { problem } from '#contract/problem'
import { pino } from 'pino'
import * as v from 'valibot'
import type { Environment } from '../../../../../src/server/start/config/config'
import type { SampleAccountKey } from '../../../../../src/server/doors/idp/sample-accounts'
import { createPasswords } from '../../../../../src/server/ground/secrets/passwords'
import { posted } from '../../../../support/ask'
import { deliverMail, writtenMail } from '../../../../support/mail-room'
import { seededBytes } from '../../../../support/seeded-bytes'
import { redirectPath, refOf, signedInAs } from '../../../../support/sign-in'
import { webBrowser, type Page, type WebBrowser } from '../../../../support/web-browser'
import { mailingWorld, type MailingWorld } from '../../../ground/mail/mailing-world'

/** A strong password. */
export const PASSWORD = 'lantern orbit thistle quay'
export const OTHER_PASSWORD = 'gravel nineteen violin moss'

/** Cheap hashes make the tests fast. */
export const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 }

export type ExternalWorld = MailingWorld & {
  /** The number of passwords that were checked against a hash. */
  verifications: () => number
  /** All that was written to the log. */
  log: () => string
}

/** Every test connects from this machine, as a proxy on it would. */
export const BEHIND_PROXY: Environment = { TRUSTED_PROXIES: '127.0.0.1' }

/** A portal with external accounts behind a proxy. Its hashes are cheap and counted, and its log can be read. */
export const externalWorld = async (environment: Environment = {}): Promise<ExternalWorld> => {
  const lines: string[] = []
  let verifications = 0
  const cheap = createPasswords(CHEAP, seededBytes('salt'))
  const passwords = {
    ...cheap,
    verify: async (stored: string | null, password: string) => {
      verifications += 1
      return cheap.verify(stored, password)
    },
  }
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  const world = await mailingWorld({ ...BEHIND_PROXY, ...environment }, { passwords, log })
  return { ...world, verifications: () => verifications, log: () => lines.join('') }
}

/** The last email to an address, after all waiting emails were sent. */
export const mailTo = async (world: ExternalWorld, address: string) => {
  await deliverMail(world)
  return writtenMail(world.folder).findLast(({ to }) => to.includes(`<${address}>`))
}

const secretIn = (text: string | undefined, path: string): string => {
  const secret = new RegExp(`${path}\\?token=([\\w-]{43})`).exec(text ?? '')?.[1]
  if (secret === undefined) throw new Error(`no link to ${path} in ${text}`)
  return secret
}

/** The secret of the link to choose a password, from the last email to an address. */
export const linkTo = async (world: ExternalWorld, address: string): Promise<string> =>
  secretIn((await mailTo(world, address))?.text, '/idp/external/password')

/** An invitation as its email has it, to be sent to `auth/lti/create`. */
export const invitationOf = async (world: ExternalWorld, key: SampleAccountKey) => {
  const user_id = world.personId(key)
  const administrator = await signedInAs(world, 'administrator')
  const sent = await administrator.fetch('auth/idp-association', posted({ user_id }))
  if (sent.status !== 204) throw new Error(`no invitation: ${sent.status} ${await sent.text()}`)
  return { user_id, association_token: secretIn((await mailTo(world, `${key}@example.org`))?.text, '/idp-association') }
}

/** Asks for an account, from an address of its own in the network where one is named. */
export const create = async (world: ExternalWorld, body: object, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${world.url}${API_BASE}/${createExternalAccount.path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...headers },
  })
  const { status, headers: answered } = answer
  const parsed: unknown = await answer.json()
  return status === 200
    ? { status, headers: answered, ...v.parse(createExternalAccount.response, parsed), code: null }
    : { status, headers: answered, insert: null, activate: null, code: v.parse(problem, parsed).code }
}

/** The sign-in page, reached from the redirect. */
export const openSignIn = async (world: ExternalWorld, browser: WebBrowser, association?: string): Promise<Page> => {
  const invited = association === undefined ? '' : `&association_token=${association}`
  return browser.go(`${world.url}${redirectPath('lti')}${invited}`)
}

/** Sends a form from its own page, as browsers do. */
export const send = (
  browser: WebBrowser,
  address: string | URL,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Page> =>
  browser.ask(String(address), {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { 'Sec-Fetch-Site': 'same-origin', ...headers },
  })

/** Opens the link of an email and returns its form, with the fields that must be sent along. */
export const openLink = async (world: ExternalWorld, browser: WebBrowser, token: string) => {
  const page = await browser.go(`${world.url}/idp/external/password?token=${token}`)
  const link = /name="link" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
  return { ...page, link }
}

/** Chooses a password with the link of an email. */
export const choose = async (world: ExternalWorld, token: string, password: string, browser = webBrowser()) => {
  const { url, link } = await openLink(world, browser, token)
  return send(browser, url, { link, username: '', password, password_again: password })
}

/** An active account: invited, created, with a password. */
export const activeAccount = async (world: ExternalWorld, key: SampleAccountKey, email: string) => {
  const invitation = await invitationOf(world, key)
  await create(world, { ...invitation, first_name: 'Amara', last_name: 'Hughes', email }, from(email))
  const chosen = await choose(world, await linkTo(world, email), PASSWORD)
  if (chosen.status !== 303) throw new Error(`no password: ${chosen.status} ${chosen.text}`)
  return invitation
}

/** Headers as a proxy would send them for a client whose address belongs to this word alone. */
export const from = (word: string): Record<string, string> => {
  const [a = 0, b = 0, c = 0] = seededBytes(word)(3)
  return { 'X-Forwarded-For': `100.${a}.${b}.${c}` }
}

/** Signs in on the external page. Returns the page that was received and where it led. */
export const signIn = async (
  world: ExternalWorld,
  { email, password }: { email: string; password: string },
  browser = webBrowser(),
  association?: string,
) => {
  const { url } = await openSignIn(world, browser, association)
  return send(browser, url, { email, password }, from(email))
}

/** The REF in the address that a page redirects to. */
export const refFrom = (page: Page): string => refOf(new URL(page.headers.get('Location') ?? '', page.url))
