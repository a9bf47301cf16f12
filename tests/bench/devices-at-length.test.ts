import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { TEST_SERVER } from '../support/database'
import { isFull } from '../support/full'
import { ratesOfDevices } from './devices'
import { table } from './table'

/* An hour of a hospital: the phases of `npm run bench -- devices`, for twenty minutes each. `DEVICES` and `DEVICE_SECONDS` change the size. */

const SECONDS = Number(process.env['DEVICE_SECONDS'] ?? 1_200)
/** How much more memory the process may have after a phase like the one before, when its code is compiled. */
const GROWTH = 1.15

const folder = mkdtempSync(join(tmpdir(), 'equipoise-devices-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.runIf(isFull && TEST_SERVER)(
  'a thousand devices are all answered, beside nurses and heavy work, in memory that stays',
  async () => {
    const rows = await ratesOfDevices(folder, TEST_SERVER, SECONDS)
    process.stderr.write(table('A thousand devices', rows))
    expect(rows.map(({ phase, failed }) => ({ phase, failed }))).toEqual(
      ['without tags', 'with tags', 'and heavy work beside'].map((phase) => ({ phase, failed: 0 })),
    )
    const [before = 0, after] = String(rows[1]?.['memory (MB)']).split(' → ').map(Number)
    expect(after).toBeLessThan(before * GROWTH)
  },
  4 * 3_600_000,
)
