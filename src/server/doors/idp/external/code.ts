import type { Context } from 'hono'
import { html } from 'hono/html'
import { clientAddress } from '../../../use-cases/call/client-address'
import type { ServerContext } from '../../../use-cases/call/server-context'
import type { NotProved } from '../../../use-cases/sign-in/external-accounts/prove-password'
import { returnWithAccount, type Attempt } from '../../../use-cases/sign-in/external-accounts/return-with-account'
import { proveCode } from '../../../use-cases/sign-in/external-accounts/second-factor/prove-code'
import type { Visit } from '../../../use-cases/sign-in/external-accounts/second-factor/visit'
import { idpPage } from '../idp-page'
import type { Form, Page } from './answering'
import { field, titleOf, waitInWords, wrongNote } from './form-parts'
import { noteFailedProof } from './note-failed-proof'
import { attemptOfState, leadOn, RUN_OUT } from './sign-in-attempt'
import { stoppedPage } from './stopped-page'
import { closeVisit, CODE_PATH, visitOf } from './visit-cookie'

/** The page that asks for a code of the second factor; only after the right password, for a sign-in in progress. */
export const showCode: Page = async (context, requestContext) =>
  (await waiting(context, requestContext))
    ? codePage(context, requestContext)
    : stoppedPage(requestContext, 400, RUN_OUT)

/** Handles a code of the app, or a recovery code, and redirects to the app's return page. */
export const handleCode: Form = async (context, requestContext, form) => {
  const waitingVisit = await waiting(context, requestContext)
  if (!waitingVisit) return stoppedPage(requestContext, 400, RUN_OUT)
  const entered = {
    code: form.get('code') ?? '',
    address: clientAddress(requestContext, context.config),
    request_id: requestContext.get('request_id'),
  }
  const proved = await proveCode(context, waitingVisit.visit, entered)
  if (!proved.ok) {
    noteFailedProof(context, requestContext, { proof: 'code' }, proved.refusal)
    return codePage(context, requestContext, proved.refusal)
  }
  closeVisit(context, requestContext)
  const account = { ...waitingVisit.visit, is_factor_proved: true }
  return leadOn(requestContext, await returnWithAccount(context, waitingVisit.attempt, account))
}

/** The sign-in in this browser that needs its second factor. */
const waiting = async (
  context: ServerContext,
  requestContext: Context,
): Promise<{ visit: Visit; attempt: Attempt } | undefined> => {
  const visit = await visitOf(context, requestContext)
  const attempt = visit?.state_hash ? await attemptOfState(context, requestContext, visit.state_hash) : undefined
  return visit && attempt && { visit, attempt }
}

/** The fault of a code, in words. */
const codeFault = (failure: NotProved): string =>
  failure.kind === 'wrong'
    ? 'This code is wrong or was already used. Wait for the next code in your app.'
    : `Too many attempts. Try again in ${waitInWords(failure.seconds)}.`

const codePage = ({ config }: ServerContext, requestContext: Context, failed?: NotProved): Response => {
  const wrong = failed ? codeFault(failed) : null
  if (failed?.kind === 'too_early') requestContext.header('Retry-After', String(failed.seconds))
  const page = idpPage(
    titleOf('Second factor', wrong),
    html`<h1>Enter the code from your authenticator app</h1>
      ${wrongNote(wrong)}
      <form method="post" action="${CODE_PATH}">
        ${field({ label: 'Code', name: 'code', type: 'text', autocomplete: 'one-time-code', hint: HINT }, wrong !== null)}
        <button class="main">Sign in</button>
      </form>
      <p>
        Lost your phone? Enter a recovery code. If you have none left, ask an administrator of the service to reset your
        second factor.
      </p>
      <p><a class="way" href="/sign-in">Choose another way to sign in</a></p>`,
    config.service_name,
  )
  return requestContext.html(page, failed ? (failed.kind === 'wrong' ? 422 : 429) : 200)
}

const HINT = 'Six digits from the app, or a recovery code. Each code works once.'
