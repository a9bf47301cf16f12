import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { freePort } from '../support/free-port'
import { openChild, type Child } from './child'
import { ownerOfPrograms, type Programs } from './programs'

const POSTGRESQL = '/usr/lib/postgresql/15/bin'

/** A new PostgreSQL that can be killed and started again. */
export type DatabaseProcess = Child & {
  /** Its address for its administrator. */
  url: string
  port: number
  /** Runs statements in a session of its own, directly at the server. */
  run: (...statements: readonly string[]) => Promise<Record<string, unknown>[]>
}

/** Makes a cluster on a disk without starting it. Both folders belong to the user of the programs. */
export const makeDatabase = async (
  { folder, disk, programs }: { folder: string; disk: string; programs: Programs },
  settings: Record<string, string>,
): Promise<DatabaseProcess> => {
  const data = join(disk, 'data')
  const port = await freePort()
  const owner = ownerOfPrograms()
  mkdirSync(data)
  if (owner) execFileSync('chown', ['postgres:', data])
  // Small segments, so that a full disk affects the log as often as the tables.
  const args = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale', 'C.UTF-8', '--wal-segsize', '1']
  execFileSync(join(POSTGRESQL, 'initdb'), args, { cwd: '/', stdio: 'ignore', ...owner })
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const options = Object.entries({ ...ORDINARY, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const begin = () =>
    programs.start(
      'PostgreSQL',
      join(POSTGRESQL, 'postgres'),
      ['-D', data, '-p', String(port), '-k', folder, ...options],
      { log: join(folder, 'postgresql.log') },
    )
  return { ...openChild('PostgreSQL', begin, () => isAnswering(url)), url, port, run: (...each) => run(url, each) }
}

/** The write-ahead log stays small, as the disk is small. */
const ORDINARY = { listen_addresses: '127.0.0.1', min_wal_size: '8MB', max_wal_size: '32MB' }

const isAnswering = (url: string): Promise<boolean> =>
  run(url, ['select 1']).then(
    () => true,
    () => false,
  )

const run = async (url: string, statements: readonly string[]): Promise<Record<string, unknown>[]> => {
  const client = new Client(url)
  // Without a listener, a dying server would end this process.
  client.on('error', () => {})
  await client.connect()
  try {
    let rows: Record<string, unknown>[] = []
    for (const statement of statements) ({ rows } = await client.query<Record<string, unknown>>(statement))
    return rows
  } finally {
    await client.end().catch(() => {})
  }
}
