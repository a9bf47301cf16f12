import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { signInStoppedPage } from '../sign-in-page'

/** Answers with a page that says why signing in stopped, and the way to begin again. */
export const stoppedPage = (requestContext: Context, status: ContentfulStatusCode, reason: string): Response =>
  requestContext.html(signInStoppedPage(reason), status)
