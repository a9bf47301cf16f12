import { Hono } from 'hono'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { BILL_FILE } from '../../../../src/help-pages/bill-of-materials.ts'
import type { RequestIdentity } from '../../../../src/server/doors/http/request-log'
import { serveClient } from '../../../../src/server/doors/static/serve-client'
import { readBuiltApp } from '../../../../src/server/ground/files/built-app'
import { BUILT_CLIENT, CLIENT_BEFORE } from '../../../support/built-files'
import { PAGE_NAMES } from '../../../support/page-names'

it('the built portal serves its own bill of materials, and no tablet stores it', async () => {
  const client = await readBuiltApp(BUILT_CLIENT, CLIENT_BEFORE)
  if (!client.ok) throw new Error(client.refusal)
  const app = new Hono<{ Variables: RequestIdentity }>()
  serveClient(app, { client: client.value, config: PAGE_NAMES, providers: { offered: [] } })
  const response = await app.request(`/${BILL_FILE}`)
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'application/json'])
  expect(await response.json()).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'equipoise' } },
  })
  expect(readFileSync(join(BUILT_CLIENT, 'sw.js'), 'utf8')).not.toContain(BILL_FILE)
})
