import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './run.mjs'

/**
 * Finds a program that the tests need: by `variable` of the environment, else on this machine by its names and
 * `places`, else installed from Debian's `packages` where that is allowed. Otherwise the command ends and says what is
 * missing.
 */
export const ensureProgram = (program) => {
  const found = findOrInstall(program)
  if (found !== undefined) return found
  process.stderr.write(`The tests need ${program.title}. ${installationHint(program)}`)
  process.exit(1)
}

/** The same for a program that the tests can do without: undefined where it is missing. */
export const findOrInstall = (program) => find(program) ?? (mayInstall() ? install(program) : undefined)

/** The instructions for a missing program. */
export const installationHint = ({ variable, packages }) =>
  `Install it (on Debian: apt-get install ${packages.join(' ')}), or name it: ${variable}=/path npm test\n`

const isProgram = (path) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    // Missing or not executable.
    return false
  }
}

const folders = () => (process.env.PATH ?? '').split(delimiter)

const find = ({ variable, names, places }) => {
  const named = process.env[variable]
  return [
    ...(named ? [named] : []),
    ...names.flatMap((name) => folders().map((folder) => join(folder, name))),
    ...places,
  ].find(isProgram)
}

const mayInstall = () => process.getuid?.() === 0 && folders().some((folder) => isProgram(join(folder, 'apt-get')))

const install = (program) => {
  process.stdout.write(`Installing ${program.title} for the tests …\n`)
  const quietly = { DEBIAN_FRONTEND: 'noninteractive' }
  run('apt-get', ['update', '-qq'], quietly)
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...program.packages], quietly)
  return find(program)
}
