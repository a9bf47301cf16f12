import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { table } from '../bench/table'
import { rehearsePooler } from './pooler'
import { rehearseTakeover } from './takeover'

/** `npm run rehearse -- takeover` or `pooler`: everything is started on this machine, in a folder and at ports of its own. */

const PACKAGES = 'patroni python3-etcd etcd-server etcd-client haproxy pgbouncer postgresql-15'
const PROGRAMS = ['etcd', 'patroni', 'patronictl', 'haproxy', 'pgbouncer']

type Tell = (sentence: string) => void

/** Whether everything held. */
type Rehearsal = (folder: string, names: readonly string[], tell: Tell) => Promise<boolean>

const takeover: Rehearsal = async (folder, names, tell) => {
  const { rows, reckoning } = await rehearseTakeover(folder, names, tell)
  process.stdout.write(table('Faults, and how long nobody was randomised in some trial', rows))
  process.stdout.write(table('What was acknowledged, and what is stored', [reckoning]))
  const { lost, doubled, changed } = reckoning
  return rows.every(({ held }) => held === 'yes') && lost === 0 && doubled === 0 && changed === 0
}

const pooler: Rehearsal = async (folder) => {
  const rows = await rehearsePooler(folder)
  process.stdout.write(table('The portal behind PgBouncer', rows))
  return rows.map(({ outcome }) => outcome.includes('pool_mode=session')).join() === 'false,true'
}

const REHEARSALS: Record<string, Rehearsal> = { takeover, pooler }

const rehearse = async (rehearsal: Rehearsal, names: readonly string[]) => {
  const folder = mkdtempSync(join(tmpdir(), 'equipoise-rehearsal-'))
  chmodSync(folder, 0o755)
  const begun = performance.now()
  let hasPassed = false
  const tell: Tell = (sentence) =>
    process.stdout.write(`${((performance.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${sentence}\n`)
  try {
    hasPassed = await rehearsal(folder, names, tell)
    if (hasPassed) rmSync(folder, { recursive: true, force: true })
  } finally {
    process.exitCode = hasPassed ? 0 : 1
    if (!hasPassed) process.stdout.write(`The programs' logs are in ${folder}\n`)
  }
}

const refuse = (line: string) => {
  process.stderr.write(`${line}\n`)
  process.exitCode = 2
}

const [what = '', ...names] = process.argv.slice(2)
const rehearsal = REHEARSALS[what]
const missing = PROGRAMS.filter((name) => spawnSync('which', [name]).status !== 0)
if (!rehearsal) refuse('npm run rehearse -- takeover [words of a fault …], or npm run rehearse -- pooler')
else if (missing.length > 0)
  refuse(`Missing: ${missing.join(', ')}. On Debian: apt-get install --no-install-recommends ${PACKAGES}`)
else await rehearse(rehearsal, names)
