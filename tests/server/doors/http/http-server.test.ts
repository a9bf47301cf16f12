import { once } from 'node:events'
import { Agent, get, type IncomingMessage, type ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { openHttpServer, type HttpServer } from '../../../../src/server/doors/http/http-server'

const opened = async (): Promise<HttpServer> => {
  const server = await openHttpServer('127.0.0.1', 0)
  if (!server.ok) throw new Error(server.refusal)
  return server.value
}

/** A listener that delays each response until the test releases it. */
const holding = () => {
  const responses: ServerResponse[] = []
  let arrived = () => {}
  const first = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const listener = (_: IncomingMessage, response: ServerResponse) => {
    responses.push(response)
    arrived()
  }
  return { listener, first, answer: () => responses.forEach((response) => response.end('done')) }
}

describe('listening', () => {
  it('refuses a port that is taken, by its setting', async () => {
    const server = await opened()
    expect(await openHttpServer('127.0.0.1', server.port)).toEqual({
      ok: false,
      refusal: `PORT ${server.port} is taken by another process on 127.0.0.1`,
    })
    await server.stop(0)
  })

  it('refuses a host that is not this machine, by its setting', async () => {
    expect(await openHttpServer('192.0.2.1', 0)).toEqual({
      ok: false,
      refusal: 'HOST 192.0.2.1 is not an address of this machine',
    })
  })

  it('answers requests from before there was a listener', async () => {
    const server = await opened()
    const early = fetch(server.loopbackUrl)
    server.answerWith((_, response) => response.end('here'))
    expect(await (await early).text()).toBe('here')
    await server.stop(0)
  })
})

describe('a connection without a request', () => {
  it("stays open for longer than Caddy's two minutes, the longest of common proxies", async () => {
    const server = await opened()
    server.answerWith((_, response) => response.end('here'))
    const agent = new Agent({ keepAlive: true })
    const [response]: IncomingMessage[] = await once(get(server.loopbackUrl, { agent }), 'response')
    response?.resume()
    const [, seconds] = /^timeout=(\d+)$/.exec(String(response?.headers['keep-alive'])) ?? []
    expect(Number(seconds)).toBeGreaterThan(120)
    agent.destroy()
    await server.stop(0)
  })
})

describe('stopping', () => {
  it('finishes requests in progress, closes its kept-alive connection and accepts no more', async () => {
    const server = await opened()
    const { listener, first, answer } = holding()
    server.answerWith(listener)
    const agent = new Agent({ keepAlive: true })
    const request = get(server.loopbackUrl, { agent })
    await first
    const stopped = server.stop(60_000)
    await expect(fetch(server.loopbackUrl)).rejects.toThrow('fetch failed')
    answer()
    const [response]: IncomingMessage[] = await once(request, 'response')
    expect(response?.statusCode).toBe(200)
    response?.resume()
    await stopped
    agent.destroy()
  })

  it('ends a request that never ends after the grace time', async () => {
    const server = await opened()
    const { listener, first } = holding()
    server.answerWith(listener)
    const asking = fetch(server.loopbackUrl)
    const lost = asking.catch((error: unknown) => String(error))
    await first
    await server.stop(1)
    expect(await lost).toBe('TypeError: fetch failed')
  })
})
