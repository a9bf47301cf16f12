import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { houseFiles, type HouseFile } from './house-files'

/** The classes that the selectors of a style sheet name. */
const classesOf = (sheet: string): Set<string> => {
  const selectors = [...sheet.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/([^{};]+)\{/g)].map(([, text = '']) => text)
  const own = selectors
    .filter((selector) => !selector.trim().startsWith('@'))
    .map((selector) => selector.replaceAll(/:global\([^)]*\)/g, ''))
  return new Set(own.flatMap((selector) => [...selector.matchAll(/\.(-?[a-z_][\w-]*)/gi)].map(([, name = '']) => name)))
}

/** Whether a screen names a class: `classes['bar']`, `classes.bar`. */
const isNamed = (screen: string, name: string): boolean => new RegExp(`['"\`.]${name}(?![\\w-])`).test(screen)

/** Whether a rule of a style sheet is made of a class: `composes: bar`. */
const isComposed = (sheet: string, name: string): boolean =>
  new RegExp(`composes:[^;]*(?<![\\w-])${name}(?![\\w-])`).test(sheet)

/** A class is looked up by a name out of a table: `classes[kind]`. */
const LOOKS_UP = /\bclasses\[[^'"`\]]+\]/

/** The classes of CSS modules that no importer names; where one is looked up, no source with a table of names either. */
const unnamed = (files: readonly HouseFile[]): string[] => {
  const sources = files.filter(({ path }) => /\.tsx?$/.test(path))
  const imports = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/from '(\.[^']*\.module\.css)'/g)].map(([, from = '']) => ({
      module: posix.join(posix.dirname(path), from),
      text,
    })),
  )
  return files
    .filter(({ path }) => path.endsWith('.module.css'))
    .flatMap(({ path, text: sheet }) => {
      const importers = imports.filter(({ module }) => module === path)
      const isLookedUp = importers.some(({ text }) => LOOKS_UP.test(text))
      const namers = isLookedUp ? sources : importers
      const isUsed = (name: string) =>
        isComposed(sheet, name) ||
        namers.some(({ text }) => isNamed(text, name) || (isLookedUp && text.includes(`${name}: {`)))
      return [...classesOf(sheet)].filter((name) => !isUsed(name)).map((name) => `${path}: .${name}`)
    })
}

test('a class that is not named is found, and one that is composed or looked up is not', () => {
  const sheet = `.bar { composes: base; } .base, .left:hover { top: 0 } /* .gone { } */ @media (width > 1.5rem) { .wide .base { top: 0.5rem } }`
  const screen = `import classes from './bar.module.css'\nconst Bar = () => <p className={classes['bar']} />`
  const files = (text: string, ...more: HouseFile[]): HouseFile[] => [
    { path: 'a/bar.module.css', text: sheet },
    { path: 'a/bar.tsx', text },
    ...more,
  ]
  expect(unnamed(files(screen))).toEqual(['a/bar.module.css: .left', 'a/bar.module.css: .wide'])
  const table = { path: 'b/sides.ts', text: `export const SIDES = ['left', 'wide']` }
  expect(unnamed(files(screen, table))).toHaveLength(2)
  expect(unnamed(files(`${screen}\nconst of = (side: string) => classes[side]`, table))).toEqual([])
})

test('each class of a style sheet is named by a screen that has the sheet', () => {
  expect(unnamed(houseFiles().filter(({ path }) => /^src\/(client|domain)\//.test(path)))).toEqual([])
})
