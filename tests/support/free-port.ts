import { once } from 'node:events'
import { createServer } from 'node:net'

/** Ports below those that systems give to connections, so that no connection takes one before a server listens. */
const FIRST = 20_000
const COUNT = 12_000

/** Far apart for processes that start together. */
let tried = process.pid * 997

/** A free port of this machine. No process is given the same one twice within 12,000. */
export const freePort = async (): Promise<number> => {
  for (let left = COUNT; left > 0; left -= 1) {
    tried += 1
    const port = FIRST + (tried % COUNT)
    if (await isFree(port)) return port
  }
  throw new Error('no port is free')
}

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer()
  try {
    const listening = once(server, 'listening')
    server.listen(port, '127.0.0.1')
    await listening
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
