/* `npm run rehearse -- takeover` or `pooler`: builds where needed, starts what stands beside a portal on this machine, and breaks it. */
import { join } from 'node:path'
import { ensureBuilt } from './fresh-build.mjs'
import { ensureInstalled } from './installed-packages.mjs'
import { projectFolder } from './run.mjs'

ensureInstalled()
ensureBuilt()
// The packages may only just have been installed. Vite reads the source as the build does, migrations included.
const { runnerImport } = await import('vite')
await runnerImport(join(projectFolder, 'tests/rehearsal/main.ts'), { configFile: false, logLevel: 'warn' })
