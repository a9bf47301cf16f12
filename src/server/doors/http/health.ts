import { refusal } from '#contract/errors'
import type { Hono } from 'hono'
import { problemResponse } from '../../use-cases/call/problem-response'
import type { RequestIdentity } from './request-log'

/** The state that readiness depends on. The database is opened only after its migrations. */
type Watched = {
  /** Resolves while the database accepts writes; rejects otherwise. */
  database: { ready: () => Promise<unknown> }
  /** Whether the process is stopping and only finishes work in progress. */
  is_stopping: () => boolean
}

const OK = { status: 'ok' }
const NO_STORE = { 'Cache-Control': 'no-store' }

/**
 * `GET /healthz` answers 200 while the process lives, `GET /readyz` while it can serve: 503 with `Retry-After` when the
 * database accepts no writes or the process is stopping.
 */
export const healthRoutes = (app: Hono<{ Variables: RequestIdentity }>, { database, is_stopping }: Watched) => {
  app.get('/healthz', (requestContext) => requestContext.json(OK, 200, NO_STORE))
  app.get('/readyz', async (requestContext) => {
    const unavailable = () => problemResponse(refusal('unavailable'), requestContext.get('request_id'))
    if (is_stopping()) return unavailable()
    try {
      await database.ready()
    } catch (error) {
      requestContext.get('log').warn({ error }, 'not ready: the database takes no changes')
      return unavailable()
    }
    return requestContext.json(OK, 200, NO_STORE)
  })
}
