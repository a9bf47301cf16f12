import { emailAddress } from '#contract/user-fields'
import type { Context } from 'hono'
import { html } from 'hono/html'
import * as v from 'valibot'
import { clientAddress } from '../../../use-cases/call/client-address'
import type { ServerContext } from '../../../use-cases/call/server-context'
import { sampleAccountOfEmail, SAMPLE_ISSUER } from '../sample-accounts'
import { EXTERNAL_PATH } from '../../../ground/sessions/external-identity'
import { provePassword, type NotProved } from '../../../use-cases/sign-in/external-accounts/prove-password'
import {
  returnWithAccount,
  returnWithIdentity,
  type Attempt,
} from '../../../use-cases/sign-in/external-accounts/return-with-account'
import { demandedFactor } from '../../../use-cases/sign-in/external-accounts/second-factor/demanded-factor'
import { hashOf } from '../../../ground/secrets/random-secret'
import type { Markup } from '../../../ground/markup'
import { idpPage } from '../idp-page'
import { sampleAccountButtons } from '../sign-in-page'
import type { Form, Page } from './answering'
import { field, titleOf, waitInWords, wrongNote } from './form-parts'
import { noteFailedProof } from './note-failed-proof'
import { attemptOfState, leadOn, RUN_OUT } from './sign-in-attempt'
import { stoppedPage } from './stopped-page'
import { ACCOUNT_PATH, CODE_PATH, FACTOR_PATH, openVisit } from './visit-cookie'

/** The sign-in page of external accounts; only for a sign-in in progress that this browser began. */
export const showSignIn: Page = async (context, requestContext) =>
  (await attemptOf(context, requestContext))
    ? signInPage(context, requestContext)
    : stoppedPage(requestContext, 400, RUN_OUT)

/**
 * Handles an email address and a password, or on a sample instance the button of a sample account, and redirects to the app's
 * return page. Any fault of the two gets the same sentence.
 */
export const handleSignIn: Form = async (context, requestContext, form) => {
  const attempt = await attemptOf(context, requestContext)
  if (!attempt) return stoppedPage(requestContext, 400, RUN_OUT)
  const [email, password] = [form.get('email') ?? '', form.get('password')]
  if (password === null) return signInSampleAccount(context, requestContext, attempt, email)
  const proved = v.is(emailAddress, email)
    ? await provePassword(context, { email, password, address: clientAddress(requestContext, context.config) })
    : ({ ok: false, refusal: { kind: 'wrong' } } as const)
  if (!proved.ok) {
    noteFailedProof(context, requestContext, { proof: 'password' }, proved.refusal)
    return signInPage(context, requestContext, { email, failure: proved.refusal })
  }
  const account = proved.value
  const demanded = await demandedFactor(context.database.queries, context.config, account)
  if (demanded === null) {
    return leadOn(requestContext, await returnWithAccount(context, attempt, { ...account, is_factor_proved: false }))
  }
  if (!(await openVisit(context, requestContext, account, attempt.state_hash)))
    return stoppedPage(requestContext, 400, RUN_OUT)
  return requestContext.redirect(demanded === 'code' ? CODE_PATH : FACTOR_PATH, 303)
}

const signInSampleAccount = async (
  context: ServerContext,
  requestContext: Context,
  attempt: Attempt,
  email: string,
) => {
  const account = context.config.has_sample_provider ? sampleAccountOfEmail(email) : undefined
  if (!account) return signInPage(context, requestContext)
  return leadOn(
    requestContext,
    await returnWithIdentity(context, attempt, { issuer: SAMPLE_ISSUER, subject: account.email }),
  )
}

/** The sign-in that this browser began, by the state in the address and the secret in its cookie; both are needed. */
const attemptOf = async (context: ServerContext, requestContext: Context): Promise<Attempt | undefined> => {
  const state = requestContext.req.query('state')
  return state === undefined ? undefined : attemptOfState(context, requestContext, hashOf(state))
}

/** A failed attempt: the entered address, and the reason. */
type Failed = { email: string; failure: NotProved }

const signInPage = ({ config }: ServerContext, requestContext: Context, failed?: Failed): Response => {
  const query = new URLSearchParams({ state: requestContext.req.query('state') ?? '' }).toString()
  const wrong = failed ? wordsFor(failed.failure) : null
  if (failed?.failure.kind === 'too_early') requestContext.header('Retry-After', String(failed.failure.seconds))
  const action = `${EXTERNAL_PATH}/sign-in?${query}`
  const page = idpPage(
    titleOf('External user account', wrong),
    html`<h1>Sign in with your external user account</h1>
      ${wrongNote(wrong)}
      <form method="post" action="${action}">
        ${field({ label: 'Email address', name: 'email', type: 'email', autocomplete: 'username', value: failed?.email ?? '' }, wrong !== null)}
        ${field({ label: 'Password', name: 'password', type: 'password', autocomplete: 'current-password' }, wrong !== null)}
        <button class="main">Sign in</button>
      </form>
      <p><a class="way" href="${EXTERNAL_PATH}/forgotten?${query}">Forgotten password?</a></p>
      <p><a class="way" href="${ACCOUNT_PATH}">Second factor of your account</a></p>
      <p><a class="way" href="/sign-in">Choose another way to sign in</a></p>
      ${config.has_sample_provider ? sampleAccounts(action) : ''}`,
    config.service_name,
  )
  return requestContext.html(page, failed ? statusFor(failed.failure) : 200)
}

const statusFor = ({ kind }: NotProved) => (kind === 'wrong' ? 422 : 429)

const wordsFor = (failure: NotProved): string =>
  failure.kind === 'wrong'
    ? 'The email address or the password is wrong.'
    : `Too many attempts. Try again in ${waitInWords(failure.seconds)}, or choose a new password with “Forgotten password?”.`

const sampleAccounts = (action: string): Markup =>
  html`<h2>Sample accounts</h2>
    <p>This is a test installation with sample accounts. They need no password.</p>
    <form method="post" action="${action}">${sampleAccountButtons()}</form>`
