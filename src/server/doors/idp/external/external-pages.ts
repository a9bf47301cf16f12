import { ERRORS } from '#contract/errors'
import type { Context, Hono, MiddlewareHandler } from 'hono'
import { isDatabaseAway } from '../../../ground/db/database-away'
import { clientAddress } from '../../../use-cases/call/client-address'
import { isUploadBrokenOff } from '../../http/failed-request'
import { readBytes } from '../../http/read-bytes'
import type { ServerContext } from '../../../use-cases/call/server-context'
import { EXTERNAL_PATH } from '../../../ground/sessions/external-identity'
import { hasExternalAccounts } from '../../../use-cases/sign-in/external-accounts/external-provider'
import { pageHeaders } from '../idp-page'
import type { Env, Form, Page } from './answering'
import { showAccountEntry, showFactor, handleAccountEntry, handleTurnOff } from './account'
import { handleEnrolmentEnd, handleEnrolment } from './enrolment'
import { showCode, handleCode } from './code'
import { handleLinkRequest, showForgotten, showLinkSent } from './forgotten-password'
import { openLink, showPasswordChosen, handlePassword } from './password-choice'
import { showSignIn, handleSignIn } from './sign-in'
import { stoppedPage } from './stopped-page'

/** Bytes; far more than the fields of these forms need. */
const LARGEST_FORM = 8 * 1024

/**
 * Mounts the pages of external user accounts, where this installation has them: sign-in, forgotten password, new password.
 * Plain forms without scripts, which pages of other sites cannot submit.
 */
export const mountExternalPages = (app: Hono<Env>, context: ServerContext) => {
  if (!hasExternalAccounts(context.config)) return
  const page = (path: string, answer: Page) =>
    app.get(`${EXTERNAL_PATH}/${path}`, async (requestContext) => respondWithPage(context, requestContext, answer))
  const form = (path: string, answer: Form) =>
    app.post(`${EXTERNAL_PATH}/${path}`, async (requestContext) =>
      respondWithPage(context, requestContext, async () => {
        const body = await readBytes(requestContext.req, LARGEST_FORM)
        if (body === null) return stoppedPage(requestContext, 413, 'The form is too large.')
        const fields = fieldsOf(requestContext, body)
        return fields === null
          ? stoppedPage(requestContext, 403, NOT_FROM_HERE)
          : answer(context, requestContext, fields)
      }),
    )

  page('sign-in', showSignIn)
  form('sign-in', handleSignIn)
  page('code', showCode)
  form('code', handleCode)
  page('account', showAccountEntry)
  form('account', handleAccountEntry)
  page('second-factor', showFactor)
  form('second-factor', handleEnrolment)
  form('second-factor/done', handleEnrolmentEnd)
  form('second-factor/off', handleTurnOff)
  page('second-factor/off', showFactor)
  page('forgotten', showForgotten)
  form('forgotten', handleLinkRequest)
  page('forgotten/sent', showLinkSent)
  page('password', openLink)
  form('password', handlePassword)
  page('password/chosen', showPasswordChosen)
}

/** Gives these pages their own headers instead of the app's. */
export const externalPageHeaders: MiddlewareHandler<Env> = async (requestContext, next) => {
  await next()
  const { 'Content-Type': _, ...headers } = pageHeaders()
  for (const [name, value] of Object.entries(headers)) requestContext.res.headers.set(name, value)
}

const NOT_FROM_HERE = 'The form was not sent from a page of this service.'

/** A defect, or a database that is away, is shown as a page; only the log has the error. */
const respondWithPage = async (
  context: ServerContext,
  requestContext: Context<Env>,
  answer: Page,
): Promise<Response> => {
  const tooMany = context.limits.claim(['anonymous_from_address'], clientAddress(requestContext, context.config))
  if (tooMany) {
    requestContext.header('Retry-After', String(tooMany.retry_after))
    return stoppedPage(requestContext, 429, `${ERRORS.too_many_requests.message}.`)
  }
  try {
    return await answer(context, requestContext)
  } catch (error) {
    if (isUploadBrokenOff(requestContext)) throw error
    requestContext.get('log').error({ error }, 'request failed')
    const isAway = isDatabaseAway(error)
    if (isAway) requestContext.header('Retry-After', '2')
    return stoppedPage(requestContext, isAway ? 503 : 500, 'Something went wrong. Please try again in a moment.')
  }
}

/** The fields of a form, or null where it is no form, or another site's, as browsers report. */
const fieldsOf = (requestContext: Context, body: Uint8Array): URLSearchParams | null => {
  const site = requestContext.req.header('Sec-Fetch-Site')
  if (site !== undefined && site !== 'same-origin') return null
  const type = requestContext.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase()
  return type === 'application/x-www-form-urlencoded' ? new URLSearchParams(new TextDecoder().decode(body)) : null
}
