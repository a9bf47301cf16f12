import { api } from '#contract/api'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RequestIdentity } from '../../../../src/server/doors/http/request-log'
import { mountOpenApi } from '../../../../src/server/doors/openapi/mount-open-api'
import { openApiDocument } from '../../../../src/server/doors/openapi/openapi-document'
import { testPortal, type TestPortal } from '../../../support/portal'
import { signedInAs } from '../../../support/sign-in'

let portal: TestPortal
const get = (path: string) => fetch(`${portal.url}${path}`)

beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.stop())

describe('GET /api/v1/openapi.json', () => {
  it('answers anybody with the document of every call', async () => {
    const answer = await get('/api/v1/openapi.json')
    expect(answer.status).toBe(200)
    const { version } = portal.context
    expect(await answer.json()).toEqual(openApiDocument(api, { title: 'Equipoise', version, serverUrl: '/api/v1' }))
  })

  it('is an answer of the API like any other', async () => {
    const { headers } = await get('/api/v1/openapi.json')
    expect(headers.get('Content-Type')).toBe('application/json')
    expect(headers.get('X-Api')).toBe('equipoise/1')
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('/api/docs', () => {
  const page = async () => {
    const answer = await get('/api/docs')
    return { answer, text: await answer.text() }
  }

  it('is a page that anybody can read', async () => {
    const { answer, text } = await page()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toMatch(/^text\/html/)
    expect(text).toContain('<title>Equipoise API</title>')
  })

  it('consists of files of this server, so that it works with no other', async () => {
    const { text } = await page()
    const files = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].flatMap(([, file]) => file ?? [])
    expect(files).toEqual(['/favicon.svg', '/api/docs/docs.css', '/api/docs/docs.js'])
    const answers = await Promise.all(files.slice(1).map(get))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers.map(({ headers }) => headers.get('Content-Type'))).toEqual([
      'text/css; charset=utf-8',
      'text/javascript; charset=utf-8',
    ])
  })

  it('is not sent again to a client that has it', async () => {
    const file = `${portal.url}/api/docs/docs.js`
    const tag = (await fetch(file)).headers.get('ETag') ?? ''
    expect((await fetch(file, { headers: { 'If-None-Match': tag } })).status).toBe(304)
  })

  it('shows every call and every shape of the document, without a script and with its marks as text', async () => {
    const answer = await get('/api/v1/openapi.html')
    expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    const text = await answer.text()
    const document = openApiDocument(api, { title: 'Equipoise', version: portal.context.version, serverUrl: '/api/v1' })
    const ids = [...text.matchAll(/<details id="([^"]+)">/g)].map(([, id]) => id)
    expect(new Set(ids)).toEqual(new Set([...Object.keys(api), ...Object.keys(document.components.schemas)]))
    expect(text).not.toMatch(/<script|<style|style=|onload=|javascript:/)
    expect(text).toContain('&quot;type&quot;')
  })

  it('needs no exception from the portal’s policy: it has no script of its own', async () => {
    const { answer, text } = await page()
    expect(answer.headers.get('Content-Security-Policy')).toMatch(/script-src 'self'/)
    expect(text).not.toMatch(/<script>|<style|style=|onload=|javascript:/)
  })
})

describe('on prod', () => {
  const onProd = (path: string, headers: Record<string, string> = {}) => {
    const app = new Hono<{ Variables: RequestIdentity }>()
    app.use((requestContext, next) => {
      requestContext.set('request_id', 'one')
      return next()
    })
    mountOpenApi(app, { ...portal.context, config: { ...portal.context.config, instance: 'prod' } })
    return app.request(path, { headers })
  }

  it.each(['/api/v1/openapi.json', '/api/v1/openapi.html'])('%s is for signed-in people', async (path) => {
    const { token } = await signedInAs(portal, 'nurse')
    expect((await onProd(path)).status).toBe(401)
    expect((await onProd(path, { Authorization: 'Bearer not.a.token' })).status).toBe(401)
    expect((await onProd(path, { Authorization: `Bearer ${token}` })).status).toBe(200)
  })

  it('the page itself reveals nothing of the portal, not even its version', async () => {
    const text = await (await onProd('/api/docs')).text()
    expect(text).not.toContain(portal.context.version)
  })
})
