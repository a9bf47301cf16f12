import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { addressOf } from '../../src/help-pages/render-help-page'
import { houseFiles, type HouseFile } from './house-files'

const files = houseFiles().filter(({ path }) => path !== 'tests/architecture/references.test.ts')
const pages = new Map(files.filter(({ path }) => path.endsWith('.md')).map((file) => [file.path, file]))

const headingsOf = ({ text }: HouseFile): Set<string> =>
  new Set(
    [...text.replaceAll(/^```.*?^```$/gms, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => addressOf(heading)),
  )

/** The fault of a reference, in words; null where page and heading exist. */
const faultOf = (reference: string): string | null => {
  const [path = '', heading] = reference.split('#')
  const page = pages.get(path)
  if (!page) return `no page ${path}`
  return heading === undefined || headingsOf(page).has(heading) ? null : `no heading ${heading} in ${path}`
}

/** Pages that comments and docstrings name by their path from the top. */
const namedIn = ({ text }: HouseFile): string[] =>
  [...text.matchAll(/\bsrc\/(?:specification|decisions)\/[\w-]+\.md(?:#[\w-]+)?/g)].map(([reference]) => reference)

/** Pages that a page links to, by their path from the top. */
const linkedIn = ({ path, text }: HouseFile): string[] =>
  path.endsWith('.md')
    ? [...text.matchAll(/\]\((?!https?:)([^)\s#]*\.md)?(#[^)\s]+)?\)/g)].flatMap(([, page, heading = '']) =>
        page === undefined && heading === ''
          ? []
          : [`${page === undefined ? path : posix.join(posix.dirname(path), page)}${heading}`],
      )
    : []

const faultsOf = (referencesIn: (file: HouseFile) => string[]) =>
  files.flatMap((file) =>
    referencesIn(file).flatMap((reference) => {
      const fault = faultOf(reference)
      return fault === null ? [] : [`${file.path}: ${fault}`]
    }),
  )

describe('a reference in the repository', () => {
  it('is found by this test', () => {
    expect(files.flatMap(namedIn)).toEqual(
      expect.arrayContaining(['src/specification/rct-alloc-1.md#urn', 'src/specification/repetition.md#keys']),
    )
    expect(files.flatMap(linkedIn)).toContain('src/specification/rct-alloc-1.md#flags')
  })

  it('names a page and a heading that exist', () => {
    expect(faultsOf(namedIn)).toEqual([])
  })

  it('leads from page to page and to headings that exist', () => {
    expect(faultsOf(linkedIn)).toEqual([])
  })

  it('names a decision by a number that exists', () => {
    const numbers = new Set([...pages.keys()].flatMap((path) => /decisions\/(\d{4})-/.exec(path)?.[1] ?? []))
    const missing = files.flatMap(({ path, text }) =>
      [...text.matchAll(/\bdecisions? (\d{1,4})\b/gi)].flatMap(([, number = '']) =>
        numbers.has(number.padStart(4, '0')) ? [] : [`${path}: no decision ${number}`],
      ),
    )
    expect(missing).toEqual([])
  })

  it.each([
    ['a numbered specification', /\bspecifications?\s+(?:[*/]+\s+)?0\d\d\b|\(0\d\d, section/i],
    ['a page by its title in capitals', /\b(?:API|OFFLINE|RANDOMISATION|UX|ARCHITECTURE),\s+(?:[*/]+\s+)?[A-Z][a-z]/],
    ['a page in brackets', /(?<!\w)\((?:OFFLINE|RANDOMISATION|UX|ARCHITECTURE)[,);:]/],
    ['a page as its source', /Source:\s+(?:[*/]+\s+)?(?:API|OFFLINE|RANDOMISATION|UX|ARCHITECTURE)\b/],
  ])('never leads to a page outside the repository: %s', (_how, pattern) => {
    // A migration that has run somewhere is never edited, comments included.
    const written = files.filter(({ path }) => !path.startsWith('src/server/ground/db/migrations/'))
    expect(written.filter(({ text }) => pattern.test(text)).map(({ path }) => path)).toEqual([])
  })
})
