import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { projectFolder } from './run.mjs'

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

/** How many lines of a failure's message are printed: enough for the expected and the actual value. */
const LINES_OF_MESSAGE = 6

const firstLines = (message) => message.split('\n').slice(0, LINES_OF_MESSAGE)

/**
 * What failed, by name, with the first lines of its message: lines `FAILED: <file> > <test>`, each followed by its message,
 * indented. Empty where nothing failed, or where vitest named nothing.
 */
export const failuresOf = (report) => {
  if (!existsSync(report)) return []
  return JSON.parse(readFileSync(report, 'utf8')).testResults.flatMap((file) => {
    const failedTests = file.assertionResults.filter((test) => test.status === 'failed')
    const failureLines = (name, message) => [`FAILED: ${name}`, ...firstLines(message).map((line) => `  ${line}`)]
    const path = relative(projectFolder, file.name)
    if (failedTests.length === 0) return file.status === 'failed' ? failureLines(path, file.message) : []
    return failedTests.flatMap((test) => failureLines(`${path} > ${test.fullName}`, test.failureMessages.join('\n')))
  })
}

/** The last line of the output, for people and machines. */
export const closingLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
