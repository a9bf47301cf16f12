import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { ErrorCode } from '#contract/errors'
import { clientAddress } from '../../use-cases/call/client-address'
import type { ServerContext } from '../../use-cases/call/server-context'

/** The context of every request in the server. */
export type RequestIdentity = {
  request_id: string
  log: Logger
  user_id: number | undefined
  /** The name of the call in the contract. */
  operation: string | undefined
  /** The trial of the address, as a number. */
  trial_id: number | undefined
  refusal: ErrorCode | undefined
}

/**
 * Gives each request an id, one log line and a place in the metrics. The line has ids and codes only: no name, email address or
 * participant ID, and no query of an address, which may have a secret.
 */
export const requestLog =
  (context: ServerContext): MiddlewareHandler<{ Variables: RequestIdentity }> =>
  async (requestContext, next) => {
    const requestId = randomUUID()
    const log = context.log.child({ request_id: requestId })
    requestContext.set('request_id', requestId)
    requestContext.set('log', log)
    const started = performance.now()
    await next()
    const ms = performance.now() - started
    const operation = requestContext.get('operation')
    const refusal = requestContext.get('refusal')
    const facts = {
      method: requestContext.req.method,
      path: requestContext.req.path,
      status: requestContext.res.status,
      ms: Math.round(ms),
      user_id: requestContext.get('user_id'),
      operation,
      trial_id: requestContext.get('trial_id'),
      refusal,
      replayed: requestContext.res.headers.has('Idempotency-Replayed') || undefined,
      client: clientAddress(requestContext, context.config) || undefined,
    }
    // The line is written synchronously, by a system call longer than most of our own steps: the answer goes first.
    setImmediate(() => log[facts.status >= 500 ? 'error' : 'info'](facts, 'request'))
    context.metrics?.countRequest({ operation, refusal, ms })
  }
