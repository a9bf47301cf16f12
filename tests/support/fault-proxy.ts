import { once } from 'node:events'
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'

/** Which requests a fault is for: a method, and what the path looks like. */
export type Target = { method: string; path: RegExp }

/**
 * What can become of a request on its way:
 * - `question_lost`: the connection is reset before the server hears of it
 * - `answer_lost`: the server has heard, acted and answered, and then the connection is reset
 * - `held`: it waits until the fault is over, and then goes its way
 */
export type FaultKind = 'question_lost' | 'answer_lost' | 'held'

export type Fault = {
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
  inflict: (kind: FaultKind, target: Target) => Fault
  /** Nobody listens here any more, as if the server were dead; what is under way is cut. */
  goDown: () => Promise<void>
  /** Listens again at the same address. */
  comeBack: () => Promise<void>
  /** Ends every fault. */
  heal: () => Promise<void>
}

type Inflicted = { kind: FaultKind; target: Target; met: number; over: Promise<void>; lift: () => void }

/** Opens the way on a free port of this machine. */
export const openFaultProxy = async (): Promise<FaultProxy> => {
  let upstream = ''
  const faults = new Set<Inflicted>()

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await bytesOf(request)
    const fault = [...faults].find(({ target }) => isMeant(target, request))
    if (fault) fault.met += 1
    if (fault?.kind === 'question_lost') return request.socket.destroy()
    if (fault?.kind === 'held') await fault.over
    const answer = await forwarded(request, body)
    const answerBody = await bytesOf(answer)
    if (fault?.kind === 'answer_lost') return request.socket.destroy()
    response.writeHead(answer.statusCode ?? 502, headersOf(answer)).end(answerBody)
    return undefined
  }

  const forwarded = async (request: IncomingMessage, body: Buffer): Promise<IncomingMessage> => {
    const { method, headers } = request
    // A connection for each: one that was kept could die of its age, which would be a fault that nobody inflicted.
    const passed = ask(new URL(request.url ?? '/', upstream), { method, headers, agent: false })
    passed.end(body)
    const [answer] = await once(passed, 'response')
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
    inflict: (kind, target) => {
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

const isMeant = ({ method, path }: Target, request: IncomingMessage): boolean =>
  request.method === method && path.test(request.url?.split('?', 1)[0] ?? '')

/** All but those that speak of the connection to the server alone. */
const headersOf = ({ rawHeaders }: IncomingMessage): string[] =>
  rawHeaders.filter((_, index) => !/^(connection|keep-alive)$/i.test(rawHeaders[index - (index % 2)] ?? ''))

const bytesOf = async (message: IncomingMessage): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of message) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}
