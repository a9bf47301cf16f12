import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A forwarder to a port of this machine that can be cut. */
export type Forwarder = { port: number; cut: () => void; heal: () => void; close: () => void }

/** Opens a forwarder to a port. While it is cut, its connections are reset and no new ones get through. */
export const openForwarder = async (to: number): Promise<Forwarder> => {
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((incoming) => {
    if (isCut) {
      incoming.destroy()
      return
    }
    const outgoing = connect(to, '127.0.0.1')
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.once('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the forwarder listens on no port')
  const reset = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: address.port,
    cut: () => {
      isCut = true
      reset()
    },
    heal: () => {
      isCut = false
    },
    close: () => {
      server.close()
      reset()
    },
  }
}
