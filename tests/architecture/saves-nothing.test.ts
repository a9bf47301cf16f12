import { api } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROUTES = join(import.meta.dirname, '../../src/server/doors/routes')

/** How each call is mounted: `read`, `write`, `file` or another of the kinds in `route.ts`. */
const mounted = new Map(
  readdirSync(ROUTES)
    .flatMap((file) => [...readFileSync(join(ROUTES, file), 'utf8').matchAll(/(\w+)\(\s*api\.(\w+)/g)])
    .map(([, kind, name]) => [name, kind]),
)

const endpoints: readonly [name: string, call: Endpoint][] = Object.entries(api)

test.each(endpoints.filter(([, call]) => call.saves_nothing === true).map(([name]) => name))(
  '%s, which says that it saves nothing, is a call that only reads: after a lost answer no page asks for its key',
  (name) => expect(mounted.get(name)).toBe('read'),
)
