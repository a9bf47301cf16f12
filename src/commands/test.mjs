/*
 * `npm test`: installs the packages where they are missing, then runs the tests; arguments after `--` go to vitest,
 * such as a file or `--project unit`. Each kind of test installs and builds what it needs (`tests/vitest.config.ts`).
 * Without arguments the journeys at a desk and the walks are left out, and the output says so. `--full` runs them too,
 * adds the long tests and draws from random seeds. The output ends with the failed tests by name and one line, `N
 * passed, N failed`.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureInstalled } from './installed-packages.mjs'
import { projectFolder, run } from './run.mjs'
import { closingLine, failuresOf, readTally } from './test-tally.mjs'

const FULL = '--full'
/** The folders whose tests do not run without arguments. */
const LEFT_OUT = ['tests/desk', 'tests/walks']
const LEFT_OUT_SENTENCE = [
  'Left out: the journeys at a desk, and the walks over everything.',
  `\`npm test -- ${LEFT_OUT.join(' ')}\` runs them.`,
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
    ...(isPartLeftOut ? LEFT_OUT.map((folder) => `--exclude=${folder}/**`) : []),
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
