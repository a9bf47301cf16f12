import { emailAddress } from '#contract/user-fields'
import type { Context } from 'hono'
import { html } from 'hono/html'
import * as v from 'valibot'
import { clientAddress } from '../../../use-cases/call/client-address'
import type { ServerContext } from '../../../use-cases/call/server-context'
import { EXTERNAL_PATH } from '../../../ground/sessions/external-identity'
import { requestReset } from '../../../use-cases/sign-in/external-accounts/request-reset'
import type { Markup } from '../../../ground/markup'
import { idpPage } from '../idp-page'
import type { Form, Page } from './answering'
import { field, titleOf, waitInWords, wrongNote } from './form-parts'

const TITLE = 'Forgotten password'

/** The page that asks for the address of a link to choose another password. */
export const showForgotten: Page = ({ config }, requestContext) => forgottenPage(config, requestContext)

/** Sends the link, where the account exists; the answer does not reveal whether it does. */
export const handleLinkRequest: Form = async (context, requestContext, form) => {
  const { config } = context
  const email = form.get('email') ?? ''
  if (!v.is(emailAddress, email)) {
    return forgottenPage(config, requestContext, { wrong: 'Enter the email address of your account.', status: 422 })
  }
  const request_id = requestContext.get('request_id')
  const outcome = await requestReset(context, { email, address: clientAddress(requestContext, config), request_id })
  if (outcome.ok) return requestContext.redirect(`${EXTERNAL_PATH}/forgotten/sent${queryOf(requestContext)}`, 303)
  const { seconds } = outcome.refusal
  requestContext.header('Retry-After', String(seconds))
  const wrong = `Too many attempts. Try again in ${waitInWords(seconds)}.`
  return forgottenPage(config, requestContext, { wrong, status: 429 })
}

export const showLinkSent: Page = ({ config }, requestContext) =>
  requestContext.html(
    idpPage(
      TITLE,
      html`<h1>Check your email</h1>
        <p>If this address has an account, we have sent a link to choose a new password.</p>
        <p>The email can take a few minutes. If it has not arrived by then, check your junk folder and the address.</p>
        ${wayBack(requestContext)}`,
      config.service_name,
    ),
  )

type Failed = { wrong: string; status: 422 | 429 }

const forgottenPage = (config: ServerContext['config'], requestContext: Context, failed?: Failed): Response => {
  const wrong = failed?.wrong ?? null
  const page = idpPage(
    titleOf(TITLE, wrong),
    html`<h1>Forgotten your password?</h1>
      <p>Enter the email address of your external user account. We will send a link to choose a new password.</p>
      ${wrongNote(wrong)}
      <form method="post" action="${EXTERNAL_PATH}/forgotten${queryOf(requestContext)}">
        ${field({ label: 'Email address', name: 'email', type: 'email', autocomplete: 'username' }, wrong !== null)}
        <button class="main">Send the email</button>
      </form>
      ${wayBack(requestContext)}`,
    config.service_name,
  )
  return requestContext.html(page, failed?.status ?? 200)
}

/** The way back to the sign-in from which the person came, if any. */
const wayBack = (requestContext: Context): Markup => {
  const query = queryOf(requestContext)
  const way = query === '' ? '/sign-in' : `${EXTERNAL_PATH}/sign-in${query}`
  return html`<p><a class="way" href="${way}">Back to sign-in</a></p>`
}

const STATE = /^[\w-]{1,100}$/

const queryOf = (requestContext: Context): string => {
  const state = requestContext.req.query('state') ?? ''
  return STATE.test(state) ? `?${new URLSearchParams({ state }).toString()}` : ''
}
