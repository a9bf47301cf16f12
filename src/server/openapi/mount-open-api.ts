import { api } from '#contract/api'
import { API_BASE, API_MARK } from '#contract/api-address'
import type { Hono } from 'hono'
import { etag } from 'hono/etag'
import type { RequestIdentity } from '../http/request-log'
import { DOCS_PATH, docsFiles, docsPage } from './docs-page'
import { openApiDocument } from './openapi-document'

const PRODUCT = 'Equipoise'

/**
 * Mounts `GET /api/v1/openapi.json`, which anybody may read, and the page at `/api/docs` that shows it. `version` is the
 * product's.
 */
export const mountOpenApi = (app: Hono<{ Variables: RequestIdentity }>, { version }: { version: string }) => {
  const document = JSON.stringify(openApiDocument(api, { title: PRODUCT, version, serverUrl: API_BASE }))
  const page = docsPage(`${PRODUCT} API`)
  const files = docsFiles()

  app.get(`${API_BASE}/openapi.json`, (context) =>
    context.body(document, 200, {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      'X-Request-Id': context.get('request_id'),
      [API_MARK.name]: API_MARK.value,
    }),
  )
  app.get(DOCS_PATH, (context) => context.html(page, 200, { 'Cache-Control': 'no-cache' }))
  for (const [name, file] of Object.entries(files)) {
    app.get(`${DOCS_PATH}/${name}`, etag(), async (context) =>
      context.body(await file.read(), 200, { 'Content-Type': file.type, 'Cache-Control': 'no-cache' }),
    )
  }
}
