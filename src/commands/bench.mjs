/* `npm run bench`: builds where needed, then measures and prints tables. */
import { join } from 'node:path'
import { ensureBuilt } from './fresh-build.mjs'
import { ensureInstalled } from './installed-packages.mjs'
import { projectFolder } from './run.mjs'

ensureInstalled()
ensureBuilt()
// The packages may only just have been installed. Vite reads the source as the build does, migrations included.
const { runnerImport } = await import('vite')
const define = {
  __APP_VERSION__: JSON.stringify('bench'),
  __APP_BUILD__: JSON.stringify({ commit: 'bench', committed_at: '2026-11-20T09:00:00.000Z' }),
}
await runnerImport(join(projectFolder, 'tests/bench/main.ts'), { configFile: false, define, logLevel: 'warn' })
