import { API_BASE } from '#contract/api-address'
import { grantManyPermissions } from '#contract/user-permissions'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startServer } from '../support/server-process'
import { median } from './median'
import type { Row } from './table'

/**
 * The number of bodies sent at once, round by round. The first and last round have none, as a baseline of this machine.
 */
const ROUNDS = [0, 10, 10, 10, 0]
const BODY_BYTES = 10_000_000
const SHORTEST_ROUND_MS = 500
const BETWEEN_MS = 5

/** Milliseconds that `/healthz` takes while clients without a session send ten large, deeply nested bodies at once. */
export const anonymousBodies = async (work: string): Promise<Row[]> => {
  const portal = await startServer({ database_url: undefined, data_dir: join(work, 'anonymous') })
  try {
    await healthTimes(portal.url, setTimeout(SHORTEST_ROUND_MS))
    const rows: Row[] = []
    for (const requests of ROUNDS) {
      const began = performance.now()
      const sent = Promise.all(Array.from({ length: requests }, () => sendBody(portal.url)))
      const sentAfter = sent.then(() => performance.now() - began)
      const times = await healthTimes(portal.url, Promise.all([sent, setTimeout(SHORTEST_ROUND_MS)]))
      rows.push({
        'bodies of 10 MB': requests,
        'sent and refused (ms)': requests === 0 ? '' : (await sentAfter).toFixed(0),
        'asked for health': times.length,
        'median (ms)': median(times.length % 2 === 0 ? times.slice(1) : times).toFixed(1),
        'worst (ms)': Math.max(...times).toFixed(1),
      })
    }
    return rows
  } finally {
    await portal.stop()
  }
}

const BODY = Buffer.alloc(BODY_BYTES, '[')

/**
 * Resolves when the whole body is sent and refused. It uses a bare socket, so that the sender's own work does not
 * count.
 */
const sendBody = async (url: string): Promise<void> => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const answered = once(socket, 'data')
  const sent = new Promise<void>((resolve) => {
    const head = `POST ${API_BASE}/${grantManyPermissions.path} HTTP/1.1\r\nHost: localhost\r\n`
    socket.write(`${head}Content-Type: application/json\r\nContent-Length: ${BODY_BYTES}\r\n\r\n`)
    socket.write(BODY, () => resolve())
  })
  const [answer] = await answered
  if (!String(answer).startsWith('HTTP/1.1 401 ')) throw new Error(`answered ${String(answer)}`)
  await sent
  socket.destroy()
}

/** The time of each health check, one after the other until `end`. */
const healthTimes = async (url: string, end: Promise<unknown>): Promise<number[]> => {
  const round = { isOver: false }
  const over = end.finally(() => {
    round.isOver = true
  })
  const times: number[] = []
  do {
    const began = performance.now()
    await (await fetch(`${url}/healthz`)).text()
    times.push(performance.now() - began)
    await setTimeout(BETWEEN_MS)
  } while (!round.isOver)
  await over
  return times
}
