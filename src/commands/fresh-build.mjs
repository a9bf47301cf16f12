import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mustRun, projectFolder } from './run.mjs'

/** All sources of the build. */
const SOURCES = ['manifest.webmanifest', 'package-lock.json', 'package.json', 'public', 'src', 'sw', 'vite.config.ts']
/** The fingerprint of the sources, stored within the build. */
const STAMP = 'dist/built-from'

/**
 * Builds the portal into dist/client and the server into dist/server. The portal of the build before stays in
 * dist/client-before: tabs that are open with it still ask for its files.
 */
export const build = () => {
  const madeFrom = fingerprint(projectFolder)
  rmSync(join(projectFolder, STAMP), { force: true })
  keepBuildBefore()
  const vite = join(projectFolder, 'node_modules/vite/bin/vite.js')
  const quietly = ['--logLevel', 'warn']
  // The caller may run under another one, as tests do, and would get a build for development.
  const production = { NODE_ENV: 'production' }
  mustRun('Building the portal', process.execPath, [vite, 'build', ...quietly], production)
  mustRun('Building the server', process.execPath, [vite, 'build', '--mode', 'server', ...quietly], production)
  mustRun('Compressing the portal', process.execPath, [
    join(projectFolder, 'src/commands/compress-files.mjs'),
    join(projectFolder, 'dist/client'),
  ])
  writeFileSync(join(projectFolder, STAMP), madeFrom)
}

const keepBuildBefore = () => {
  const [current, before] = ['dist/client', 'dist/client-before'].map((folder) => join(projectFolder, folder))
  if (!existsSync(join(current, 'index.html'))) return
  rmSync(before, { recursive: true, force: true })
  renameSync(current, before)
}

/** Builds where there is no build of the sources as they are now. */
export const ensureBuilt = () => {
  const stamp = join(projectFolder, STAMP)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(projectFolder)) return
  build()
}

/**
 * SHA-256 over every source's path and content: it changes only when a source changes.
 * @public A test calls it by its name, in a Node of its own.
 */
export const fingerprint = (folder) => {
  const hash = createHash('sha256')
  for (const path of SOURCES.flatMap((source) => filesBelow(folder, source))) {
    const content = readFileSync(join(folder, path))
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

const filesBelow = (folder, path) => {
  if (path === 'src/commands') return []
  if (!statSync(join(folder, path)).isDirectory()) return [path]
  return readdirSync(join(folder, path))
    .sort()
    .flatMap((name) => filesBelow(folder, `${path}/${name}`))
}
