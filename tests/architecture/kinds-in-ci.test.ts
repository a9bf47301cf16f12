import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testFilesByKind } from '../test-kinds.ts'

test('the whole check runs every kind of test', () => {
  const script = readFileSync(new URL('../../.ci/run', import.meta.url), 'utf8')
  const lists = [...script.matchAll(/--project=\{([a-z,]+)\}/g)].flatMap(([, list = '']) => list.split(','))
  // These run with `npm run check`.
  const run = new Set([...lists, 'architecture'])
  expect(
    testFilesByKind()
      .map(({ kind }) => kind)
      .filter((kind) => !run.has(kind)),
  ).toEqual([])
})
