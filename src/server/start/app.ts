import { refusal } from '#contract/errors'
import { Hono } from 'hono'
import { healthRoutes } from '../doors/http/health'
import { allowedMethods } from '../doors/http/allowed-methods'
import { failedRequest } from '../doors/http/failed-request'
import { mountRoutes } from '../doors/http/mount'
import { problemResponse } from '../use-cases/call/problem-response'
import { refuseWhileStopping } from '../doors/http/refuse-while-stopping'
import { requestLog, type RequestIdentity } from '../doors/http/request-log'
import type { Route } from '../doors/http/route'
import { securityHeaders } from '../doors/http/security-headers'
import { mountOpenApi } from '../doors/openapi/mount-open-api'
import { externalPageHeaders, mountExternalPages } from '../doors/idp/external/external-pages'
import type { ServerContext } from '../use-cases/call/server-context'
import { appInstanceRoutes } from '../doors/routes/app-instance'
import { auditLogRoutes } from '../doors/routes/audit-logs'
import { documentRoutes } from '../doors/routes/documents'
import { exportRoutes } from '../doors/routes/exports'
import { identityRoutes } from '../doors/routes/identity'
import { ledgerRoutes } from '../doors/routes/ledger'
import { messageRoutes } from '../doors/routes/messages'
import { participantActionRoutes } from '../doors/routes/participant-actions'
import { participantRoutes } from '../doors/routes/participants'
import { reportRoutes } from '../doors/routes/reports'
import { deskRoutes } from '../doors/routes/desk'
import { searchRoutes } from '../doors/routes/search'
import { serviceStatusRoutes } from '../doors/routes/service-status'
import { sessionRoutes } from '../doors/routes/session'
import { simulationRoutes } from '../doors/routes/simulations'
import { studyPackImportRoutes } from '../doors/routes/study-pack-import'
import { studyPackRoutes } from '../doors/routes/study-packs'
import { timezoneRoutes } from '../doors/routes/timezones'
import { trialReopeningRoutes } from '../doors/routes/trial-reopening'
import { trialRoutes } from '../doors/routes/trials'
import { userRoutes } from '../doors/routes/users'
import { noticeRoutes } from '../doors/routes/notices'
import { monthlyReportRoutes } from '../doors/routes/monthly-report'
import { wallViewRoutes } from '../doors/routes/wall-views'
import { mountWall, wallHeaders } from '../doors/wall/mount-wall'
import { WALL_PATH } from '../use-cases/wall-views/wall-view-address'
import { EXTERNAL_PATH } from '../ground/sessions/external-identity'
import { serveClient } from '../doors/static/serve-client'
import { serveUniversityLogo } from '../doors/static/serve-university-logo'

/** Every route of the API. */
const routesOf = (context: ServerContext): readonly Route[] => [
  ...appInstanceRoutes,
  ...sessionRoutes,
  ...identityRoutes,
  ...trialRoutes,
  ...(context.config.trial_reopening ? trialReopeningRoutes : []),
  ...ledgerRoutes,
  ...participantActionRoutes,
  ...participantRoutes(context),
  ...studyPackImportRoutes,
  ...studyPackRoutes,
  ...simulationRoutes,
  ...messageRoutes,
  ...reportRoutes,
  ...exportRoutes,
  ...documentRoutes,
  ...timezoneRoutes,
  ...userRoutes,
  ...auditLogRoutes,
  ...serviceStatusRoutes,
  ...searchRoutes,
  ...deskRoutes,
  ...wallViewRoutes,
  ...monthlyReportRoutes,
  ...noticeRoutes,
]

/** The server as a function of its dependencies: API, documents, health, and the built client. */
export const createApp = (context: ServerContext) => {
  const app = new Hono<{ Variables: RequestIdentity }>()
  app.use(requestLog(context))
  app.use(`${EXTERNAL_PATH}/*`, externalPageHeaders)
  app.use(WALL_PATH, wallHeaders)
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
  mountWall(app, context)
  healthRoutes(app, context)
  serveUniversityLogo(app, context)
  serveClient(app, context)
  return app
}
