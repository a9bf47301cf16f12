import type { Hono, MiddlewareHandler } from 'hono'
import { clientAddress } from '../../use-cases/call/client-address'
import type { ServerContext } from '../../use-cases/call/server-context'
import { WALL_PATH } from '../../use-cases/wall-views/wall-view-address'
import { wallFigures } from '../../use-cases/wall-views/wall-figures'
import type { RequestIdentity } from '../http/request-log'
import { busyPage, endedPage, unknownPage, WALL_HEADERS, wallPage } from './wall-page'

type Env = { Variables: RequestIdentity }

/** Mounts the page of wall views: without sign-in, with the usual limit of requests from an address without one. */
export const mountWall = (app: Hono<Env>, context: ServerContext) => {
  app.get(WALL_PATH, async (requestContext) => {
    const tooMany = context.limits.claim(['anonymous_from_address'], clientAddress(requestContext, context.config))
    if (tooMany) return requestContext.html(busyPage(), 429, { 'Retry-After': String(tooMany.retry_after) })
    const wall = await wallFigures(context, requestContext.req.query('view') ?? '')
    if (wall.state === 'open') return requestContext.html(wallPage(wall.figures))
    return wall.state === 'ended' ? requestContext.html(endedPage(), 410) : requestContext.html(unknownPage(), 404)
  })
}

/** Gives the page its own headers instead of the app's. */
export const wallHeaders: MiddlewareHandler<Env> = async (requestContext, next) => {
  await next()
  for (const [name, value] of Object.entries(WALL_HEADERS)) requestContext.res.headers.set(name, value)
}
