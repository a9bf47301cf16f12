import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { signInStoppedPage } from '../sign-in-page'

/** Answers with a page that says why signing in stopped, and how to begin again. */
export const stoppedPage = (requestContext: Context, status: ContentfulStatusCode, reason: string): Response =>
  requestContext.html(signInStoppedPage(reason), status)
