import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'

const at = (path: string) => new URL(`../../../${path}`, import.meta.url).pathname
const CLIENT = at('src/client')
const MANTINE = at('node_modules/@mantine')
/** Other packages of Mantine that are built from parts of the core. */
const BUILT_ON_CORE = ['spotlight', 'notifications', 'charts'].map((name) => join(MANTINE, name, 'esm'))

const filesBelow = (folder: string, ending: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => ending.test(path))
    .map((path) => join(folder, path))

type Import = { from: string; names: string[] }

const importsOf = (path: string): Import[] =>
  parseSync(path, readFileSync(path, 'utf8')).module.staticImports.map(({ moduleRequest, entries }) => ({
    from: moduleRequest.value,
    names: entries.map(({ importName }) => importName.name ?? ''),
  }))

/** The module of the core that exports each of its names. */
const moduleOf = new Map(
  importsOf(join(MANTINE, 'core/esm/index.mjs')).flatMap(({ from, names }) =>
    names.map((name) => [name, join(MANTINE, 'core/esm', from)] as const),
  ),
)

const namesUsed = new Set(
  [...filesBelow(CLIENT, /\.tsx?$/), ...BUILT_ON_CORE.flatMap((folder) => filesBelow(folder, /\.mjs$/))].flatMap(
    (path) => importsOf(path).flatMap(({ from, names }) => (from === '@mantine/core' ? names : [])),
  ),
)

/** Every module of the core that the app loads: those that it names, and those that they are built from. */
const modulesUsed = (): Set<string> => {
  const imports = new Set<string>()
  const visit = (path: string) => {
    if (imports.has(path) || !existsSync(path)) return
    imports.add(path)
    for (const { from } of importsOf(path)) if (from.startsWith('.')) visit(join(dirname(path), from))
  }
  for (const name of namesUsed) visit(moduleOf.get(name) ?? '')
  return imports
}

const listed = [...readFileSync(join(CLIENT, 'ui/mantine.css'), 'utf8').matchAll(/'@mantine\/core\/(styles\/[^']+)'/g)]
  .map(([, path = '']) => readFileSync(join(MANTINE, 'core', path), 'utf8'))
  .join('\n')

describe('the style sheets of Mantine', () => {
  test('are listed for every component that the app uses or that one of them contains', () => {
    const classes = [...modulesUsed()].filter((path) => path.endsWith('.module.mjs'))
    expect(classes.length).toBeGreaterThan(20)
    const bare = classes.filter((path) => {
      const names = readFileSync(path, 'utf8').match(/m_[0-9a-f]+/g) ?? []
      return names.length > 0 && !names.some((name) => listed.includes(name))
    })
    expect(bare.map((path) => path.replace(`${MANTINE}/core/esm/components/`, ''))).toEqual([])
  })
})
