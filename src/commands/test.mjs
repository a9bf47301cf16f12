/*
 * `npm test`: installs and builds what the tests need, then runs them; what stands after `--` goes to vitest, such as the
 * folder of the tests to run. It ends with what failed, by name, and one line, `N passed, N failed`, and fails where anything
 * failed.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { findFirefox, WITHOUT_FIREFOX } from './firefox.mjs'
import { ensureBuilt } from './fresh-build.mjs'
import { ensureInstalled } from './installed-packages.mjs'
import { ensureLibreOffice } from './libreoffice.mjs'
import { projectFolder, run } from './run.mjs'
import { closingLine, failuresOf, readTally } from './test-tally.mjs'

ensureInstalled()
const chromium = ensureChromium()
const firefox = findFirefox()
if (firefox === undefined) process.stderr.write(WITHOUT_FIREFOX)
const soffice = ensureLibreOffice()
ensureBuilt()

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
    ...process.argv.slice(2),
  ],
  { CHROMIUM: chromium, FIREFOX: firefox ?? '', SOFFICE: soffice },
)
const tally = readTally(report, code)
const failures = failuresOf(report)
rmSync(folder, { recursive: true })
if (firefox === undefined) process.stderr.write(WITHOUT_FIREFOX)
// Once more at the end: a failure scrolls away behind thousands of tests that went well.
process.stdout.write([...failures, closingLine(tally), ''].join('\n'))
process.exitCode = tally.failed > 0 ? 1 : 0
