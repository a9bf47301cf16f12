import { refusal, type ErrorCode } from '#contract/errors'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { CommitOutcomeUnknown, isDatabaseAway } from '../../ground/db/database-away'
import { CallerDisconnected } from '../../ground/caller-disconnected'
import { problemResponse } from '../../use-cases/call/problem-response'
import type { RequestIdentity } from './request-log'

/** The conventional status in logs for a client that hung up. Nobody receives it, so it is no code of the API. */
const CLIENT_CLOSED_REQUEST = 499

/**
 * The answer to a request that threw, and its log line: an error, unless the client aborted its upload or hung up, which is
 * ordinary.
 */
export const failedRequest = (error: Error, requestContext: Context<{ Variables: RequestIdentity }>): Response => {
  if (isUploadBrokenOff(requestContext)) {
    requestContext.get('log').info({ error }, 'upload broken off')
    return new Response(null, { status: CLIENT_CLOSED_REQUEST })
  }
  if (error instanceof CallerDisconnected) {
    requestContext.get('log').info('caller gone')
    return new Response(null, { status: CLIENT_CLOSED_REQUEST })
  }
  requestContext.get('log').error({ error }, 'request failed')
  const code = codeOf(error)
  requestContext.set('refusal', code)
  return problemResponse(refusal(code), requestContext.get('request_id'))
}

/** Whether the client has gone before its request was complete, so that nothing was done. */
export const isUploadBrokenOff = (requestContext: Context): boolean => {
  const { incoming }: Partial<HttpBindings> = requestContext.env ?? {}
  return incoming !== undefined && incoming.destroyed && !incoming.complete
}

const codeOf = (error: unknown): ErrorCode => {
  if (error instanceof CommitOutcomeUnknown) return 'outcome_unknown'
  return isDatabaseAway(error) ? 'unavailable' : 'internal_error'
}
