import { Hono } from 'hono'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { healthRoutes } from '../../../../src/server/doors/http/health'
import type { RequestIdentity } from '../../../../src/server/doors/http/request-log'

const pages = (options: { ready?: () => Promise<unknown>; is_stopping?: boolean }) => {
  const app = new Hono<{ Variables: RequestIdentity }>()
  app.use((requestContext, next) => {
    requestContext.set('request_id', 'one')
    requestContext.set('log', pino({ level: 'silent' }))
    return next()
  })
  healthRoutes(app, {
    database: { ready: options.ready ?? (() => Promise.resolve()) },
    is_stopping: () => options.is_stopping ?? false,
  })
  return app
}

const away = () => Promise.reject(new Error('connection refused'))

describe('/readyz', () => {
  it.each([
    ['the database takes no changes', { ready: away }],
    ['the process is stopping', { is_stopping: true }],
  ])('is 503 with a time to retry while %s', async (_while, options) => {
    const answer = await pages(options).request('/readyz')
    expect(answer.status).toBe(503)
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(await answer.json()).toMatchObject({ code: 'unavailable' })
  })

  it('is 200 when the database accepts writes', async () => {
    const answer = await pages({}).request('/readyz')
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok' }])
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
  })

  it('asks the database each time', async () => {
    let isAway = false
    const app = pages({ ready: () => (isAway ? away() : Promise.resolve()) })
    const statuses = [(await app.request('/readyz')).status]
    isAway = true
    statuses.push((await app.request('/readyz')).status)
    isAway = false
    statuses.push((await app.request('/readyz')).status)
    expect(statuses).toEqual([200, 503, 200])
  })
})

describe('/healthz', () => {
  it.each([
    ['all is well', {}],
    ['the database is away', { ready: away }],
    ['the process is stopping', { is_stopping: true }],
  ])('is 200 while %s, since the process lives', async (_while, options) => {
    const answer = await pages(options).request('/healthz')
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok' }])
  })
})
