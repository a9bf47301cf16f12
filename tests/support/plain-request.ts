import { request } from 'node:http'
import { connect } from 'node:net'
import { API_BASE } from '#contract/api-address'
import type { TestPortal } from './portal'

/** The answer, word for word. */
export type PlainAnswer = { status: number; headers: Headers; text: string; json: () => unknown }

type Plain = {
  method?: string
  headers?: Record<string, string>
  /** Several pieces are sent as chunks, without a total length. */
  body?: string | Uint8Array | readonly string[]
}

/** Requests a path below the API's base as no well-behaved client would: nothing is added, nothing corrected. */
export const plainRequest = (
  { url }: Pick<TestPortal, 'url'>,
  path: string,
  { method = 'GET', headers = {}, body }: Plain = {},
): Promise<PlainAnswer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const pieces = body === undefined ? [] : typeof body === 'string' || body instanceof Uint8Array ? [body] : body
    const length = pieces.length === 1 ? { 'Content-Length': String(Buffer.from(pieces[0] ?? '').byteLength) } : {}
    const address = path.startsWith('/') ? path : `${API_BASE}/${path}`
    // A connection of its own, so that its failure affects no other request.
    const options = { hostname, port, path: address, method, headers: { ...length, ...headers }, agent: false }
    const outgoing = request(options, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => {
        const text = Buffer.concat(parts).toString('utf8')
        const answered = new Headers()
        for (const [name, value] of Object.entries(response.headers)) answered.set(name, String(value))
        resolve({ status: response.statusCode ?? 0, headers: answered, text, json: (): unknown => JSON.parse(text) })
      })
      response.on('error', reject)
    })
    outgoing.on('error', reject)
    for (const piece of pieces) outgoing.write(piece)
    outgoing.end()
  })

/** Sends bytes that need not be HTTP at all, and returns the answer until the server closes the connection. */
export const bareBytes = ({ url }: Pick<TestPortal, 'url'>, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    let answered = ''
    socket.on('data', (part) => (answered += part.toString('latin1')))
    socket.on('close', () => resolve(answered))
    socket.on('error', reject)
    socket.write(Buffer.from(bytes, 'latin1'))
  })
