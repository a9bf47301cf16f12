import { api } from '#contract/api'
import { API_BASE } from '#contract/api-address'
import { isProductionInstance } from '#domain/instance'
import type { Context, Hono } from 'hono'
import { etag } from 'hono/etag'
import { answerHeaders } from '../../use-cases/call/answer-headers'
import { problemResponse } from '../../use-cases/call/problem-response'
import type { RequestIdentity } from '../http/request-log'
import type { ServerContext } from '../../use-cases/call/server-context'
import { authenticate } from '../../use-cases/call/authenticate'
import { docsContent } from './docs-content'
import { DOCS_CONTENT_PATH, DOCS_PATH, docsFiles, docsPage } from './docs-page'
import { openApiDocument } from './openapi-document'

const PRODUCT = 'Equipoise'

type App = Hono<{ Variables: RequestIdentity }>

/**
 * Mounts `GET /api/v1/openapi.json` and the page at `/api/docs` that shows the same to people. Public, but on `prod` only for
 * signed-in people, since it reveals the exact version.
 */
export const mountOpenApi = (app: App, context: ServerContext) => {
  const page = docsPage(`${PRODUCT} API`)
  // Made at the first request: it takes a tenth of a second, and most servers never need it.
  let written: Written | undefined

  const answerWith = (type: keyof Written) => async (requestContext: Context<{ Variables: RequestIdentity }>) => {
    if (isProductionInstance(context.config.instance)) {
      const caller = await authenticate(context, requestContext.req.header('Authorization'), false, 0)
      if (!caller.ok) return problemResponse(caller.refusal, requestContext.get('request_id'))
    }
    return requestContext.body(await (written ??= write(context.version))[type], 200, {
      'Content-Type': type,
      ...answerHeaders(requestContext.get('request_id')),
    })
  }
  app.get(`${API_BASE}/openapi.json`, answerWith('application/json'))
  app.get(DOCS_CONTENT_PATH, answerWith('text/html; charset=utf-8'))
  app.get(DOCS_PATH, (requestContext) => requestContext.html(page, 200, { 'Cache-Control': 'no-cache' }))
  for (const [name, { type, text }] of Object.entries(docsFiles())) {
    app.get(`${DOCS_PATH}/${name}`, etag(), (requestContext) =>
      requestContext.body(text, 200, { 'Content-Type': type, 'Cache-Control': 'no-cache' }),
    )
  }
}

type Written = ReturnType<typeof write>

const write = (version: string) => {
  const document = openApiDocument(api, { title: PRODUCT, version, serverUrl: API_BASE })
  return { 'application/json': JSON.stringify(document), 'text/html; charset=utf-8': docsContent(document) }
}
