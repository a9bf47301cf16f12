import { emailAddress } from '#contract/user-fields'
import type { Context } from 'hono'
import { html } from 'hono/html'
import * as v from 'valibot'
import { countRecoveryCodes, findFactor } from '../../../ground/db/external-account-factors'
import { clientAddress } from '../../../use-cases/call/client-address'
import type { ServerContext } from '../../../use-cases/call/server-context'
import { provePassword, type NotProved } from '../../../use-cases/sign-in/external-accounts/prove-password'
import { turnOffFactor } from '../../../use-cases/sign-in/external-accounts/second-factor/turn-off'
import type { Visit } from '../../../use-cases/sign-in/external-accounts/second-factor/visit'
import { idpPage } from '../idp-page'
import type { Form, Page } from './answering'
import { enrolmentPage } from './enrolment'
import { field, titleOf, waitInWords, wrongNote } from './form-parts'
import { noteFailedProof } from './note-failed-proof'
import { ACCOUNT_PATH, closeVisit, CODE_PATH, FACTOR_PATH, openVisit, visitOf } from './visit-cookie'

const REMOVAL = 'removal of the second factor'

/** The page on which a person enters their account, to set up or remove its second factor. */
export const showAccountEntry: Page = (context, requestContext) => entryPage(context, requestContext)

/** Handles the email address and the password of the account. */
export const handleAccountEntry: Form = async (context, requestContext, form) => {
  const [email, password] = [form.get('email') ?? '', form.get('password') ?? '']
  const proved = v.is(emailAddress, email)
    ? await provePassword(context, { email, password, address: clientAddress(requestContext, context.config) })
    : ({ ok: false, refusal: { kind: 'wrong' } } as const)
  if (!proved.ok) {
    noteFailedProof(context, requestContext, { proof: 'password', form: 'account page' }, proved.refusal)
    return entryPage(context, requestContext, { email, failure: proved.refusal })
  }
  return requestContext.redirect(
    (await openVisit(context, requestContext, proved.value, null)) ? FACTOR_PATH : ACCOUNT_PATH,
    303,
  )
}

/** The page of this browser's account: set up a second factor, or remove it. */
export const showFactor: Page = async (context, requestContext) => {
  const visit = await visitOf(context, requestContext)
  if (!visit) return requestContext.redirect(ACCOUNT_PATH, 303)
  if (!(await findFactor(context.database.queries, visit.id))) return enrolmentPage(context, requestContext, visit)
  return visit.state_hash === null
    ? factorPage(context, requestContext, visit)
    : requestContext.redirect(CODE_PATH, 303)
}

/** Removes the second factor, after the password and a code. */
export const handleTurnOff: Form = async (context, requestContext, form) => {
  const visit = await visitOf(context, requestContext)
  if (!visit) return requestContext.redirect(ACCOUNT_PATH, 303)
  const removed = await turnOffFactor(context, visit, {
    password: form.get('password') ?? '',
    code: form.get('code') ?? '',
    address: clientAddress(requestContext, context.config),
    request_id: requestContext.get('request_id'),
  })
  if (!removed.ok) {
    noteFailedProof(context, requestContext, { proof: removed.refusal.proof, form: REMOVAL }, removed.refusal)
    return factorPage(context, requestContext, visit, removed.refusal)
  }
  closeVisit(context, requestContext)
  return requestContext.html(
    idpPage(
      'Second factor',
      html`<h1>The second factor is removed</h1>
        <p>To use another phone, open your account again and set up a new one.</p>
        <p><a class="way" href="${ACCOUNT_PATH}">Second factor of your account</a></p>
        <p><a class="way" href="/sign-in">Sign in</a></p>`,
      context.config.service_name,
    ),
  )
}

const statusOf = ({ kind }: NotProved) => (kind === 'wrong' ? 422 : 429)

const faultOf = (failure: NotProved, wrong: string): string =>
  failure.kind === 'wrong' ? wrong : `Too many attempts. Try again in ${waitInWords(failure.seconds)}.`

const setRetryAfter = (requestContext: Context, failure: NotProved | undefined) => {
  if (failure?.kind === 'too_early') requestContext.header('Retry-After', String(failure.seconds))
}

const entryPage = (
  context: ServerContext,
  requestContext: Context,
  failed?: { email: string; failure: NotProved },
): Response => {
  const wrong = failed ? faultOf(failed.failure, 'The email address or the password is wrong.') : null
  setRetryAfter(requestContext, failed?.failure)
  const page = idpPage(
    titleOf('Your account', wrong),
    html`<h1>Second factor of your external user account</h1>
      <p>Sign in to your account to set up or remove a second factor.</p>
      ${wrongNote(wrong)}
      <form method="post" action="${ACCOUNT_PATH}">
        ${field({ label: 'Email address', name: 'email', type: 'email', autocomplete: 'username', value: failed?.email ?? '' }, wrong !== null)}
        ${field({ label: 'Password', name: 'password', type: 'password', autocomplete: 'current-password' }, wrong !== null)}
        <button class="main">Continue</button>
      </form>
      <p><a class="way" href="/sign-in">Back to sign-in</a></p>`,
    context.config.service_name,
  )
  return requestContext.html(page, failed ? statusOf(failed.failure) : 200)
}

const factorPage = async (
  context: ServerContext,
  requestContext: Context,
  visit: Visit,
  failed?: NotProved,
): Promise<Response> => {
  const remainingCodes = await countRecoveryCodes(context.database.queries, visit.id)
  const wrong = failed ? faultOf(failed, 'The password or the code is wrong, or the code was already used.') : null
  setRetryAfter(requestContext, failed)
  const page = idpPage(
    titleOf('Second factor', wrong),
    html`<h1>Your second factor is set up</h1>
      <p>At each sign-in you enter a code from your authenticator app after your password.</p>
      <p>
        Recovery codes that still work: ${remainingCodes}. For new ones, remove the second factor and set it up again.
      </p>
      <h2>Remove the second factor</h2>
      <p>
        ${context.config.requires_second_factor ? 'You must set up a new one at your next sign-in.' : 'Then your password alone is enough to sign in.'}
      </p>
      ${wrongNote(wrong)}
      <form method="post" action="${FACTOR_PATH}/off">
        ${field({ label: 'Password', name: 'password', type: 'password', autocomplete: 'current-password' }, wrong !== null)}
        ${field({ label: 'Code', name: 'code', type: 'text', autocomplete: 'one-time-code', hint: 'Six digits from the app, or a recovery code.' }, wrong !== null)}
        <button class="main">Remove the second factor</button>
      </form>
      <p><a class="way" href="/sign-in">Sign in</a></p>`,
    context.config.service_name,
  )
  return requestContext.html(page, failed ? statusOf(failed) : 200)
}
