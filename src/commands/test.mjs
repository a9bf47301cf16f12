/*
 * `npm test`: installs the packages where they are missing, then runs the tests; arguments after `--` go to vitest,
 * such as a file or `--project unit`. Each kind of test installs and builds what it needs (`tests/vitest.config.ts`).
 * Without arguments much is left out that `.ci/run` runs, and the output says so. `--full` leaves nothing out, adds the
 * long tests and draws from random seeds. The output ends with the failed tests by name and one line, `N passed, N
 * failed`.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureInstalled } from './installed-packages.mjs'
import { projectFolder, run } from './run.mjs'
import { closingLine, failuresOf, readTally } from './test-tally.mjs'

const FULL = '--full'
/** What does not run without arguments, and the kinds of tests that do (`tests/test-kinds.ts`). */
const LEFT_OUT = [
  'tests/{desk,device,walks}/**',
  'tests/server/{access-matrix,partitioned-by-trial}.test.ts',
  'tests/server/{ground/db/beside-a-newer-version,start/sample-data/broken-off-load}.test.ts',
]
const KINDS = ['unit', 'screens', 'pages', 'architecture', 'server', 'built', 'journeys', 'tablets']
const LEFT_OUT_SENTENCE = [
  'Left out: journeys at a desk, the app on a device, walks over everything, commands and upgrades.',
  '`.ci/run` runs them too.',
].join(' ')
const parameters = process.argv.slice(2)
const isPartLeftOut = parameters.length === 0

ensureInstalled()
const folder = mkdtempSync(join(tmpdir(), 'equipoise-tests-'))
const report = join(folder, 'report.json')
const code = run(
  process.execPath,
  [
    join(projectFolder, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--config',
    'tests/vitest.config.ts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...parameters.filter((parameter) => parameter !== FULL),
    ...(isPartLeftOut ? LEFT_OUT.map((files) => `--exclude=${files}`) : []),
    ...(isPartLeftOut ? KINDS.map((kind) => `--project=${kind}`) : []),
  ],
  parameters.includes(FULL) ? { TEST_FULL: 'yes' } : {},
)
const tally = readTally(report, code)
const failures = failuresOf(report)
rmSync(folder, { recursive: true })
// Once more at the end: a failure scrolls away behind thousands of tests that went well.
const leftOut = isPartLeftOut ? [LEFT_OUT_SENTENCE] : []
process.stdout.write([...leftOut, ...failures, closingLine(tally), ''].join('\n'))
process.exitCode = tally.failed > 0 ? 1 : 0
