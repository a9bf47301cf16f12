import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const HOUSE = join(import.meta.dirname, '../..')
const page = readFileSync(join(HOUSE, 'src/help/validation.md'), 'utf8')
const rows = page.split('\n').flatMap((line) => {
  const [, id, requirement, test = ''] = /^\| ([PA]\d+\.\d+) +\| (.+?) +\| (.*?) *\|$/.exec(line) ?? []
  if (id === undefined || requirement === undefined) return []
  return [
    {
      id,
      tests: [...test.matchAll(/`(tests\/[^`]+)`: “([^”]+)”/g)].map(([, file = '', title = '']) => ({ file, title })),
    },
  ]
})

describe('the requirements of the validation page', () => {
  it('are of every section that the page does not except', () => {
    expect(rows.length).toBeGreaterThan(50)
    const sections = new Set(rows.map(({ id }) => id.slice(0, id.indexOf('.'))))
    expect([...sections].toSorted()).toEqual([
      'A2',
      'A3',
      'A4',
      'A5',
      'A8',
      'P1',
      'P2',
      'P3',
      'P4',
      'P5',
      'P6',
      'P7',
      'P8',
      'P9',
    ])
  })

  it('have an id each', () => {
    const ids = rows.map(({ id }) => id)
    expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([])
    expect(page.match(/^\| [PA]\d/gm)).toHaveLength(rows.length)
  })

  it('have a test each, of a title that its file has', () => {
    const holds = ({ file, title }: { file: string; title: string }) =>
      existsSync(join(HOUSE, file)) && readFileSync(join(HOUSE, file), 'utf8').includes(title)
    expect(rows.filter(({ tests }) => tests.length === 0 || !tests.every(holds)).map(({ id }) => id)).toEqual([])
  })
})
