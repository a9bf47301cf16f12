import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A program of operators, by the variable that names it or on the path; undefined where this machine has none. */
const programOf = (variable: string, name: string): string | undefined => {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return process.env[variable] ?? folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

/** What checks rules and metrics for Prometheus; Debian's package prometheus has it. */
export const PROMTOOL = programOf('PROMTOOL', 'promtool')

/** What judges how little a service of systemd may do. */
export const SYSTEMD_ANALYZE = programOf('SYSTEMD_ANALYZE', 'systemd-analyze')
