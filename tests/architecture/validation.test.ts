import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const HOUSE = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(HOUSE, path), 'utf8')
const readHelp = (name: string) => read(`src/help/${name}.md`)

/** The sections of both specifications, which are not in the repository. Each needs rows, below its own heading. */
const SECTIONS: Record<string, readonly string[]> = {
  P: [
    'What the product does and for whom',
    'Screens and routes',
    'Entities and their fields',
    'States and transitions',
    'Validation rules',
    'Roles and permissions',
    'Calls',
    'Error catalogue',
    'Business constants and limits',
  ],
  A: [
    'What the product does and for whom',
    'Screens and routes',
    'Entities and their fields',
    'States and transitions',
    'Validation rules',
    'Roles and permissions',
    'Calls',
    'Error catalogue',
    'Business constants and limits',
  ],
}
const PAGES = { P: readHelp('validation-trials'), A: readHelp('validation-administration') }
const scripts = readHelp('validation')

type Row = { id: string; section: string; heading: string; tests: { file: string; title: string }[] }

/** The rows of a page, each with the section that its id names and the heading above it. */
const rowsOf = (page: string): Row[] => {
  let heading = ''
  return page.split('\n').flatMap((line) => {
    heading = /^## (.+)$/.exec(line)?.[1] ?? heading
    const [, id, requirement, test = ''] = /^\| ([PA]\d+\.\d+) +\| (.+?) +\| (.*?) *\|$/.exec(line) ?? []
    if (id === undefined || requirement === undefined) return []
    const tests = [...test.matchAll(/`(tests\/[^`]+)`: “([^”]+)”/g)].map(([, file = '', title = '']) => ({
      file,
      title,
    }))
    return [{ id, section: id.slice(0, id.indexOf('.')), heading, tests }]
  })
}
const rows = Object.values(PAGES).flatMap(rowsOf)

const sections = Object.entries(SECTIONS).flatMap(([letter, titles]) =>
  titles.map((title, index) => ({
    section: `${letter}${index + 1}`,
    heading: `${letter}, section ${index + 1}: ${title}`,
  })),
)

describe('the requirements of the validation pages', () => {
  it.each(sections)('have rows for $heading', ({ section, heading }) => {
    expect(rows.filter((row) => row.section === section).length).toBeGreaterThan(4)
    expect(new Set(rows.flatMap((row) => (row.section === section ? [row.heading] : [])))).toEqual(new Set([heading]))
  })

  it('belong to no other section', () => {
    expect(rows.filter(({ section }) => !sections.some((one) => one.section === section)).map(({ id }) => id)).toEqual(
      [],
    )
  })

  it.each(sections)('are numbered from 1 without a gap in $section, none twice', ({ section }) => {
    const numbers = rows.flatMap((row) => (row.section === section ? [Number(row.id.split('.')[1])] : []))
    expect(numbers.toSorted((one, other) => one - other)).toEqual(numbers.map((_, index) => index + 1))
  })

  it('are each read by this script', () => {
    const lines = Object.values(PAGES).flatMap((page) => page.match(/^\| [PA]\d/gm) ?? [])
    expect(lines).toHaveLength(rows.length)
  })

  it('name an existing test by its title', () => {
    const files = new Map<string, string>()
    const textOf = (file: string): string => {
      const text = files.get(file) ?? (existsSync(join(HOUSE, file)) ? read(file) : '')
      files.set(file, text)
      return text
    }
    const holds = ({ file, title }: { file: string; title: string }) =>
      ["'", '"', '`'].some((quote) => textOf(file).includes(`${quote}${title}${quote}`))
    expect(rows.filter(({ tests }) => tests.length === 0 || !tests.every(holds)).map(({ id }) => id)).toEqual([])
  })
})

/** The cells of each line of the table below a heading. */
const tableBelow = (heading: string): string[][] => {
  const [, below = ''] = scripts.split(`\n## ${heading}\n`)
  const [part = ''] = below.split('\n## ')
  const lines = part.split('\n').filter((line) => line.startsWith('|'))
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

describe('the table of deviations', () => {
  it('names the place, both wordings, and an existing decision', () => {
    const decisions = readdirSync(join(HOUSE, 'src/decisions')).map((name) => name.slice(0, 4))
    const lines = tableBelow('Met otherwise')
    expect(lines.length).toBeGreaterThan(20)
    const isSound = ([where = '', specified = '', is = '', decision = '']: string[]) =>
      sections.some(({ section }) => where.startsWith(`${section}, `)) &&
      specified !== '' &&
      is !== '' &&
      (decision === '–' || decisions.includes(decision))
    expect(lines.filter((line) => !isSound(line))).toEqual([])
  })
})

describe.each([
  ['IQ', 'Installation qualification (IQ)'],
  ['OQ', 'Operational qualification (OQ)'],
  ['PQ', 'Performance qualification (PQ)'],
])('the script %s', (kind, heading) => {
  it('has steps in order, each with what to do, what to expect, and fields to fill in and sign', () => {
    const lines = tableBelow(heading)
    expect(lines.length).toBeGreaterThan(5)
    expect(lines.map(([step]) => step)).toEqual(lines.map((_, index) => `${kind} ${index + 1}`))
    const isSound = ([, act = '', expected = '', ...fields]: string[]) =>
      act !== '' && expected !== '' && fields.length === 3 && fields.every((field) => field === '')
    expect(lines.filter((line) => !isSound(line))).toEqual([])
  })
})
