import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../src/server/ground/db/open-database'
import { startOwnPostgres } from '../bench/postgres-server'
import { freePort } from '../support/free-port'
import { storePeople } from '../support/peopled-place'
import { startServer } from '../support/server-process'
import { openPrograms, ownerOfPrograms } from './programs'
import { until } from '../support/until'

/** The portal's behaviour behind PgBouncer in one of two modes. */
export type PoolerRow = { pool_mode: string; outcome: string }

/**
 * Starts PostgreSQL and PgBouncer in a folder, and the built server behind it. In session mode it serves; in
 * transaction mode it refuses to start.
 */
export const rehearsePooler = async (folder: string): Promise<PoolerRow[]> => {
  const postgres = await startOwnPostgres(folder)
  if (postgres === null) throw new Error('PostgreSQL 15 is not installed here')
  const programs = openPrograms()
  const rows: PoolerRow[] = []
  try {
    for (const pool_mode of ['session', 'transaction']) {
      const database_url = await startPooler(join(folder, pool_mode), pool_mode, postgres.url, programs)
      rows.push({ pool_mode, outcome: await outcomeBehind(database_url, join(folder, `data-${pool_mode}`)) })
    }
  } finally {
    await programs.endAll()
    await postgres.stop()
  }
  return rows
}

const startPooler = async (
  folder: string,
  pool_mode: string,
  url: string,
  programs: ReturnType<typeof openPrograms>,
): Promise<string> => {
  const port = await freePort()
  const owner = ownerOfPrograms()
  mkdirSync(folder)
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const lines = [
    '[databases]',
    `* = host=127.0.0.1 port=${new URL(url).port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'auth_type = trust',
    `auth_file = ${join(folder, 'users')}`,
    `pool_mode = ${pool_mode}`,
    'unix_socket_dir =',
  ]
  writeFileSync(join(folder, 'users'), '"postgres" ""\n')
  writeFileSync(join(folder, 'pgbouncer.ini'), `${lines.join('\n')}\n`)
  programs.start(`pgbouncer ${pool_mode}`, '/usr/sbin/pgbouncer', [join(folder, 'pgbouncer.ini')], {
    log: join(folder, 'log'),
  })
  return `postgres://postgres@127.0.0.1:${port}/postgres`
}

/** Whether a portal starts over a database and can begin a trial in it, or the reason why not. */
const outcomeBehind = async (database_url: string, data_dir: string): Promise<string> => {
  const opened: { refusal: string | null } = { refusal: null }
  await until('the pooler answers', async () => {
    try {
      const database = await openDatabase({ database_url, data_dir: '' }, () => {})
      await storePeople(database)
      await database.close()
      return true
    } catch (error) {
      opened.refusal = error instanceof Error ? error.message : String(error)
      return !opened.refusal.includes('ECONNREFUSED')
    }
  })
  if (opened.refusal !== null && !opened.refusal.includes('ECONNREFUSED')) return opened.refusal
  const server = await startServer({ database_url, data_dir })
  await server.stop()
  return 'the portal starts and people sign in'
}
