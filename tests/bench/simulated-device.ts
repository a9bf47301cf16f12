import { api } from '#contract/api'
import { API_BASE } from '#contract/api-address'
import type { Endpoint } from '#contract/endpoint'
import { randomUUID } from 'node:crypto'
import { Agent, request, type IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import { filled } from '../support/reads'
import type { DeviceWorld } from './device-world'

type Answer = { status: number; headers: IncomingHttpHeaders }

/** One connection of a signed-in device to the server, whose bytes are counted. */
export type Connection = {
  ask: (call: Endpoint, parameters: Record<string, number>, more?: Sent) => Promise<Answer>
  /** All bytes in both directions so far, with every header. */
  bytes: () => number
  close: () => void
}

type Sent = { query?: string; headers?: Record<string, string>; body?: object }

export const connectionOf = (url: string, token: string): Connection => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const sockets = new Set<Socket>()
  return {
    ask: ({ method, path }, parameters, { query = '', headers = {}, body } = {}) =>
      new Promise<Answer>((resolve, reject) => {
        const sending = request(
          `${url}${API_BASE}/${filled(path, parameters)}${query}`,
          {
            method,
            agent,
            headers: {
              Accept: 'application/json, application/problem+json',
              'Accept-Encoding': 'gzip, deflate, br',
              Authorization: `Bearer ${token}`,
              ...(body === undefined ? {} : { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() }),
              ...headers,
            },
          },
          (response) => {
            response.on('error', reject)
            response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers }))
            response.resume()
          },
        )
        sending.on('socket', (socket) => sockets.add(socket))
        sending.on('error', reject)
        sending.end(body && JSON.stringify(body))
      }),
    bytes: () => [...sockets].reduce((sum, { bytesRead, bytesWritten }) => sum + bytesRead + bytesWritten, 0),
    close: () => agent.destroy(),
  }
}

/** A device asks for the answers of its open page again. Resolves with the number of answers of each kind. */
export type Refresh = () => Promise<{ whole: number; unchanged: number; failed: number }>

/**
 * The reads of a page of packs or participants, as the app repeats them: the person, their permissions, the trials, the lists, the
 * snapshot since its version, and the notices. With `has_tags` the device names the answers that it has.
 */
export const refreshing = (connection: Connection, { ward, store }: DeviceWorld, has_tags: boolean): Refresh => {
  const tags = new Map<string, string>()
  let version: string | undefined
  const calls: [Endpoint, Record<string, number>][] = [
    [api.getMe, {}],
    [api.getSystemPermission, {}],
    [api.getDesk, {}],
    [api.listShownNotices, {}],
    [api.listTrials, {}],
    ...[ward, store].flatMap((trial_id): [Endpoint, Record<string, number>][] => [
      [api.getTrialPermission, { trial_id }],
      [api.getPermittedSites, { trial_id }],
      [api.getTrial, { trial_id }],
    ]),
    [api.listParticipants, { trial_id: ward }],
    [api.getParticipantsSnapshot, { trial_id: ward }],
    [api.listStudyPacks, { trial_id: store }],
  ]
  return async () => {
    const counts = { whole: 0, unchanged: 0, failed: 0 }
    for (const [call, parameters] of calls) {
      const key = filled(call.path, parameters)
      const tag = has_tags ? tags.get(key) : undefined
      const isSnapshot = call === api.getParticipantsSnapshot
      const { status, headers } = await connection.ask(call, parameters, {
        query: isSnapshot && version !== undefined ? `?since=${version}` : '',
        headers: tag === undefined ? {} : { 'If-None-Match': tag },
      })
      counts[status === 304 ? 'unchanged' : status === 200 ? 'whole' : 'failed'] += 1
      if (headers.etag !== undefined) tags.set(key, headers.etag)
      if (isSnapshot) version = headers.etag?.replaceAll('"', '') ?? version
    }
    return counts
  }
}
