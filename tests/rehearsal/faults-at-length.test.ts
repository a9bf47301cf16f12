import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { isFull } from '../support/full'
import { inflictFaults } from './faults-at-length'

/* Every fault as often as its table says, which takes hours. `FAULTS=20` limits each to twenty times. */

const AT_MOST = process.env['FAULTS'] === undefined ? null : Number(process.env['FAULTS'])
const HOURS = 3_600_000
const folder = mkdtempSync(join(tmpdir(), 'equipoise-faults-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Only root can mount a disk, and PostgreSQL 15 must be installed. */
const isHere = process.getuid?.() === 0 && existsSync('/usr/lib/postgresql/15/bin/initdb')

describe.skipIf(!isFull || !isHere)('people who randomise while everything beneath them fails', () => {
  it(
    'lose nothing, double nothing, are told the truth, and go on when it is over',
    async () => {
      chmodSync(folder, 0o755)
      const { faults, grounds } = await inflictFaults(folder, { names: [], at_most: AT_MOST, tell: () => {} })
      expect([...faults, ...grounds].filter(({ held }) => held !== 'yes')).toEqual([])
    },
    12 * HOURS,
  )
})
