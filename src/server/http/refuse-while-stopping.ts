import { refusal } from '#contract/errors'
import type { MiddlewareHandler } from 'hono'
import type { Portal } from '../portal'
import { problemResponse } from './problem-response'
import type { RequestIdentity } from './request-log'

/** A process that has been told to stop takes nothing new; that it still lives may be asked to the end. */
export const refuseWhileStopping =
  ({ is_stopping }: Pick<Portal, 'is_stopping'>): MiddlewareHandler<{ Variables: RequestIdentity }> =>
  async (context, next) => {
    if (is_stopping() && context.req.path !== '/healthz') {
      return problemResponse(refusal('unavailable'), context.get('request_id'))
    }
    return next()
  }
