import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { ExternalAccountRow } from '../../../ground/db/external-accounts'
import type { ServerContext } from '../../../use-cases/call/server-context'
import { EXTERNAL_PATH } from '../../../ground/sessions/external-identity'
import {
  beginVisit,
  readVisit,
  VISIT_SECONDS,
  type Visit,
} from '../../../use-cases/sign-in/external-accounts/second-factor/visit'
import { isOverHttps } from '../../../use-cases/sign-in/session/browser-secret'

/** The paths of the code at a sign-in, of the second factor's page, and of its entry. */
export const CODE_PATH = `${EXTERNAL_PATH}/code`
export const FACTOR_PATH = `${EXTERNAL_PATH}/second-factor`
export const ACCOUNT_PATH = `${EXTERNAL_PATH}/account`

/** Holds the secret of the steps after the right password. */
const COOKIE = 'equipoise_account_visit'
const TOKEN = /^[\w-]{43}$/

/** Begins the steps after the right password, in this browser. Returns false where the password has changed since. */
export const openVisit = async (
  context: ServerContext,
  requestContext: Context,
  account: ExternalAccountRow,
  state_hash: Uint8Array | null,
): Promise<boolean> => {
  const token = await beginVisit(context, account, state_hash)
  if (token === null) return false
  setCookie(requestContext, COOKIE, token, { ...cookieAttributes(context.config), maxAge: VISIT_SECONDS })
  return true
}

/** The steps in progress in this browser, unless they are over. */
export const visitOf = async (context: ServerContext, requestContext: Context): Promise<Visit | undefined> => {
  const token = isOverHttps(context.config)
    ? getCookie(requestContext, COOKIE, 'host')
    : getCookie(requestContext, COOKIE)
  return token !== undefined && TOKEN.test(token) ? readVisit(context, token) : undefined
}

/** Deletes the browser's secret at the end of the steps. */
export const closeVisit = ({ config }: ServerContext, requestContext: Context): void => {
  deleteCookie(requestContext, COOKIE, cookieAttributes(config))
}

/** Over https only this very host can set the cookie, as for a sign-in. */
const cookieAttributes = (config: ServerContext['config']) =>
  isOverHttps(config)
    ? ({ httpOnly: true, sameSite: 'Lax', prefix: 'host', path: '/', secure: true } as const)
    : ({ httpOnly: true, sameSite: 'Lax', path: EXTERNAL_PATH } as const)
