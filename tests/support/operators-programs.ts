import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** An operators' program, by the variable that names it or on the path; undefined where this machine has none. */
const programOf = (variable: string, name: string): string | undefined => {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return process.env[variable] ?? folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

/** The checker of rules and metrics for Prometheus, from Debian's package prometheus. */
export const PROMTOOL = programOf('PROMTOOL', 'promtool')

/** The program that rates the restrictions of a systemd service. */
export const SYSTEMD_ANALYZE = programOf('SYSTEMD_ANALYZE', 'systemd-analyze')

/** PostgreSQL's own backup, and its way back. */
export const PG_DUMP = programOf('PG_DUMP', 'pg_dump')
export const PG_RESTORE = programOf('PG_RESTORE', 'pg_restore')
