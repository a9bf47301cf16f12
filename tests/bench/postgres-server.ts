import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

const PROGRAMS = '/usr/lib/postgresql/15/bin'

export type BenchServer = { url: string; stop: () => Promise<void> }

/**
 * A PostgreSQL 15 with its ordinary, durable settings during a benchmark, or the one that BENCH_DATABASE_URL names.
 * Null where there is none.
 */
export const startPostgres = async (work: string): Promise<BenchServer | null> => {
  const named = process.env['BENCH_DATABASE_URL']
  if (named !== undefined) return { url: named, stop: async () => {} }
  return startOwnPostgres(work)
}

/** A new PostgreSQL 15 with its ordinary, durable settings. Null where it is not installed. */
export const startOwnPostgres = async (work: string): Promise<BenchServer | null> => {
  if (!existsSync(join(PROGRAMS, 'initdb'))) return null
  const folder = join(work, 'postgres')
  const data = join(folder, 'data')
  const port = await freePort()
  mkdirSync(folder)
  chmodSync(work, 0o755)
  if (isRoot()) execFileSync('chown', ['postgres', folder])
  asPostgres('initdb', [
    '--pgdata',
    data,
    '--username',
    'postgres',
    '--auth',
    'trust',
    '--encoding',
    'UTF8',
    '--locale',
    'C.UTF-8',
  ])
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1`
  asPostgres('pg_ctl', ['start', '--pgdata', data, '--log', join(folder, 'log'), '--wait', '--options', options])
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop: async () => asPostgres('pg_ctl', ['stop', '--pgdata', data, '--mode', 'fast']),
  }
}

const isRoot = () => process.getuid?.() === 0

/** PostgreSQL refuses to run as root. */
const asPostgres = (program: string, args: readonly string[]): void => {
  const path = join(PROGRAMS, program)
  const options = { cwd: '/', stdio: 'ignore' } as const
  if (isRoot()) execFileSync('runuser', ['-u', 'postgres', '--', path, ...args], options)
  else execFileSync(path, args, options)
}

const freePort = async (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
