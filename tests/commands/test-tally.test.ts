import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nodeCall } from './node-call'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tally-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

type File = { status: string; assertionResults: { status: string }[] }

const report = (counts: { passed: number; failed: number; skipped?: number }, testResults: File[] = []) => ({
  numPassedTests: counts.passed,
  numFailedTests: counts.failed,
  numPendingTests: counts.skipped ?? 0,
  numTodoTests: 0,
  testResults,
})

const tallyOf = (written: object | null, exitCode: number) => {
  const path = join(folder, 'report.json')
  if (written) writeFileSync(path, JSON.stringify(written))
  return nodeCall('test-tally.mjs', 'readTally', path, exitCode)
}

const brokenFile = { status: 'failed', assertionResults: [] }
const failedFile = { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] }

describe('the tally of a run', () => {
  it.each([
    ['no report at all', null, 1, { passed: 0, failed: 1, skipped: 0 }],
    ['a failed test', report({ passed: 4, failed: 1 }, [failedFile]), 1, { passed: 4, failed: 1, skipped: 0 }],
    [
      'a file that does not load',
      report({ passed: 4, failed: 0 }, [brokenFile]),
      1,
      { passed: 4, failed: 1, skipped: 0 },
    ],
    ['an error outside every test', report({ passed: 4, failed: 0 }), 1, { passed: 4, failed: 1, skipped: 0 }],
    ['nothing wrong', report({ passed: 5, failed: 0, skipped: 1 }), 0, { passed: 5, failed: 0, skipped: 1 }],
  ])('with %s', (_, written, exitCode, expected) => {
    expect(tallyOf(written, exitCode)).toEqual(expected)
  })
})

describe('a failure', () => {
  const projectFolder = resolve(import.meta.dirname, '../..')
  const named = (status: string, fullName: string, failureMessages: string[] = []) => ({
    status,
    fullName,
    failureMessages,
  })
  const written = (testResults: object[]) => {
    const path = join(folder, 'report.json')
    writeFileSync(path, JSON.stringify({ testResults }))
    return nodeCall('test-tally.mjs', 'failuresOf', path)
  }

  it('is named by its file and test, with the first lines of its message', () => {
    const message = ['AssertionError: expected 1 to be 2', ...Array.from({ length: 9 }, (_, at) => `line ${at}`)]
    const file = {
      name: join(projectFolder, 'tests/domain/urn.test.ts'),
      status: 'failed',
      message: '',
      assertionResults: [named('passed', 'the urn fills'), named('failed', 'the urn empties', [message.join('\n')])],
    }
    expect(written([file])).toEqual([
      'FAILED: tests/domain/urn.test.ts > the urn empties',
      '  AssertionError: expected 1 to be 2',
      ...[0, 1, 2, 3, 4].map((at) => `  line ${at}`),
    ])
  })

  it('is a file where none of its tests could run', () => {
    const file = {
      name: join(projectFolder, 'tests/a.test.ts'),
      status: 'failed',
      message: 'gone',
      assertionResults: [],
    }
    expect(written([file])).toEqual(['FAILED: tests/a.test.ts', '  gone'])
  })

  it('is missing after a successful run, or without a report', () => {
    const file = { name: 'a', status: 'passed', message: '', assertionResults: [named('passed', 'it holds')] }
    expect(written([file])).toEqual([])
    expect(nodeCall('test-tally.mjs', 'failuresOf', join(folder, 'none.json'))).toEqual([])
  })
})

describe('the closing line', () => {
  it.each([
    [{ passed: 12, failed: 0, skipped: 0 }, '12 passed, 0 failed'],
    [{ passed: 12, failed: 3, skipped: 0 }, '12 passed, 3 failed'],
    [{ passed: 12, failed: 0, skipped: 2 }, '12 passed, 0 failed, 2 skipped'],
  ])('of %j', (tally, line) => {
    expect(nodeCall('test-tally.mjs', 'closingLine', tally)).toBe(line)
  })
})
