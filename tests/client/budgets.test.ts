import { api } from '#contract/api'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { beforeAll, describe, expect, test } from 'vitest'
import { BUILT_CLIENT } from '../support/built-files'

const read = (path: string) => readFileSync(join(BUILT_CLIENT, path))

beforeAll(() => {
  if (!existsSync(join(BUILT_CLIENT, 'index.html'))) throw new Error('dist/client is missing: build the portal first')
})

/** The scripts that a first visit loads: those in index.html and their static imports. */
function initialScripts(): string[] {
  const page = read('index.html').toString()
  const scripts = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, path = '']) => path)
  const all = new Set<string>()
  const visit = (path: string) => {
    if (all.has(path)) return
    all.add(path)
    for (const statement of parseSync(path, read(path).toString()).module.staticImports)
      visit(join('assets', statement.moduleRequest.value))
  }
  scripts.forEach(visit)
  return [...all]
}

/**
 * The worker itself and the files offered for download. Pictures of the help are not counted either: they load where
 * they are read.
 */
const NO_PART_OF_THE_APP = ['sw.js', 'verify-ledger.mjs', 'software.cdx.json']
/**
 * Files that the tablet caches at first use: the reader of barcodes, the charts with their styles, which are not shown offline,
 * and the operators' help.
 */
const isKeptLater = (path: string) =>
  /^assets\/(zxing_reader\.[^/]+\.gz|(?:charts|help-late)-[^/]+\.js|CompositeChart-[^/]+\.css)$/.test(path)

/** The files that the worker caches, as the build wrote them into sw.js. */
function precached(): string[] {
  return [
    ...read('sw.js')
      .toString()
      .matchAll(/"url":"([^"]+)"/g),
  ].map(([, url = '']) => url)
}

describe('budgets of the built portal', () => {
  test('a first visit loads no description of a call: the server makes the API’s document', () => {
    const scripts = initialScripts().map((path) => read(path).toString())
    expect(scripts.filter((script) => script.includes(api.getTrial.summary))).toEqual([])
  })

  test('a first visit loads at most 190 KB of script, compressed with brotli', () => {
    const scripts = initialScripts()
    expect(scripts.length).toBeGreaterThan(0)
    const bytes = scripts.reduce((sum, path) => sum + read(`${path}.br`).length, 0)
    expect(bytes).toBeLessThanOrEqual(190 * 1000)
  })

  test('the parts of the app run one after another, each after what it imports, so that none holds a tablet up for long', () => {
    const page = read('index.html').toString()
    const parts = [...page.matchAll(/<link rel="modulepreload"[^>]* href="\/(assets\/[^"]+\.js)"/g)].map(
      ([, path = '']) => path,
    )
    expect(parts.length).toBeGreaterThan(4)
    parts.forEach((path, index) => {
      const imported = parseSync(path, read(path).toString()).module.staticImports
      const paths = imported.map(({ moduleRequest }) => join('assets', moduleRequest.value))
      expect(paths.filter((one) => !parts.slice(0, index).includes(one))).toEqual([])
    })
    expect(page.match(/<script [^>]*type="module"[^>]*>/g)).toEqual(['<script type="module" src="/start.js">'])
  })

  test('the tablet stores at most 2.5 MiB', () => {
    const bytes = precached().reduce((sum, path) => sum + read(path).length, 0)
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThanOrEqual(2.5 * 1024 * 1024)
  })

  test('the tablet stores at most 150 files: each needs a request of its own', () => {
    expect(precached().length).toBeLessThanOrEqual(150)
  })

  test('the tablet stores every file of the app, so that each screen opens offline, and rarely used ones later', () => {
    const files = readdirSync(BUILT_CLIENT, { recursive: true, encoding: 'utf8' })
      .filter((path) => statSync(join(BUILT_CLIENT, path)).isFile() && !NO_PART_OF_THE_APP.includes(path))
      .filter((path) => !path.startsWith('help-pictures/'))
      .filter((path) => !isKeptLater(path) && !path.endsWith('.br'))
      .sort()
    expect(precached().sort()).toEqual(files)
  })

  test('every file is listed with its integrity', () => {
    const entries = read('sw.js')
      .toString()
      .match(/\{"integrity":"sha384-[^"]{64}","revision":[^,]+,"url":"[^"]+"\}/g)
    expect(entries).toHaveLength(precached().length)
  })
})
