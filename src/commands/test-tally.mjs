import { existsSync, readFileSync } from 'node:fs'

/**
 * How many tests passed, failed and were skipped, out of vitest's JSON report and its exit code. A file that could not be
 * loaded counts as one failure, and so does a run that failed without naming a test or wrote no report.
 */
export const readTally = (report, exitCode) => {
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
    readFileSync(report, 'utf8'),
  )
  const brokenFiles = testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  ).length
  const failed = numFailedTests + brokenFiles
  return {
    passed: numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: numPendingTests + numTodoTests,
  }
}

/** The line by which a reader and a machine see how it went. */
export const closingLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
