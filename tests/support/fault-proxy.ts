import { once } from 'node:events'
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'

/** Which requests a fault is for: a method, and what the path looks like; every one where neither is named. */
export type Target = { method?: string; path?: RegExp }

/**
 * What can become of a request on its way:
 * - `question_lost`: the connection is reset before the server hears of it
 * - `answer_lost`: the server has heard, acted and answered, and then the connection is reset
 * - `truncated`: half of the answer comes, and then the connection is reset
 * - `stalled`: half of the answer comes, and the rest waits until the fault is over
 * - `held`: it waits until the fault is over, and then goes its way
 * - `black_hole`: nobody ever says anything; when the fault is over the connection is found dead
 * - `captive_portal`: a Wi-Fi's own page is answered as if all were well
 * - `redirected`: it is sent to such a page
 * - `status`: something between answers with this status in the server's place
 * - `delayed`: it comes this much later to the server, in milliseconds
 * - `dripped`: the answer takes so long to trickle in, in milliseconds
 *
 * That nobody listens at all is no request's fault: `goDown`.
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
  /** How many requests it has met so far; a browser repeats some by itself. */
  met: () => number
  /** Ends it. */
  lift: () => void
}

/** The way between browser and server, which can be made as bad as on a ward. */
export type FaultProxy = {
  /** Where browsers find the server. */
  url: string
  /** Where what comes in goes from now on. */
  passTo: (upstream: string) => void
  /** Begins at once; where several are for the same request, the one that began first meets it. */
  inflict: (kind: FaultKind, target?: Target) => Fault
  /** Nobody listens here any more, as if the server were dead; what is under way is cut. */
  goDown: () => Promise<void>
  /** Listens again at the same address. */
  comeBack: () => Promise<void>
  /** Ends every fault. */
  heal: () => Promise<void>
}

type Inflicted = { kind: FaultKind; target: Target; met: number; over: Promise<void>; lift: () => void }

/** Opens the way on a free port of this machine. */
export const openFaultProxy = async (at?: string): Promise<FaultProxy> => {
  let upstream = ''
  const faults = new Set<Inflicted>()

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
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
    // A connection for each: one that was kept could die of its age, which would be a fault that nobody inflicted.
    const passed = ask(new URL(request.url ?? '/', upstream), { method, headers, agent: false })
    passed.end(body)
    const [answer] = await once(passed, 'response')
    if (at !== undefined) setDate(answer, at)
    return answer
  }

  const server = createServer((request, response) => {
    // Whoever gave up waiting, or found nobody behind the proxy, sees a dead connection.
    handle(request, response).catch(() => request.socket.destroy())
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy listens on no port')
  const { port } = address
  const comeBack = async () => {
    if (!server.listening) await listen(port)
  }

  return {
    url: `http://localhost:${port}`,
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

/** What happens before the server hears of a request; whether it then does. */
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

/** What the server answered, as far as it comes. */
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

/** Writes a body drop by drop, over so many milliseconds. */
const drip = async (response: ServerResponse, body: Buffer, milliseconds: number): Promise<void> => {
  for (let drop = 0; drop < DROPS; drop += 1) {
    await setTimeout(milliseconds / DROPS)
    const [from, to] = [drop, drop + 1].map((drops) => Math.ceil((drops * body.length) / DROPS))
    response.write(body.subarray(from, to))
  }
  response.end()
}

/** All but those that speak of the connection to the server alone. */
const headersOf = ({ rawHeaders }: IncomingMessage): string[] =>
  rawHeaders.filter((_, index) => !/^(connection|keep-alive)$/i.test(rawHeaders[index - (index % 2)] ?? ''))

/** Node.js writes the time of day, by which a browser would put its clock right. */
const setDate = ({ rawHeaders }: IncomingMessage, at: string): void => {
  const index = rawHeaders.findIndex((name) => name.toLowerCase() === 'date')
  if (index >= 0) rawHeaders[index + 1] = new Date(at).toUTCString()
}

const bytesOf = async (message: IncomingMessage): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of message) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}
