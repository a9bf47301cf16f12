/* `npm run bench`: builds where needed, then measures and prints tables. */
import { join } from 'node:path'
import { ensureBuilt } from './fresh-build.mjs'
import { ensureInstalled } from './installed-packages.mjs'
import { projectFolder } from './run.mjs'

ensureInstalled()
ensureBuilt()
// The packages may only just have been installed. Vite reads the source as the build does, migrations included.
const { runnerImport } = await import('vite')
await runnerImport(join(projectFolder, 'tests/bench/main.ts'), { configFile: false, logLevel: 'warn' })
