import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { ServerContext } from '../../use-cases/call/server-context'

/** The context of every request in the server. */
export type RequestIdentity = { request_id: string; log: Logger; user_id: number | undefined }

/** Gives each request an id and one log line: method, path without its query, status, milliseconds, and user. */
export const requestLog =
  (context: ServerContext): MiddlewareHandler<{ Variables: RequestIdentity }> =>
  async (requestContext, next) => {
    const requestId = randomUUID()
    const log = context.log.child({ request_id: requestId })
    requestContext.set('request_id', requestId)
    requestContext.set('log', log)
    const started = performance.now()
    await next()
    const facts = {
      method: requestContext.req.method,
      path: requestContext.req.path,
      status: requestContext.res.status,
      ms: Math.round(performance.now() - started),
      user_id: requestContext.get('user_id'),
    }
    log[requestContext.res.status >= 500 ? 'error' : 'info'](facts, 'request')
  }
