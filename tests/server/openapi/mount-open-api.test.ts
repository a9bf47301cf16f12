import { api } from '#contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApiDocument } from '../../../src/server/openapi/openapi-document'
import { testPortal, type TestPortal } from '../../support/portal'

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
    const { version } = portal.portal
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

  it('is made of files that this server holds, so that it works with no other', async () => {
    const { text } = await page()
    const files = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].flatMap(([, file]) => file ?? [])
    expect(files.filter((file) => !file.startsWith('/'))).toEqual([])
    const ofThePage = files.filter((file) => file.startsWith('/api/docs/'))
    expect(ofThePage).toHaveLength(3)
    const answers = await Promise.all(ofThePage.map(get))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers.map(({ headers }) => headers.get('Content-Type'))).toEqual([
      'text/css; charset=utf-8',
      'text/javascript; charset=utf-8',
      'text/javascript; charset=utf-8',
    ])
  })

  it('is not sent again to one who has it', async () => {
    const file = `${portal.url}/api/docs/swagger-ui-bundle.js`
    const tag = (await fetch(file)).headers.get('ETag') ?? ''
    expect((await fetch(file, { headers: { 'If-None-Match': tag } })).status).toBe(304)
  })

  it('shows the document of this server', async () => {
    expect(await (await get('/api/docs/start.js')).text()).toContain("url: '/api/v1/openapi.json'")
  })

  it('needs no exception from the portal’s policy: no script of its own stands in it', async () => {
    const { answer, text } = await page()
    expect(answer.headers.get('Content-Security-Policy')).toMatch(/script-src 'self'/)
    expect(text).not.toMatch(/<script>|<style|style=|onload=|javascript:/)
  })

  it('holds nothing else of the package that it comes from', async () => {
    const answers = await Promise.all(
      ['package.json', 'index.html', 'swagger-initializer.js'].map((file) => get(`/api/docs/${file}`)),
    )
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  })
})
