import { emailAddress } from '#contract/user-fields'
import type { Context } from 'hono'
import * as v from 'valibot'
import { clientAddress } from '../../http/client-address'
import type { Portal } from '../../portal'
import { noteFailedSignIn } from '../../refusals/note-refusal'
import { sampleAccountOfEmail, SAMPLE_ISSUER } from '../../sample-data/sample-accounts'
import { EXTERNAL_PATH } from '../../services/external-accounts/external-identity'
import { provePassword, type NotProved } from '../../services/external-accounts/prove-password'
import {
  returnWithAccount,
  returnWithIdentity,
  type Attempt,
} from '../../services/external-accounts/return-with-account'
import { demandedFactor } from '../../services/external-accounts/second-factor/demanded-factor'
import { hashOf } from '../../services/session/browser-secret'
import { escapeHtml, idpPage } from '../idp-page'
import { sampleAccountButtons } from '../sign-in-page'
import type { Form, Page } from './answering'
import { field, titleOf, waitInWords, wrongNote } from './form-parts'
import { attemptOfState, leadOn, RUN_OUT } from './sign-in-attempt'
import { stoppedPage } from './stopped-page'
import { ACCOUNT_PATH, CODE_PATH, FACTOR_PATH, openVisit } from './visit-cookie'

/** The page on which one signs in with an external account; only for a sign-in that this browser began and that waits for it. */
export const showSignIn: Page = async (portal, context) =>
  (await attemptOf(portal, context)) ? signInPage(portal, context) : stoppedPage(context, 400, RUN_OUT)

/**
 * Takes an e-mail address and a password, or on a sample instance the button of a sample account, and leads on to the app's
 * return page. Whatever is wrong with the two is told in one sentence.
 */
export const takeSignIn: Form = async (portal, context, form) => {
  const attempt = await attemptOf(portal, context)
  if (!attempt) return stoppedPage(context, 400, RUN_OUT)
  const [email, password] = [form.get('email') ?? '', form.get('password')]
  if (password === null) return takeSampleAccount(portal, context, attempt, email)
  const proved = v.is(emailAddress, email)
    ? await provePassword(portal, { email, password, address: clientAddress(context, portal.config) })
    : ({ ok: false, refusal: { kind: 'wrong' } } as const)
  if (!proved.ok) {
    const code = proved.refusal.kind === 'wrong' ? 'wrong_password' : 'too_many_tries'
    noteFailedSignIn(portal, context, { idp: 'lti', code })
    return signInPage(portal, context, { email, why: proved.refusal })
  }
  const account = proved.value
  const demanded = await demandedFactor(portal.database.queries, portal.config, account)
  if (demanded === null) {
    return leadOn(context, await returnWithAccount(portal, attempt, { ...account, is_factor_proved: false }))
  }
  if (!(await openVisit(portal, context, account, attempt.state_hash))) return stoppedPage(context, 400, RUN_OUT)
  return context.redirect(demanded === 'code' ? CODE_PATH : FACTOR_PATH, 303)
}

const takeSampleAccount = async (portal: Portal, context: Context, attempt: Attempt, email: string) => {
  const account = portal.config.has_sample_provider ? sampleAccountOfEmail(email) : undefined
  if (!account) return signInPage(portal, context)
  return leadOn(context, await returnWithIdentity(portal, attempt, { issuer: SAMPLE_ISSUER, subject: account.email }))
}

/** The sign-in that this browser began, by the state in the address and the secret in its cookie; neither does alone. */
const attemptOf = async (portal: Portal, context: Context): Promise<Attempt | undefined> => {
  const state = context.req.query('state')
  return state === undefined ? undefined : attemptOfState(portal, context, hashOf(state))
}

/** What was not right: the address that was entered, and why. */
type Failed = { email: string; why: NotProved }

const signInPage = ({ config }: Portal, context: Context, failed?: Failed): Response => {
  const query = new URLSearchParams({ state: context.req.query('state') ?? '' }).toString()
  const wrong = failed ? wordsFor(failed.why) : null
  if (failed?.why.kind === 'too_early') context.header('Retry-After', String(failed.why.seconds))
  const action = escapeHtml(`${EXTERNAL_PATH}/sign-in?${query}`)
  const page = idpPage(
    titleOf('External user account', wrong),
    `<h1>Sign in with your external user account</h1>
    ${wrongNote(wrong)}
    <form method="post" action="${action}">
      ${field({ label: 'Email address', name: 'email', type: 'email', autocomplete: 'username', value: failed?.email ?? '' }, wrong !== null)}
      ${field({ label: 'Password', name: 'password', type: 'password', autocomplete: 'current-password' }, wrong !== null)}
      <button class="main">Sign in</button>
    </form>
    <p><a class="way" href="${escapeHtml(`${EXTERNAL_PATH}/forgotten?${query}`)}">Forgotten password?</a></p>
    <p><a class="way" href="${ACCOUNT_PATH}">Second factor of your account</a></p>
    <p><a class="way" href="/sign-in">Choose another way to sign in</a></p>
    ${config.has_sample_provider ? sampleAccounts(action) : ''}`,
    config.service_name,
  )
  return context.html(page, failed ? statusFor(failed.why) : 200)
}

const statusFor = ({ kind }: NotProved) => (kind === 'wrong' ? 422 : 429)

const wordsFor = (why: NotProved): string =>
  why.kind === 'wrong'
    ? 'The email address or the password is wrong.'
    : `Too many attempts. Try again in ${waitInWords(why.seconds)}, or choose a new password with “Forgotten password?”.`

const sampleAccounts = (action: string): string => `<h2>Sample accounts</h2>
    <p>This is a test installation with sample accounts. They need no password.</p>
    <form method="post" action="${action}">
      ${sampleAccountButtons()}
    </form>`
