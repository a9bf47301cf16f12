/*
 * `npm start`: installs and builds what is missing or has changed, then becomes the server, in this same process, so that
 * a signal reaches it.
 */
import { ensureBuilt } from './fresh-build.mjs'
import { ensureInstalled } from './installed-packages.mjs'
import { projectFolder } from './run.mjs'

process.chdir(projectFolder)
ensureInstalled()
ensureBuilt()
await import('../../dist/server/main.js')
