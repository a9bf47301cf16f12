import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** The state of the connections to a database, for existing connections and for new ones. */
export type Weather = 'fine' | 'refused' | 'silent' | { delay_ms: number }

/**
 * The fate of one COMMIT:
 * - `question_lost`: both ends are reset before the server has it
 * - `answer_lost`: the server has it, and both ends are reset instead of its answer
 * - `answer_swallowed`: the server has it, and nothing is sent back any more; the connection stays open
 */
export type CommitFault = 'question_lost' | 'answer_lost' | 'answer_swallowed'

/** The connection between a portal and its PostgreSQL. */
export type DatabaseWay = {
  port: number
  /** Sets the state of all connections from now on. */
  turn: (weather: Weather) => void
  /** Applies a fault to the next COMMIT. Resolves when that has happened. */
  meetCommit: (fault: CommitFault) => Promise<void>
  close: () => void
}

type Trap = { fault: CommitFault; sprung: () => void }

/** Opens a forwarder to a port of this machine. */
export const openDatabaseWay = async (to: number): Promise<DatabaseWay> => {
  const sockets = new Set<Socket>()
  let weather: Weather = 'fine'
  let trap: Trap | null = null

  const reset = () => {
    for (const socket of sockets) socket.destroy()
  }
  /** Forwards a piece, unless the present state prevents it. */
  const pass = (piece: Buffer, socket: Socket) => {
    if (weather === 'silent') return
    if (typeof weather === 'object') setTimeout(() => socket.write(piece), weather.delay_ms)
    else socket.write(piece)
  }
  const server = createServer((portal) => {
    if (weather === 'refused') {
      portal.destroy()
      return
    }
    const database = connect(to, '127.0.0.1')
    let met: CommitFault | null = null
    const part = () => {
      portal.destroy()
      database.destroy()
    }
    for (const socket of [portal, database]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.once('close', () => {
        sockets.delete(socket)
        part()
      })
    }
    portal.on('data', (piece) => {
      if (trap && piece.includes('commit')) {
        const { fault, sprung } = trap
        met = fault
        trap = null
        sprung()
      }
      if (met === 'question_lost') part()
      else pass(piece, database)
    })
    database.on('data', (piece) => {
      if (met === 'answer_lost') part()
      else if (met === null) pass(piece, portal)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the way listens on no port')
  return {
    port: address.port,
    turn: (next) => {
      weather = next
      // Swallowed data never arrive, so a reset ends the wait for them.
      if (next === 'refused' || next === 'fine') reset()
    },
    meetCommit: (fault) =>
      new Promise((resolve) => {
        trap = { fault, sprung: resolve }
      }),
    close: () => {
      server.close()
      reset()
    },
  }
}
