import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { table } from '../bench/table'
import { inflictFaults } from './faults-at-length'
import { rehearsePooler } from './pooler'
import { rehearseTakeover } from './takeover'

/**
 * `npm run rehearse -- takeover`, `pooler` or `faults`: everything runs on this machine, in a folder and at ports of
 * its own.
 */

type Tell = (sentence: string) => void

/** Resolves with whether everything was as required. */
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

const faults: Rehearsal = async (folder, names, tell) => {
  const at_most = process.env['FAULTS'] === undefined ? null : Number(process.env['FAULTS'])
  const rows = await inflictFaults(folder, { names, at_most, tell })
  process.stdout.write(table('Faults, and how long nobody was randomised in some trial', rows.faults))
  process.stdout.write(table('What was acknowledged, and what is stored', rows.grounds))
  return [...rows.faults, ...rows.grounds].every(({ held }) => held === 'yes')
}

type Needed = { run: Rehearsal; programs: readonly string[]; packages: string }

const REHEARSALS: Record<string, Needed> = {
  takeover: {
    run: takeover,
    programs: ['etcd', 'patroni', 'patronictl', 'haproxy'],
    packages: 'patroni python3-etcd etcd-server etcd-client haproxy postgresql-15',
  },
  pooler: { run: pooler, programs: ['pgbouncer'], packages: 'pgbouncer postgresql-15' },
  faults: { run: faults, programs: ['openssl', 'initdb'], packages: 'openssl postgresql-15' },
}

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

/** Debian has PostgreSQL's programs in a folder of their own. */
const PATH = `${process.env['PATH']}:/usr/lib/postgresql/15/bin`

const [kind = '', ...names] = process.argv.slice(2)
const rehearsal = REHEARSALS[kind]
const missing = (rehearsal?.programs ?? []).filter(
  (name) => spawnSync('which', [name], { env: { ...process.env, PATH } }).status !== 0,
)
if (!rehearsal)
  refuse(`npm run rehearse -- ${Object.keys(REHEARSALS).join(', or npm run rehearse -- ')} [words of a fault …]`)
else if (missing.length > 0)
  refuse(`Missing: ${missing.join(', ')}. On Debian: apt-get install --no-install-recommends ${rehearsal.packages}`)
else await rehearse(rehearsal.run, names)
