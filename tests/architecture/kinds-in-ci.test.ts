import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { testFilesByKind } from '../test-kinds.ts'

const script = readFileSync(new URL('../../.ci/run', import.meta.url), 'utf8')

test('the whole check runs every kind of test', () => {
  const lists = [...script.matchAll(/--project=\{([a-z,]+)\}/g)].flatMap(([, list = '']) => list.split(','))
  // `npm run check` runs the project `architecture`.
  const run = new Set([...lists, 'architecture'])
  expect(
    testFilesByKind()
      .map(({ kind }) => kind)
      .filter((kind) => !run.has(kind)),
  ).toEqual([])
})

test('the whole check runs what a server skips on the embedded database', () => {
  const [list = ''] = /^of_the_embedded=\(.*?\.ts\)$/ms.exec(script) ?? []
  const skipped = testFilesByKind()
    .flatMap(({ files }) => files)
    .filter((file) => /skipIf\(TEST_SERVER|runIf\(!TEST_SERVER/.test(readFileSync(file, 'utf8')))
    .map((file) => basename(file, '.test.ts'))
  expect(skipped.length).toBeGreaterThan(0)
  expect(skipped.filter((name) => !list.includes(name))).toEqual([])
})

test('`npm test` knows which kinds of test it runs and leaves out', () => {
  const command = readFileSync(new URL('../../src/commands/test.mjs', import.meta.url), 'utf8')
  const [, list = ''] = /^const KINDS = \[(.*)\]$/m.exec(command) ?? []
  const run = [...list.matchAll(/'(\w+)'/g)].map(([, kind = '']) => kind)
  // They start the built server or a command, open a database in a folder, or need LibreOffice or WebKit.
  const leftOut = ['processes', 'storage', 'spreadsheets', 'ipads']
  expect([...run, ...leftOut].sort()).toEqual(
    testFilesByKind()
      .map(({ kind }) => kind)
      .sort(),
  )
})

test('the whole check runs what touches a database in the folders of journeys by name', () => {
  const [list = ''] = /^shown=\(.*\)$/m.exec(script) ?? []
  const files = testFilesByKind()
    .filter(({ kind }) => kind === 'server' || kind === 'processes' || kind === 'spreadsheets')
    .flatMap((each) => each.files)
    .filter((file) => /^tests\/(desk|device|walks)\//.test(file))
    .map((file) => basename(file, '.test.ts'))
  expect(files.length).toBeGreaterThan(0)
  expect(files.filter((name) => !list.includes(name))).toEqual([])
})
