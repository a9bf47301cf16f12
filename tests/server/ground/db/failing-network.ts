import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** The fate of a packet on its way to the server. */
type Treatment = 'forward' | 'swallow' | 'cut' | 'forward_and_cut_the_answer'

/** A connection to a PostgreSQL server that fails on command. */
export type FailingNetwork = {
  /** The address of the database through this network. */
  url: string
  /** Decides about every later packet towards the server. */
  treat: (decide: (packet: Buffer) => Treatment) => void
  /** Ends every connection. */
  cut: () => void
  close: () => Promise<void>
}

/** A network to the server of a database address. */
export const failingNetwork = async (url: string): Promise<FailingNetwork> => {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let decide: (packet: Buffer) => Treatment = () => 'forward'

  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    const cut = () => [client, upstream].forEach((socket) => socket.destroy())
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('close', cut).on('error', cut)
    }
    let answered = (packet: Buffer): void => {
      client.write(packet)
    }
    upstream.on('data', (packet) => answered(packet))
    client.on('data', (packet) => {
      const treatment = decide(packet)
      if (treatment === 'cut') cut()
      if (treatment === 'forward_and_cut_the_answer') answered = cut
      if (treatment.startsWith('forward')) upstream.write(packet)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const through = new URL(url)
  through.host = `127.0.0.1:${portOf(server.address())}`

  const cut = () => sockets.forEach((socket) => socket.destroy())
  return {
    url: through.href,
    treat: (next) => (decide = next),
    cut,
    close: async () => {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}

const portOf = (address: AddressInfo | string | null): number => {
  if (address === null || typeof address === 'string') throw new Error('The server listens at no port')
  return address.port
}
