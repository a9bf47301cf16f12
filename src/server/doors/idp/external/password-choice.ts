import type { Context } from 'hono'
import { html } from 'hono/html'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { ServerContext } from '../../../use-cases/call/server-context'
import { choosePassword, findAccountOfLink } from '../../../use-cases/sign-in/external-accounts/choose-password'
import { EXTERNAL_PATH } from '../../../ground/sessions/external-identity'
import { PASSWORD_LENGTH } from '../../../use-cases/sign-in/external-accounts/password-fault'
import { hashOf } from '../../../ground/secrets/random-secret'
import { isOverHttps } from '../../../use-cases/sign-in/session/browser-secret'
import { idpPage } from '../idp-page'
import type { Form, Page } from './answering'
import { field, titleOf, wrongNote } from './form-parts'
import { ACCOUNT_PATH } from './visit-cookie'

const PATH = `${EXTERNAL_PATH}/password`
const TITLE = 'Choose a password'

/** Holds the secret of an email's link while its form is filled in. */
const COOKIE = 'equipoise_password_link'
const COOKIE_SECONDS = 30 * 60
const TOKEN = /^[\w-]{43}$/

/**
 * Opens the link of an email and shows its form. The secret moves from the address to a cookie, so that it is in no history and
 * sent to no other site. Nothing is used up, since mail scanners open links before people do.
 */
export const openLink: Page = async (context, requestContext) => {
  const token = requestContext.req.query('token')
  if (token === undefined) return showForm(context, requestContext)
  if (!TOKEN.test(token)) return linkEndedPage(context, requestContext)
  setCookie(requestContext, COOKIE, token, { ...cookieAttributes(context.config), maxAge: COOKIE_SECONDS })
  return requestContext.redirect(PATH, 303)
}

/** Handles the chosen password. The form must belong to the link in the browser's cookie. */
export const handlePassword: Form = async (context, requestContext, form) => {
  const token = tokenOf(context, requestContext)
  if (token === null || form.get('link') !== markOf(token)) return linkEndedPage(context, requestContext)
  const password = form.get('password') ?? ''
  if (password !== form.get('password_again')) {
    return showForm(context, requestContext, 'The two passwords are not the same.')
  }
  const chosen = await choosePassword(context, { token, password, request_id: requestContext.get('request_id') })
  if (!chosen.ok) {
    return chosen.refusal.kind === 'password'
      ? showForm(context, requestContext, chosen.refusal.fault)
      : linkEndedPage(context, requestContext)
  }
  deleteCookie(requestContext, COOKIE, cookieAttributes(context.config))
  return requestContext.redirect(`${PATH}/chosen`, 303)
}

export const showPasswordChosen: Page = ({ config }, requestContext) =>
  requestContext.html(
    idpPage(
      TITLE,
      html`<h1>Your password is saved</h1>
        <p>You can sign in with it now. If you were linking your account, return to that page and continue there.</p>
        <p><a class="way" href="/sign-in">Sign in</a></p>
        <p><a class="way" href="${ACCOUNT_PATH}">Set up a second factor</a></p>`,
      config.service_name,
    ),
  )

/** Over https only this very host can set the cookie, as for a sign-in. */
const cookieAttributes = (config: ServerContext['config']) =>
  isOverHttps(config)
    ? ({ httpOnly: true, sameSite: 'Lax', prefix: 'host', path: '/', secure: true } as const)
    : ({ httpOnly: true, sameSite: 'Lax', path: PATH } as const)

const tokenOf = ({ config }: ServerContext, requestContext: Context): string | null => {
  const token = isOverHttps(config) ? getCookie(requestContext, COOKIE, 'host') : getCookie(requestContext, COOKIE)
  return token !== undefined && TOKEN.test(token) ? token : null
}

/** A short hash that tells the links of two tabs apart, without revealing either. */
const markOf = (token: string): string => Buffer.from(hashOf(`form|${token}`)).toString('base64url')

const showForm = async (
  context: ServerContext,
  requestContext: Context,
  wrong: string | null = null,
): Promise<Response> => {
  const token = tokenOf(context, requestContext)
  const account = token === null ? undefined : await findAccountOfLink(context.database.queries, token, context.now())
  if (token === null || !account) return linkEndedPage(context, requestContext)
  const isWrong = wrong !== null
  const page = idpPage(
    titleOf(TITLE, wrong),
    html`<h1>Choose a password</h1>
      <p>It is for your external user account. Do not use a password that you use anywhere else.</p>
      ${wrongNote(wrong)}
      <form method="post" action="${PATH}">
        <input type="hidden" name="link" value="${markOf(token)}" />
        ${field({ label: 'Account', name: 'username', type: 'email', autocomplete: 'username', value: account.email, isFixed: true })}
        ${field({ label: 'Password', name: 'password', type: 'password', autocomplete: 'new-password', hint: HINT }, isWrong)}
        ${field({ label: 'Password again', name: 'password_again', type: 'password', autocomplete: 'new-password' }, isWrong)}
        <button class="main">Choose this password</button>
      </form>`,
    context.config.service_name,
  )
  return requestContext.html(page, isWrong ? 422 : 200)
}

const HINT = `At least ${PASSWORD_LENGTH.min} characters of any kind, including spaces. Three or four unrelated words are strong and easy to remember.`

const linkEndedPage = ({ config }: ServerContext, requestContext: Context): Response =>
  requestContext.html(
    idpPage(
      TITLE,
      html`<h1>This link no longer works</h1>
        <p>It was used, has expired, or was replaced by a newer link.</p>
        <p><a class="way" href="${EXTERNAL_PATH}/forgotten">Send a new link</a></p>
        <p><a class="way" href="/sign-in">Sign in</a></p>`,
      config.service_name,
    ),
    410,
  )
