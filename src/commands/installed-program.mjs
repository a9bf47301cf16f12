import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './run.mjs'

/**
 * A program that the tests need: the one that `variable` of the environment names or one of this machine, by its names and the
 * `places` where it may lie beside the path, else installed from Debian's `packages` where that is allowed. Ends the command and
 * says what is missing where it is not.
 */
export const ensureProgram = (program) => {
  const found = findOrInstall(program)
  if (found !== undefined) return found
  process.stderr.write(`The tests need ${program.title}. ${howToHave(program)}`)
  process.exit(1)
}

/** The same, for a program without which they run too: undefined where it cannot be had. */
export const findOrInstall = (program) => find(program) ?? (mayInstall() ? install(program) : undefined)

/** What a person does about a program that is missing. */
export const howToHave = ({ variable, packages }) =>
  `Install it (on Debian: apt-get install ${packages.join(' ')}), or name it: ${variable}=/path npm test\n`

const isProgram = (path) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    // Not there, or not to be run: either way not this one.
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
