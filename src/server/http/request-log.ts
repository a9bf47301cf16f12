import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { Portal } from '../portal'

/** What every request carries with it through the server. */
export type RequestIdentity = { request_id: string; log: Logger; user_id: number | undefined }

/** Gives each request an id and one log line: method, path without its query, status, time taken in ms, and who. */
export const requestLog =
  (portal: Portal): MiddlewareHandler<{ Variables: RequestIdentity }> =>
  async (context, next) => {
    const requestId = randomUUID()
    const log = portal.log.child({ request_id: requestId })
    context.set('request_id', requestId)
    context.set('log', log)
    const started = performance.now()
    await next()
    const facts = {
      method: context.req.method,
      path: context.req.path,
      status: context.res.status,
      ms: Math.round(performance.now() - started),
      user_id: context.get('user_id'),
    }
    log[context.res.status >= 500 ? 'error' : 'info'](facts, 'request')
  }
