import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseSync } from 'vite'

const projectFolder = join(import.meta.dirname, '..')

/** Modules that show what a test needs besides its packages. */
const STANDS_FOR = {
  firefox: 'tests/support/firefox.ts',
  webkit: 'tests/support/webkit.ts',
  chromium: 'tests/support/chromium.ts',
  calc: 'tests/support/open-in-calc.ts',
  build: 'tests/support/built-files.ts',
  page: 'tests/client/page-at.ts',
  database: 'tests/support/database.ts',
  storage: 'src/server/ground/db/pglite-storage.ts',
} as const

type Need = keyof typeof STANDS_FOR

/** A file belongs to the first kind whose needs it all has. */
const KINDS = [
  { kind: 'ipads', needs: ['webkit'] },
  { kind: 'tablets', needs: ['firefox'] },
  { kind: 'journeys', needs: ['chromium'] },
  { kind: 'spreadsheets', needs: ['calc'] },
  { kind: 'processes', needs: ['build', 'database'] },
  { kind: 'built', needs: ['build'] },
  { kind: 'pages', needs: ['page'] },
  { kind: 'server', needs: ['database'] },
  { kind: 'storage', needs: ['storage'] },
] as const satisfies readonly { kind: string; needs: readonly Need[] }[]

export type TestKind = (typeof KINDS)[number]['kind'] | 'architecture' | 'screens' | 'unit'

/**
 * The test files of each kind, as paths below the project's folder. Direct and indirect imports decide the kind: tests
 * without a database do not wait for one, and no list need be maintained.
 */
export const testFilesByKind = (): { kind: TestKind; files: string[] }[] => {
  const filesByKind = new Map<TestKind, string[]>()
  const names = readdirSync(join(projectFolder, 'tests'), { recursive: true, encoding: 'utf8' })
  for (const name of names.filter((each) => /\.test\.tsx?$/.test(each)).sort()) {
    const path = join('tests', name)
    const kind = kindOf(path)
    filesByKind.set(kind, [...(filesByKind.get(kind) ?? []), path])
  }
  return [...filesByKind].map(([kind, files]) => ({ kind, files }))
}

const kindOf = (path: string): TestKind => {
  if (path.startsWith(join('tests', 'architecture'))) return 'architecture'
  const reached = reachedFrom(join(projectFolder, path))
  const isNeeded = (need: Need) => reached.has(join(projectFolder, STANDS_FOR[need]))
  const decided = KINDS.find(({ needs }) => needs.every(isNeeded))
  if (decided) return decided.kind
  return readFileSync(join(projectFolder, path), 'utf8').includes('@vitest-environment happy-dom') ? 'screens' : 'unit'
}

const reachedFrom = (file: string): ReadonlySet<string> => {
  const reached = new Set<string>()
  const waiting = [file]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (reached.has(next)) continue
    reached.add(next)
    waiting.push(...importsOf(next))
  }
  return reached
}

const cachedImports = new Map<string, readonly string[]>()

/** The project's own files that a file imports at run time. */
const importsOf = (file: string): readonly string[] => {
  const imports = cachedImports.get(file) ?? readImports(file)
  cachedImports.set(file, imports)
  return imports
}

const readImports = (file: string): readonly string[] => {
  if (!/\.(tsx?|mjs)$/.test(file)) return []
  const text = readFileSync(file, 'utf8')
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module
  const sources = [
    ...staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ isType, moduleRequest }) => (isType ? [] : (moduleRequest?.value ?? []))),
    ),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start, end).replaceAll(/['"]/g, '')),
  ]
  return sources.flatMap((source) => fileOf(source, file) ?? [])
}

const fileOf = (source: string, importer: string): string | undefined => {
  const isOwn = source.startsWith('.') || source.startsWith('#')
  if (!isOwn) return undefined
  const path = source.startsWith('#') ? join(projectFolder, 'src', source.slice(1)) : resolve(dirname(importer), source)
  return ['', '.ts', '.tsx'].map((ending) => `${path}${ending}`).find((each) => existsSync(each))
}
