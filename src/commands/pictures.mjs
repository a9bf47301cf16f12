/*
 * `npm run pictures`: starts the portal at a fixed moment, walks the guide to a first trial in Chromium, and stores its pictures in the
 * help. It ends at a label that the guide names and the portal no longer shows.
 */
import { join } from 'node:path'
import { ensureInstalled } from './installed-packages.mjs'
import { mustRun, projectFolder } from './run.mjs'

ensureInstalled()
mustRun(
  'Walking the guide',
  process.execPath,
  [
    join(projectFolder, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--config',
    'tests/vitest.config.ts',
    '--project=journeys',
    'tests/desk/pictures-of-the-help.test.ts',
    '--testNamePattern=can be walked',
  ],
  { PICTURES_FOLDER: join(projectFolder, 'src/help/pictures') },
)
