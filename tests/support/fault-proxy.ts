import { once } from 'node:events'
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { AXE, AXE_PATH } from './axe'

/** The requests that a fault affects: a method and a pattern of the path; every request where neither is named. */
export type Target = { method?: string; path?: RegExp }

/**
 * The fates of a request:
 * - `question_lost`: the connection is reset before the server receives it
 * - `answer_lost`: the server receives it, acts and answers, and then the connection is reset
 * - `truncated`: half of the answer is sent, and then the connection is reset
 * - `stalled`: half of the answer is sent, and the rest waits until the fault ends
 * - `held`: it waits until the fault ends, and then continues
 * - `black_hole`: no answer is ever sent; when the fault ends, the connection is found dead
 * - `captive_portal`: a Wi-Fi's own page is the answer, with a status of success
 * - `redirected`: it is redirected to such a page
 * - `status`: a device in between answers with this status in the server's place
 * - `delayed`: it reaches the server this many milliseconds later
 * - `dripped`: the answer is sent slowly, over this many milliseconds
 *
 * `goDown` is for a server that does not listen at all, which concerns no single request.
 */
export type FaultKind =
  | 'question_lost'
  | 'answer_lost'
  | 'truncated'
  | 'stalled'
  | 'held'
  | 'black_hole'
  | 'captive_portal'
  | 'redirected'
  | { status: number }
  | { delayed: number }
  | { dripped: number }

type Fault = {
  /** The number of requests that it has affected so far; a browser repeats some automatically. */
  met: () => number
  /** Ends it. */
  lift: () => void
}

/** A proxy between browser and server, which can be made as bad as a ward's network. It also has axe for their pages. */
export type FaultProxy = {
  /** The server's address for browsers. */
  url: string
  /** Sets the server that requests are passed to from now on. */
  passTo: (upstream: string) => void
  /** Begins at once. Of several faults for a request, the earliest applies. */
  inflict: (kind: FaultKind, target?: Target) => Fault
  /** Stops listening, as if the server were dead. Requests under way are cut off. */
  goDown: () => Promise<void>
  /** Listens again at the same address. */
  comeBack: () => Promise<void>
  /** Ends every fault. */
  heal: () => Promise<void>
}

type Inflicted = { kind: FaultKind; target: Target; met: number; over: Promise<void>; lift: () => void }

/** Opens the proxy on this port of this machine, or on a free one. Its answers bear the date of `at`, if given. */
export const openFaultProxy = async ({ at, port = 0 }: { at?: string; port?: number } = {}): Promise<FaultProxy> => {
  let upstream = ''
  const faults = new Set<Inflicted>()

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === AXE_PATH) {
      response.writeHead(200, { 'Content-Type': 'text/javascript', 'Cache-Control': 'max-age=3600' }).end(AXE)
      return
    }
    const body = await bytesOf(request)
    const fault = [...faults].find(({ target }) => matchesTarget(target, request))
    if (fault) fault.met += 1
    const isPassedOn = fault === undefined || (await meetOnTheWay(fault, request, response))
    if (!isPassedOn) return
    const answer = await forwarded(request, body)
    await giveBack(fault, response, { answer, body: await bytesOf(answer) })
  }

  const forwarded = async (request: IncomingMessage, body: Buffer): Promise<IncomingMessage> => {
    const { method, headers } = request
    // A connection for each request: an old one might be closed, a fault that no test inflicted.
    const passed = ask(new URL(request.url ?? '/', upstream), { method, headers, agent: false })
    passed.end(body)
    const [answer] = await once(passed, 'response')
    if (at !== undefined) setDate(answer, at)
    return answer
  }

  const server = createServer((request, response) => {
    // A caller that gave up, or a missing server, leaves a dead connection.
    handle(request, response).catch(() => request.socket.destroy())
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(port)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy listens on no port')
  const comeBack = async () => {
    if (!server.listening) await listen(address.port)
  }

  return {
    url: `http://localhost:${address.port}`,
    passTo: (next) => {
      upstream = next
    },
    inflict: (kind, target = {}) => {
      let end = () => {}
      const over = new Promise<void>((resolve) => {
        end = resolve
      })
      const lift = () => {
        faults.delete(fault)
        end()
      }
      const fault: Inflicted = { kind, target, met: 0, over, lift }
      faults.add(fault)
      return { met: () => fault.met, lift }
    },
    goDown: async () => {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
    comeBack,
    heal: async () => {
      for (const fault of faults) fault.lift()
      await comeBack()
    },
  }
}

const matchesTarget = ({ method, path }: Target, request: IncomingMessage): boolean =>
  (method === undefined || request.method === method) && (path?.test(request.url?.split('?', 1)[0] ?? '') ?? true)

/** Applies a fault before the server receives the request. Returns whether the server then receives it. */
const meetOnTheWay = async (
  { kind, over }: Inflicted,
  { socket }: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> => {
  if (typeof kind === 'object') {
    if ('status' in kind) response.writeHead(kind.status, { 'Content-Type': 'text/plain' }).end('Nobody is behind me')
    if ('delayed' in kind) await Promise.race([setTimeout(kind.delayed), over])
    return !('status' in kind)
  }
  switch (kind) {
    case 'answer_lost':
    case 'truncated':
    case 'stalled':
      return true
    case 'held':
      await over
      return true
    case 'question_lost':
      socket.destroy()
      return false
    case 'black_hole':
      await over
      socket.destroy()
      return false
    case 'captive_portal':
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(WIFI_PAGE)
      return false
    case 'redirected':
      response.writeHead(302, { Location: WIFI_ADDRESS }).end()
      return false
  }
}

const WIFI_PAGE = '<!doctype html><html lang="en"><title>Guest Wi-Fi</title><h1>Accept the terms to go on</h1></html>'
const WIFI_ADDRESS = 'http://wifi.invalid/terms'

/** Passes the server's answer on, as far as the fault lets it. */
const giveBack = async (
  fault: Inflicted | undefined,
  response: ServerResponse,
  { answer, body }: { answer: IncomingMessage; body: Buffer },
): Promise<void> => {
  const kind = fault?.kind
  if (kind === 'answer_lost') {
    response.destroy()
    return
  }
  response.writeHead(answer.statusCode ?? 502, headersOf(answer))
  if (kind === 'truncated') {
    response.write(body.subarray(0, body.length / 2), () => response.destroy())
    return
  }
  if (kind === 'stalled') {
    response.write(body.subarray(0, body.length / 2))
    await fault?.over
    response.end(body.subarray(body.length / 2))
    return
  }
  if (typeof kind === 'object' && 'dripped' in kind) await drip(response, body, kind.dripped)
  else response.end(body)
}

const DROPS = 20

/** Writes a body drop by drop, over this many milliseconds. */
const drip = async (response: ServerResponse, body: Buffer, milliseconds: number): Promise<void> => {
  for (let drop = 0; drop < DROPS; drop += 1) {
    await setTimeout(milliseconds / DROPS)
    const [from, to] = [drop, drop + 1].map((drops) => Math.ceil((drops * body.length) / DROPS))
    response.write(body.subarray(from, to))
  }
  response.end()
}

/** All headers but those about the connection to the server. */
const headersOf = ({ rawHeaders }: IncomingMessage): string[] =>
  rawHeaders.filter((_, index) => !/^(connection|keep-alive)$/i.test(rawHeaders[index - (index % 2)] ?? ''))

/** Node.js writes the time of day, by which the browser would correct its clock. */
const setDate = ({ rawHeaders }: IncomingMessage, at: string): void => {
  const index = rawHeaders.findIndex((name) => name.toLowerCase() === 'date')
  if (index >= 0) rawHeaders[index + 1] = new Date(at).toUTCString()
}

const bytesOf = async (message: IncomingMessage): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of message) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}
