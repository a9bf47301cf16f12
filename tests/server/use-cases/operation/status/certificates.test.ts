import { getServiceStatus } from '#contract/service-status'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createTcpServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { afterEach, describe, expect, test } from 'vitest'
import { makeCertificates } from '../../../../rehearsal/certificates'
import { ask, valueOf } from '../../../../support/ask'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { signedInAs } from '../../../../support/sign-in'
import { until } from '../../../../support/until'

/* The ends of the certificates of the hosts that the settings name, read from servers of this machine. */

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const listening = async (server: Server): Promise<string> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return `127.0.0.1:${address.port}`
}

/** A server that shows a certificate of an authority that no one knows. */
const tlsServer = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'certificates-'))
  ends.push(() => rmSync(folder, { recursive: true }))
  const certificates = makeCertificates(folder)
  const shown = () => ({ cert: readFileSync(certificates.certificate), key: readFileSync(certificates.key) })
  let connections = 0
  const server = createServer(shown()).on('connection', () => (connections += 1))
  return {
    host: await listening(server),
    connections: () => connections,
    ends_at: () => new Date(new X509Certificate(shown().cert).validTo).toISOString(),
    show: (which: 'sound' | 'expired') => {
      certificates.put(which)
      server.setSecureContext(shown())
    },
  }
}

const portalWith = async (environment: Record<string, string>): Promise<TestPortal> => {
  const world = await testPortal({ environment })
  ends.push(world.stop)
  return world
}

const provider = (host: string) => ({
  OIDC_SSO_ISSUER: `https://${host}/realm`,
  OIDC_SSO_CLIENT_ID: 'portal',
  OIDC_SSO_CLIENT_SECRET: 'a secret between the two',
})

const certificatesOf = async (world: TestPortal) => {
  const administrator = await signedInAs(world, 'administrator')
  return valueOf(await ask(administrator, getServiceStatus.response, getServiceStatus.path)).certificates
}

describe('the status shows of certificates', () => {
  test('none where no host is reached by TLS', async () => {
    expect(await certificatesOf(await portalWith({}))).toEqual([])
  })

  test('an unknown end of a host that says nothing, after three seconds, and of one that is away', async () => {
    const silent = await listening(createTcpServer())
    const away = createTcpServer()
    const host = await listening(away)
    away.close()
    const world = await portalWith({ ...provider(silent), SMTP_URL: `smtps://portal:secret@${host}` })
    expect(await certificatesOf(world)).toEqual([
      { host: silent, ends_at: null },
      { host, ends_at: null },
    ])
  })

  test('the end of each host, also of an ended certificate, read again after an hour behind the answer', async () => {
    const server = await tlsServer()
    const world = await portalWith({ ...provider(server.host), SMTP_URL: `smtps://${server.host}` })
    const sound = server.ends_at()
    expect(Date.parse(sound)).toBeGreaterThan(Date.now())
    expect(await certificatesOf(world)).toEqual([{ host: server.host, ends_at: sound }])
    server.show('expired')
    world.clock.step(3599)
    expect(await certificatesOf(world)).toEqual([{ host: server.host, ends_at: sound }])
    expect(server.connections()).toBe(1)
    world.clock.step(1)
    expect(await certificatesOf(world)).toEqual([{ host: server.host, ends_at: sound }])
    const expired = server.ends_at()
    expect(Date.parse(expired)).toBeLessThan(Date.now())
    await until('the ended certificate is read', async () => (await certificatesOf(world))[0]?.ends_at === expired)
    expect(server.connections()).toBe(2)
    server.show('sound')
    world.clock.step(7200)
    expect(await certificatesOf(world)).toEqual([{ host: server.host, ends_at: sound }])
  })

  test('the present end after a clock that was a year ahead is right again', async () => {
    const server = await tlsServer()
    const world = await portalWith(provider(server.host))
    world.clock.step(365 * 24 * 3600)
    await certificatesOf(world)
    world.clock.step(-365 * 24 * 3600)
    server.show('expired')
    expect(await certificatesOf(world)).toEqual([{ host: server.host, ends_at: server.ends_at() }])
  })
})

test('the metrics have the end of each known certificate', async () => {
  const server = await tlsServer()
  const away = createTcpServer()
  const host = await listening(away)
  away.close()
  const world = await portalWith({ METRICS_PORT: '0', ...provider(server.host), SMTP_URL: `smtps://${host}` })
  const text = await (await fetch(world.metrics_url ?? '')).text()
  const lines = text.split('\n').filter((line) => line.startsWith('equipoise_certificate_ends_timestamp_seconds{'))
  expect(lines).toEqual([
    `equipoise_certificate_ends_timestamp_seconds{host="${server.host}"} ${Date.parse(server.ends_at()) / 1000}`,
  ])
})
