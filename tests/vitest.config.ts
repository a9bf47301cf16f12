import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  define: { __APP_VERSION__: JSON.stringify(version) },
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Two cores: browsers, databases and servers beside more workers than that only make each other late.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'rooms',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/journeys/**'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: ['tests/journeys/**/*.test.ts'],
          // One browser with its server at a time, when everything else is done: what a person waits for is waited for here.
          maxWorkers: 1,
          testTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
