import bwipjs from 'bwip-js/node'
import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import type { ServerContext } from '../../../use-cases/call/server-context'
import { returnWithAccount } from '../../../use-cases/sign-in/external-accounts/return-with-account'
import { enrolFactor } from '../../../use-cases/sign-in/external-accounts/second-factor/enrol'
import { openFactorSecret } from '../../../use-cases/sign-in/external-accounts/second-factor/factor-secret'
import { secretForApp } from '../../../use-cases/sign-in/external-accounts/second-factor/one-time-code'
import type { Visit } from '../../../use-cases/sign-in/external-accounts/second-factor/visit'
import { idpPage } from '../idp-page'
import type { Form } from './answering'
import { field, titleOf, wrongNote } from './form-parts'
import { attemptOfState, leadOn, RUN_OUT } from './sign-in-attempt'
import { stoppedPage } from './stopped-page'
import { closeVisit, FACTOR_PATH, visitOf } from './visit-cookie'

/** Handles the first code of the new app, and shows the recovery codes, only this once. */
export const handleEnrolment: Form = async (context, requestContext, form) => {
  const visit = await visitOf(context, requestContext)
  if (!visit) return stoppedPage(requestContext, 400, RUN_OUT)
  const entered = { code: form.get('code') ?? '', request_id: requestContext.get('request_id') }
  const enrolled = await enrolFactor(context, visit, entered)
  if (enrolled.ok) return recoveryCodesPage(context, requestContext, enrolled.value)
  if (enrolled.refusal === 'over') return requestContext.redirect(FACTOR_PATH, 303)
  return enrolmentPage(context, requestContext, visit, 'This code is wrong. Enter the code that the app shows now.')
}

/** Continues after the recovery codes: with the sign-in in progress, else with the account's page. */
export const handleEnrolmentEnd: Form = async (context, requestContext) => {
  const visit = await visitOf(context, requestContext)
  if (!visit) return stoppedPage(requestContext, 400, RUN_OUT)
  if (visit.state_hash === null) return requestContext.redirect(FACTOR_PATH, 303)
  const attempt = await attemptOfState(context, requestContext, visit.state_hash)
  if (!attempt) return stoppedPage(requestContext, 400, RUN_OUT)
  closeVisit(context, requestContext)
  const account = { ...visit, is_factor_proved: visit.is_proved }
  return leadOn(requestContext, await returnWithAccount(context, attempt, account))
}

/** The page that shows the secret to an app, as a QR code and as text. */
export const enrolmentPage = (
  context: ServerContext,
  requestContext: Context,
  visit: Visit,
  wrong: string | null = null,
): Response => {
  const secret = openFactorSecret(context, visit.id, visit.secret_encrypted)
  const { address, text } = secretForApp(secret, { account: visit.email, service: context.config.service_name })
  const page = idpPage(
    titleOf('Second factor', wrong),
    html`<h1>Set up a second factor</h1>
      <p>
        You will enter a code from an app on your phone after your password. No one can then sign in with your password
        alone.
      </p>
      <ol>
        <li>Open an authenticator app on your phone, and choose to add an account.</li>
        <li>Scan this QR code, or enter the key below it.</li>
        <li>Enter the six digits that the app shows.</li>
      </ol>
      <figure role="img" aria-label="QR code with the key of your account">${raw(qrCode(address))}</figure>
      <p>Key: <code>${text.replace(/(.{4})(?=.)/g, '$1 ')}</code></p>
      ${wrongNote(wrong)}
      <form method="post" action="${FACTOR_PATH}">
        ${field({ label: 'Code', name: 'code', type: 'text', autocomplete: 'one-time-code' }, wrong !== null)}
        <button class="main">Set up the second factor</button>
      </form>`,
    context.config.service_name,
  )
  return requestContext.html(page, wrong === null ? 200 : 422)
}

/** Dark on white in both schemes, as cameras need it. */
const qrCode = (text: string): string =>
  bwipjs.toSVG({
    bcid: 'qrcode',
    text,
    scale: 5,
    backgroundcolor: 'FFFFFF',
    barcolor: '000000',
    paddingwidth: 4,
    paddingheight: 4,
  })

const recoveryCodesPage = ({ config }: ServerContext, requestContext: Context, codes: readonly string[]): Response =>
  requestContext.html(
    idpPage(
      'Recovery codes',
      html`<h1>Your second factor is set up</h1>
        <p>
          Use one of these recovery codes to sign in if you lose your phone. Each code works once. They will not be
          shown again: print them or write them down.
        </p>
        <ul class="codes">
          ${codes.map((code) => html`<li><code>${code}</code></li>`)}
        </ul>
        <form method="post" action="${FACTOR_PATH}/done">
          <button class="main">I have saved these codes</button>
        </form>`,
      config.service_name,
    ),
  )
