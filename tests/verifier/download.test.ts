import { Hono } from 'hono'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { RequestIdentity } from '../../src/server/doors/http/request-log'
import { readBuiltApp } from '../../src/server/ground/files/built-app'
import { serveClient } from '../../src/server/doors/static/serve-client'
import { BUILT_CLIENT, CLIENT_BEFORE } from '../support/built-files'
import { PAGE_NAMES } from '../support/page-names'
import { VERIFIER } from './run-verifier'

describe('the verifier that the built portal offers', () => {
  let app: Hono<{ Variables: RequestIdentity }>
  beforeAll(async () => {
    const client = await readBuiltApp(BUILT_CLIENT, CLIENT_BEFORE)
    if (!client.ok) throw new Error(client.refusal)
    app = new Hono()
    serveClient(app, { client: client.value, config: PAGE_NAMES, providers: { offered: [] } })
  })

  it('is this very file, for anybody', async () => {
    const response = await app.request('/verify-ledger.mjs')
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/javascript; charset=utf-8'])
    expect(await response.text()).toBe(readFileSync(VERIFIER, 'utf8'))
  })

  it('is not stored on every tablet with the app', () => {
    const worker = readFileSync(join(BUILT_CLIENT, 'sw.js'), 'utf8')
    expect(worker).toContain('index.html')
    expect(worker).not.toContain('verify-ledger')
  })
})
