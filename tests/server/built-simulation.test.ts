import { API_BASE } from '#contract/api-address'
import { simulation, startSimulation } from '#contract/simulations'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aSimulation } from '../support/a-simulation'
import { peopledPlace, type PeopledPlace } from '../support/peopled-place'
import { startServer, type ServerProcess } from '../support/server-process'

/* The built server, in a process of its own, finds its built worker thread. */

let folder = ''
let server: ServerProcess
let portal: PeopledPlace
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'equipoise-simulating-'))
  portal = await peopledPlace(folder)
  server = await startServer(portal)
}, 120_000)
afterAll(async () => {
  await server.stop()
  await portal.close()
  rmSync(folder, { recursive: true, force: true })
})

const send = async (path: string, body?: object): Promise<unknown> => {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${server.token}` }
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await fetch(`${server.url}${API_BASE}/${path}`, init)
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

test('the built server simulates in its built worker thread', async () => {
  const { id } = v.parse(startSimulation.response, await send('simulations', aSimulation({ runs: 2000 })))
  const done = await vi.waitFor(
    async () => {
      const one = v.parse(simulation, await send(`simulations/${id}`))
      expect(one.state).toBe('done')
      return one
    },
    { timeout: 60_000, interval: 50 },
  )
  expect(done.figures?.predictability.trial_guesser).toMatchObject({ exact: 0.5 })
}, 90_000)
