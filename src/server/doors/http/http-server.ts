import { accepted, refused, type Outcome } from '#domain/outcome'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { isIPv6 } from 'node:net'

export type Listener = (request: IncomingMessage, response: ServerResponse) => void

export type HttpServer = {
  port: number
  /** The address of this process for requests from its own machine. */
  loopbackUrl: string
  /** Sets the listener that answers requests, those waiting since the start too. */
  answerWith: (listener: Listener) => void
  /** Accepts no more requests; resolves when those in progress are answered, or after `graceMs` milliseconds. */
  stop: (graceMs: number) => Promise<void>
}

/**
 * Listens on a host and port, 0 for any free one. Refuses, with one line, a setting that cannot be used; `setting` names the
 * one with the port.
 */
export const openHttpServer = async (
  host: string,
  port: number,
  setting: 'PORT' | 'METRICS_PORT' = 'PORT',
): Promise<Outcome<HttpServer, string>> => {
  const { promise: listener, resolve } = deferred<Listener>()
  let isAnswering = false
  const answerWith = (answer: Listener) => {
    isAnswering = true
    resolve(answer)
  }
  const server = createServer((request, response) => {
    response.once('close', () => {
      // A connection that was busy when the server closed would stay open for its next request.
      if (!server.listening) setImmediate(() => server.closeIdleConnections())
    })
    if (isAnswering || !isHealthCheck(request)) void listener.then((answer) => answer(request, response))
    else
      response
        .writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
        .end('{"status":"starting"}')
  })
  server.keepAliveTimeout = KEEP_ALIVE_MS
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (error) {
    return refused(listenFault(error, host, `${setting} ${port}`))
  }
  const bound = boundTo(server)
  return accepted({
    port: bound.port,
    loopbackUrl: `http://${bound.host}:${bound.port}`,
    answerWith,
    stop: async (graceMs) => {
      const closed = once(server, 'close')
      server.close()
      const graceTimer = setTimeout(() => server.closeAllConnections(), graceMs)
      await closed
      clearTimeout(graceTimer)
    },
  })
}

/**
 * How long a connection without a request stays open. Longer than proxies keep theirs (Caddy two minutes, nginx and load balancers one):
 * a request on a connection that the server is just closing would be answered 502 by the proxy.
 */
const KEEP_ALIVE_MS = 130_000

/** Health checks are answered during migrations too, which can take a while. */
const isHealthCheck = ({ url }: IncomingMessage): boolean => url === '/healthz'

const deferred = <T>() => {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

const boundTo = (server: Server): { host: string; port: number } => {
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('the server listens on no port')
  const { address, port } = bound
  if (address === '0.0.0.0') return { host: '127.0.0.1', port }
  if (address === '::') return { host: '[::1]', port }
  return { host: isIPv6(address) ? `[${address}]` : address, port }
}

const listenFault = (error: unknown, host: string, port: string): string => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return `${port} is taken by another process on ${host}`
  if (code === 'EACCES') return `${port} cannot be opened by this user`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `HOST ${host} is not an address of this machine`
  throw error
}
