import { refusal } from '#contract/errors'
import type { MiddlewareHandler } from 'hono'
import type { ServerContext } from '../../use-cases/call/server-context'
import { problemResponse } from '../../use-cases/call/problem-response'
import type { RequestIdentity } from './request-log'

/** Refuses requests while the process is stopping, except health checks. */
export const refuseWhileStopping =
  ({ is_stopping }: Pick<ServerContext, 'is_stopping'>): MiddlewareHandler<{ Variables: RequestIdentity }> =>
  async (requestContext, next) => {
    if (is_stopping() && requestContext.req.path !== '/healthz') {
      requestContext.set('refusal', 'unavailable')
      return problemResponse(refusal('unavailable'), requestContext.get('request_id'))
    }
    return next()
  }
