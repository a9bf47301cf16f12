/* `npm run bench`: builds where needed, then measures and prints tables. */
import { join } from 'node:path'
import { ensureBuilt } from './fresh-build.mjs'
import { ensureInstalled } from './installed-packages.mjs'
import { projectFolder, run } from './run.mjs'

ensureInstalled()
ensureBuilt()
process.exitCode = run(process.execPath, [
  join(projectFolder, 'node_modules/tsx/dist/cli.mjs'),
  'tests/bench/main.ts',
  ...process.argv.slice(2),
])
