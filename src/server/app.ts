import { refusal } from '#contract/errors'
import { Hono } from 'hono'
import { healthRoutes } from './health'
import { allowedMethods } from './http/allowed-methods'
import { failedRequest } from './http/failed-request'
import { mountRoutes } from './http/mount'
import { problemResponse } from './http/problem-response'
import { refuseWhileStopping } from './http/refuse-while-stopping'
import { requestLog, type RequestIdentity } from './http/request-log'
import type { Route } from './http/route'
import { securityHeaders } from './http/security-headers'
import { mountOpenApi } from './openapi/mount-open-api'
import { externalPageHeaders, mountExternalPages } from './idp/external/external-pages'
import type { ServerContext } from './server-context'
import { appInstanceRoutes } from './routes/app-instance'
import { auditLogRoutes } from './routes/audit-logs'
import { exportRoutes } from './routes/exports'
import { identityRoutes } from './routes/identity'
import { ledgerRoutes } from './routes/ledger'
import { messageRoutes } from './routes/messages'
import { participantActionRoutes } from './routes/participant-actions'
import { participantRoutes } from './routes/participants'
import { reportRoutes } from './routes/reports'
import { sessionRoutes } from './routes/session'
import { simulationRoutes } from './routes/simulations'
import { studyPackImportRoutes } from './routes/study-pack-import'
import { studyPackRoutes } from './routes/study-packs'
import { timezoneRoutes } from './routes/timezones'
import { trialRoutes } from './routes/trials'
import { userRoutes } from './routes/users'
import { EXTERNAL_PATH } from './services/external-accounts/external-identity'
import { serveClient } from './static/serve-client'
import { serveUniversityLogo } from './static/serve-university-logo'

/** Every route of the API, in one visible list. */
const routesOf = (context: ServerContext): readonly Route[] => [
  ...appInstanceRoutes,
  ...sessionRoutes,
  ...identityRoutes,
  ...trialRoutes,
  ...ledgerRoutes,
  ...participantActionRoutes,
  ...participantRoutes(context),
  ...studyPackImportRoutes,
  ...studyPackRoutes,
  ...simulationRoutes,
  ...messageRoutes,
  ...reportRoutes,
  ...exportRoutes,
  ...timezoneRoutes,
  ...userRoutes,
  ...auditLogRoutes,
]

/** The server as a function of what it works with: API, documents, health, and the built client. */
export const createApp = (context: ServerContext) => {
  const app = new Hono<{ Variables: RequestIdentity }>()
  app.use(requestLog(context))
  app.use(`${EXTERNAL_PATH}/*`, externalPageHeaders)
  const { public_url, google_analytics_id } = context.config
  app.use(securityHeaders({ isHttps: public_url.startsWith('https:'), hasAnalytics: google_analytics_id !== null }))
  app.use(refuseWhileStopping(context))
  app.onError(failedRequest)
  const routes = routesOf(context)
  mountRoutes(app, context, routes)
  mountOpenApi(app, context)
  app.all('/api/*', (requestContext) => {
    const methods = allowedMethods(routes, requestContext.req.path)
    if (methods.length === 0) return problemResponse(refusal('not_found'), requestContext.get('request_id'))
    const response = problemResponse(refusal('method_not_allowed'), requestContext.get('request_id'))
    response.headers.set('Allow', methods.join(', '))
    return response
  })
  mountExternalPages(app, context)
  healthRoutes(app, context)
  serveUniversityLogo(app, context)
  serveClient(app, context)
  return app
}
