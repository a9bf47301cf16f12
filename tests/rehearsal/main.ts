import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { table } from '../bench/table'
import { rehearseTakeover } from './takeover'

/** `npm run rehearse -- takeover`: everything is started on this machine, in a folder and at ports of its own. */

const PROGRAMS = ['etcd', 'patroni', 'patronictl', 'haproxy']
const PACKAGES =
  'apt-get install --no-install-recommends patroni python3-etcd etcd-server etcd-client haproxy postgresql-15'

const [what, ...names] = process.argv.slice(2)
const missing = PROGRAMS.filter((name) => spawnSync('which', [name]).status !== 0)
const refuse = (line: string) => {
  process.stderr.write(`${line}\n`)
  process.exitCode = 2
}

const rehearse = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'equipoise-rehearsal-'))
  chmodSync(folder, 0o755)
  const begun = performance.now()
  const tell = (sentence: string) =>
    process.stdout.write(`${((performance.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${sentence}\n`)
  try {
    const { rows, reckoning } = await rehearseTakeover(folder, names, tell)
    process.stdout.write(table('Faults, and how long nobody was randomised in some trial', rows))
    process.stdout.write(table('What was acknowledged, and what is stored', [reckoning]))
    const { lost, doubled, changed } = reckoning
    const isHeld = rows.every(({ held }) => held === 'yes') && lost === 0 && doubled === 0 && changed === 0
    process.exitCode = isHeld ? 0 : 1
    if (isHeld) rmSync(folder, { recursive: true, force: true })
  } finally {
    if (process.exitCode !== 0) process.stdout.write(`The programs' logs are in ${folder}\n`)
  }
}

if (what !== 'takeover') refuse('npm run rehearse -- takeover [words of a fault …]')
else if (missing.length > 0) refuse(`Missing: ${missing.join(', ')}. On Debian: ${PACKAGES}`)
else await rehearse()
