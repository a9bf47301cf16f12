import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

export type HouseFile = { path: string; text: string }

const HOUSE = fileURLToPath(new URL('../..', import.meta.url))

/** Folders that are built or fetched, not written. */
const NOT_OURS = new Set(['.git', 'node_modules', 'dist', 'data'])
const NOT_TEXT = /\.(png|woff2|ico|gz|tar|pdf|log)$/

/** Every text file of the repository, by its path from the top. */
export const houseFiles = (): HouseFile[] =>
  readdirSync(HOUSE, { withFileTypes: true })
    .filter(({ name }) => !NOT_OURS.has(name))
    .flatMap((entry) => (entry.isDirectory() ? filesIn(join(HOUSE, entry.name)) : [join(HOUSE, entry.name)]))
    .filter((file) => !NOT_TEXT.test(file))
    .map((file) => ({ path: relative(HOUSE, file).split(sep).join('/'), text: readFileSync(file, 'utf8') }))

/** The source files of the product below one of these folders. */
export const sourcesIn = (...folders: string[]): HouseFile[] =>
  houseFiles().filter(
    ({ path }) => /\.(ts|tsx|mjs|html)$/.test(path) && folders.some((folder) => path.startsWith(`${folder}/`)),
  )

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
