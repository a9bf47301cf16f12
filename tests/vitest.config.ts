import { readFileSync } from 'node:fs'
import { defineConfig, type TestProjectInlineConfiguration, type ViteUserConfig } from 'vitest/config'
import { helpPages } from '../src/help-pages/help-pages.ts'
import { LongestFirst } from './longest-first.ts'
import { testFilesByKind, type TestKind } from './test-kinds.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

type Settings = NonNullable<ViteUserConfig['test']>

const SEEDS = 'tests/support/fixed-seeds.ts'
/** A process shared by many files pays for its modules, its database's WASM and its browser once. */
const SHARED = { pool: 'forks', isolate: false } as const satisfies Settings
/** A journey is many steps, each of which may take long on a busy machine, in milliseconds. */
const JOURNEY = {
  ...SHARED,
  sequence: { groupOrder: 2 },
  testTimeout: 240_000,
  expect: { poll: { timeout: 30_000 } },
} as const satisfies Settings

/** How the files of each kind run, and what is installed or built for them first. What is quick runs first. */
const SETTINGS: Record<TestKind, Settings> = {
  unit: { pool: 'threads', isolate: false, sequence: { groupOrder: 0 } },
  screens: { pool: 'vmThreads', environment: 'happy-dom', sequence: { groupOrder: 0 } },
  // Each puts an address of its own below modules that read it as they are loaded, and leaves it: React may still be at work.
  pages: { pool: 'threads', isolate: true, unstubGlobals: false, setupFiles: SEEDS, sequence: { groupOrder: 0 } },
  architecture: { pool: 'threads', isolate: false, sequence: { groupOrder: 0 } },
  server: { ...SHARED, sequence: { groupOrder: 1 } },
  storage: { ...SHARED, sequence: { groupOrder: 1 } },
  spreadsheets: { ...SHARED, sequence: { groupOrder: 1 }, globalSetup: ['tests/setup/calc.mjs'] },
  processes: { ...SHARED, sequence: { groupOrder: 1 }, globalSetup: ['tests/setup/build.mjs'] },
  built: { ...SHARED, sequence: { groupOrder: 1 }, globalSetup: ['tests/setup/build.mjs'] },
  journeys: { ...JOURNEY, globalSetup: ['tests/setup/build.mjs', 'tests/setup/chromium.mjs'] },
  desk: { ...JOURNEY, globalSetup: ['tests/setup/build.mjs', 'tests/setup/chromium.mjs'] },
  ipads: {
    ...JOURNEY,
    globalSetup: ['tests/setup/build.mjs', 'tests/setup/chromium.mjs', 'tests/setup/webkit.mjs'],
  },
  tablets: {
    ...JOURNEY,
    globalSetup: ['tests/setup/build.mjs', 'tests/setup/chromium.mjs', 'tests/setup/firefox.mjs'],
  },
}

/** For every kind; not inherited from the root, which would read this file once for each. */
const COMMON: Settings = {
  testTimeout: 30_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 10_000 } },
  setupFiles: [SEEDS, 'tests/setup/leave-nothing.ts'],
  unstubGlobals: true,
  unstubEnvs: true,
  restoreMocks: true,
}

const root = new URL('..', import.meta.url).pathname

export default defineConfig({
  root,
  test: {
    // Two cores: browsers, databases and servers beside more workers than that only make each other late.
    maxWorkers: 2,
    slowTestThreshold: 10_000,
    sequence: { sequencer: LongestFirst },
    projects: testFilesByKind().map(({ kind, files }): TestProjectInlineConfiguration => ({
      root,
      plugins: [helpPages()],
      // One object for each: vitest empties it.
      define: {
        __APP_VERSION__: JSON.stringify(version),
        __APP_BUILD__: JSON.stringify({ commit: '0a1b2c3', committed_at: '2026-11-20T09:00:00.000Z' }),
      },
      test: { name: kind, include: files, ...COMMON, ...SETTINGS[kind] },
    })),
  },
})
