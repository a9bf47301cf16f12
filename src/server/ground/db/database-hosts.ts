import { Client } from 'pg'
import { databaseAddresses } from './database-addresses'
import { DatabaseBusy } from './database-away'

type Options = ConstructorParameters<typeof Client>[0]

/** The servers of one database; new connections go to one of them at a time. */
export type Hosts = {
  /** pg's client, for the server of new connections at present. */
  Client: new (options?: Exclude<Options, string>) => Client
  /** Whether a server that accepts no changes is passed over. */
  is_read_write: boolean
  /**
   * Tries to connect to one server after the other, beginning with the last successful one, each once. Throws the error
   * of the last; an error that this process has no free connection is thrown at once: node-postgres itself knows one
   * host only.
   */
  firstThat: <T>(connect: () => Promise<T>) => Promise<T>
}

export const openHosts = (connectionString: string): Hosts => {
  const { addresses, is_read_write } = databaseAddresses(connectionString) ?? {
    addresses: [connectionString],
    is_read_write: false,
  }
  let current = 0
  return {
    is_read_write,
    Client: class extends Client {
      constructor(options: Exclude<Options, string> = {}) {
        super({ ...options, connectionString: addresses[current] ?? connectionString })
      }
    },
    firstThat: async (connect) => {
      for (let tried = 1; ; tried += 1) {
        const host = current
        try {
          return await connect()
        } catch (error) {
          if (error instanceof DatabaseBusy || tried >= addresses.length) throw error
          // Callers that fail at the same host at the same time do not pass over the next one.
          if (current === host) current = (host + 1) % addresses.length
        }
      }
    },
  }
}
