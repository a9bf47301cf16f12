import { readFileSync } from 'node:fs'
import { defineConfig, type TestProjectInlineConfiguration, type ViteUserConfig } from 'vitest/config'
import { helpPages } from '../src/help-pages/help-pages.ts'
import { LongestFirst } from './longest-first.ts'
import { testFilesByKind, type TestKind } from './test-kinds.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

type Settings = NonNullable<ViteUserConfig['test']>

const SEEDS = 'tests/support/fixed-seeds.ts'
/** A process that many files share loads its modules, its database's WASM and its browser only once. */
const SHARED = { pool: 'forks', isolate: false } as const satisfies Settings
/** The time limit of a journey, which has many steps that may be slow on a busy machine, in milliseconds. */
const JOURNEY = {
  ...SHARED,
  sequence: { groupOrder: 2 },
  testTimeout: 480_000,
  expect: { poll: { timeout: 60_000 } },
} as const satisfies Settings

/** The settings for each kind of file, with what is installed or built first. Quick kinds run first. */
const SETTINGS: Record<TestKind, Settings> = {
  unit: { pool: 'threads', isolate: false, sequence: { groupOrder: 0 } },
  screens: { pool: 'vmThreads', environment: 'happy-dom', sequence: { groupOrder: 0 } },
  // Each sets an address that modules read when they are loaded. It remains afterwards, as React may still be at work.
  pages: { pool: 'threads', isolate: true, unstubGlobals: false, setupFiles: SEEDS, sequence: { groupOrder: 0 } },
  architecture: { pool: 'threads', isolate: false, sequence: { groupOrder: 0 } },
  server: { ...SHARED, sequence: { groupOrder: 1 } },
  storage: { ...SHARED, sequence: { groupOrder: 1 } },
  spreadsheets: { ...SHARED, sequence: { groupOrder: 1 }, globalSetup: ['tests/setup/calc.mjs'] },
  processes: { ...SHARED, sequence: { groupOrder: 1 }, globalSetup: ['tests/setup/build.mjs'] },
  built: { ...SHARED, sequence: { groupOrder: 1 }, globalSetup: ['tests/setup/build.mjs'] },
  journeys: { ...JOURNEY, globalSetup: ['tests/setup/build.mjs', 'tests/setup/chromium.mjs'] },
  ipads: {
    ...JOURNEY,
    globalSetup: ['tests/setup/build.mjs', 'tests/setup/chromium.mjs', 'tests/setup/webkit.mjs'],
  },
  tablets: {
    ...JOURNEY,
    globalSetup: ['tests/setup/build.mjs', 'tests/setup/chromium.mjs', 'tests/setup/firefox.mjs'],
  },
}

/**
 * For every kind. The time limits only end what hangs, also on a slow machine. The root's settings are not inherited, as
 * that would read this file once for each.
 */
const COMMON: Settings = {
  testTimeout: 120_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 40_000 } },
  setupFiles: [SEEDS, 'tests/setup/leave-nothing.ts'],
  unstubGlobals: true,
  unstubEnvs: true,
  restoreMocks: true,
}

const root = new URL('..', import.meta.url).pathname

export default defineConfig({
  root,
  test: {
    // For two cores: more browsers, databases and servers at once only delay each other.
    maxWorkers: 2,
    slowTestThreshold: 10_000,
    sequence: { sequencer: LongestFirst },
    globalSetup: ['tests/setup/test-databases.mjs'],
    projects: testFilesByKind().map(({ kind, files }): TestProjectInlineConfiguration => ({
      root,
      plugins: [helpPages()],
      // A new object for each kind, since vitest empties it.
      define: {
        __APP_VERSION__: JSON.stringify(version),
        __APP_BUILD__: JSON.stringify({ commit: '0a1b2c3', committed_at: '2026-11-20T09:00:00.000Z' }),
      },
      test: { name: kind, include: files, ...COMMON, ...SETTINGS[kind] },
    })),
  },
})
