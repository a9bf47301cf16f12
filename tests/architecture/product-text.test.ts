import { describe, expect, it } from 'vitest'
import { houseFiles, sourcesIn } from './house-files'

const files = houseFiles()

describe('text in the repository', () => {
  it('is found by this test', () => {
    expect(files.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['README.md', 'package.json', 'src/contract/api.ts', 'sw/service-worker.ts']),
    )
  })

  it.each([
    ['a folder of the machine it was written on', /(?<=^|[\s'"`(=:])\/(work|root|home|Users)\/[\w.]/m],
    ['where packages were fetched from', /registry\.[a-z]/],
    ['the number of a task', /\bissue #?\d/i],
  ])('never names %s', (_what, pattern) => {
    expect(files.filter(({ text }) => pattern.test(text)).map(({ path }) => path)).toEqual([])
  })

  it('never silences a rule without saying why', () => {
    const silenced = sourcesIn('src', 'sw', 'tests').flatMap(({ path, text }) =>
      [...text.matchAll(/^(.*\n)?.*((?:oxlint|eslint)-disable.*)$/gm)]
        .filter(([, above = '', comment = '']) => !/ -- \S/.test(comment) && !/^\s*(\/\/|\*)/.test(above))
        .map(([, , comment]) => `${path}: ${comment}`),
    )
    expect(silenced).toEqual([])
  })

  it('never silences the walls', () => {
    const silenced = sourcesIn('src', 'sw').filter(({ text }) =>
      /(oxlint|eslint)-disable(-next-line|-line)?(\s*(\*\/|--|$)|.*(house\/|no-cycle|no-restricted))/m.test(text),
    )
    expect(silenced.map(({ path }) => path)).toEqual([])
  })
})
