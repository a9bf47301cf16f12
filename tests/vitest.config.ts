import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  define: { __APP_VERSION__: JSON.stringify(version) },
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Two cores: browsers, databases and servers beside more workers than that only make each other late.
    maxWorkers: 2,
  },
})
