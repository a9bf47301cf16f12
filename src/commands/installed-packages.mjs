import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mustRun, projectFolder } from './run.mjs'

/** Installs the packages where they are missing or differ from the lockfile. */
export const ensureInstalled = (folder = projectFolder) => {
  if (isInstalled(folder)) return
  const npm = process.env.npm_execpath
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund']
  if (npm?.endsWith('.js')) mustRun('Installing packages', process.execPath, [npm, ...args])
  else mustRun('Installing packages', 'npm', args)
}

/**
 * Whether every package of the lockfile is there in its version, by npm's own record of what it installed. Packages for
 * other platforms are optional there and may be missing.
 * @public A test calls it by its name, in a Node of its own.
 */
export const isInstalled = (folder) => {
  const record = join(folder, 'node_modules/.package-lock.json')
  if (!existsSync(record)) return false
  const wanted = packagesOf(join(folder, 'package-lock.json'))
  const installed = packagesOf(record)
  return Object.entries(wanted).every(
    ([path, { version, optional, devOptional }]) =>
      path === '' || installed[path]?.version === version || (!(path in installed) && (optional || devOptional)),
  )
}

const packagesOf = (lockfile) => JSON.parse(readFileSync(lockfile, 'utf8')).packages
