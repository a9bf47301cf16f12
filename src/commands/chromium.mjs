import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './run.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const PLACES_BESIDE_PATH = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

/**
 * The Chromium that the journeys are walked in: the one `CHROMIUM` names or one of this machine, else installed from
 * Debian's packages where that is allowed. Ends the command and says what is missing where it is not.
 */
export const ensureChromium = () => {
  const found = findChromium() ?? (mayInstall() ? install() : undefined)
  if (found !== undefined) return found
  process.stderr.write(
    'The tests need Chromium. Install it (on Debian: apt-get install chromium), or name it: CHROMIUM=/path npm test\n',
  )
  process.exit(1)
}

const isProgram = (path) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    // Not there, or not to be run: either way not this one.
    return false
  }
}

const findChromium = () => {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const places = [
    ...(process.env.CHROMIUM ? [process.env.CHROMIUM] : []),
    ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...PLACES_BESIDE_PATH,
  ]
  return places.find(isProgram)
}

const mayInstall = () =>
  process.getuid?.() === 0 &&
  (process.env.PATH ?? '').split(delimiter).some((folder) => isProgram(join(folder, 'apt-get')))

const install = () => {
  process.stdout.write('Installing Chromium for the tests …\n')
  const quietly = { DEBIAN_FRONTEND: 'noninteractive' }
  run('apt-get', ['update', '-qq'], quietly)
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], quietly)
  return findChromium()
}
