import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildModelHouse, type Findings, type ModelHouse } from './model-house'

const ROOMS = /house\(rooms\)/
const OWN_PACKAGES = /is none of the packages of/
const ACROSS = /Across rooms only #/
const ENGINE = /how allocations are made/

/** A source that a wall stops: its path, its content, and oxlint's message. */
const STOPPED: readonly [file: string, source: string, says: RegExp][] = [
  ['src/domain/a-package.ts', `import * as v from 'valibot'\nexport const text = v.string()`, OWN_PACKAGES],
  ['src/domain/node.ts', `import { join } from 'node:path'\nexport const path = join`, OWN_PACKAGES],
  ['src/domain/contract.ts', `import { api } from '#contract/api'\nexport const calls = api`, /does not import/],
  ['src/domain/contract-by-path.ts', `import { api } from '../contract/api'\nexport const calls = api`, ACROSS],
  ['src/domain/contract-by-type.ts', `import type { Api } from '#contract/api'\nexport type Calls = Api`, ROOMS],
  ['src/domain/contract-by-inline-type.ts', `export type Calls = import('#contract/api').Api`, ROOMS],
  ['src/domain/contract-late.ts', `export const calls = () => import('#contract/api')`, ROOMS],
  ['src/domain/engine.ts', `import { allocate } from './randomisation/allocate'\nexport const draw = allocate`, ENGINE],

  [
    'src/domain/trials/back.ts',
    `import { draw } from '../participants/draw'\nexport const same = draw`,
    /participants lies above src\/domain\/trials/,
  ],

  ['src/contract/server.ts', `import type { App } from '../server/start/app'\nexport type Server = App`, ACROSS],
  ['src/contract/client.ts', `import { paths } from '../client/paths'\nexport const all = paths`, ACROSS],
  ['src/contract/a-package.ts', `import { Hono } from 'hono'\nexport const app = new Hono()`, OWN_PACKAGES],
  [
    'src/contract/engine.ts',
    `import { allocate } from '#domain/randomisation/allocate'\nexport const draw = allocate`,
    ENGINE,
  ],

  ['src/offline/react.ts', `import { useState } from 'react'\nexport const state = useState`, OWN_PACKAGES],
  ['src/offline/ky.ts', `import ky from 'ky'\nexport const send = ky`, OWN_PACKAGES],
  [
    'src/offline/workbox.ts',
    `import { PrecacheController } from 'workbox-precaching'\nexport const kept = PrecacheController`,
    OWN_PACKAGES,
  ],
  ['src/offline/client.ts', `import { paths } from '../client/paths'\nexport const all = paths`, ACROSS],

  ['sw/client.ts', `import { paths } from '../src/client/paths'\nexport const all = paths`, ACROSS],
  ['sw/server.ts', `import type { App } from '../src/server/start/app'\nexport type Server = App`, ACROSS],
  ['sw/domain-by-path.ts', `import { one } from '../src/domain/one'\nexport const same = one`, ACROSS],
  ['sw/a-package.ts', `import ky from 'ky'\nexport const send = ky`, OWN_PACKAGES],

  ['src/server/client.ts', `import { paths } from '../client/paths'\nexport const all = paths`, ACROSS],
  ['src/server/client-by-src.ts', `import { paths } from '../../src/client/paths'\nexport const all = paths`, ACROSS],
  [
    'src/server/offline.ts',
    `import { messages } from '#offline/messages'\nexport const all = messages`,
    /does not import src\/offline/,
  ],
  ['src/server/sw.ts', `import { isAppAddress } from '../../sw/app-address'\nexport const same = isAppAddress`, ACROSS],
  ['src/server/react.ts', `import { useState } from 'react'\nexport const state = useState`, OWN_PACKAGES],
  ['src/server/sql.ts', `import { sql } from 'kysely'\nexport const query = sql`, /SQL lives in one room/],
  [
    'src/server/ground/db/back.ts',
    `import { draw } from '../../use-cases/trials/draw'\nexport const same = draw`,
    /use-cases\/trials lies above src\/server\/ground\/db/,
  ],
  [
    'src/server/use-cases/trials/back.ts',
    `import type { Routes } from '../../doors/routes/all'\nexport type Same = Routes`,
    /doors\/routes lies above src\/server\/use-cases\/trials/,
  ],
  [
    'src/server/doors/http/back.ts',
    `import { app } from '../../start/app'\nexport const same = app`,
    /start lies above src\/server\/doors\/http/,
  ],
  [
    'src/server/use-cases/people/users/back.ts',
    `import { draw } from '../../trials/draw'\nexport const same = draw`,
    /use-cases\/trials lies above src\/server\/use-cases\/people/,
  ],

  ['src/server/homeless.ts', `import { one } from '#domain/one'\nexport const same = one`, /stands on no floor/],

  ['src/client/server.ts', `import { app } from '../server/start/app'\nexport const same = app`, ACROSS],
  ['src/client/server-by-type.ts', `import type { App } from '../server/start/app'\nexport type Server = App`, ACROSS],
  [
    'src/client/ui/server-by-src.ts',
    `import { app } from '../../../src/server/start/app'\nexport const same = app`,
    ACROSS,
  ],
  ['src/client/server-late.ts', `export const app = () => import('../server/start/app')`, ACROSS],
  ['src/client/sw.ts', `import { isAppAddress } from '../../sw/app-address'\nexport const same = isAppAddress`, ACROSS],
  [
    'src/client/engine.ts',
    `import { allocate } from '#domain/randomisation/allocate'\nexport const draw = allocate`,
    ENGINE,
  ],
  [
    'src/client/engine-by-type.ts',
    `import type { Words } from '#domain/randomisation/words'\nexport type Same = Words`,
    ENGINE,
  ],
  [
    'src/client/simulation.ts',
    `import { simulate } from '#domain/simulation/simulate'\nexport const draw = simulate`,
    ENGINE,
  ],
  ['src/client/hono.ts', `import { Hono } from 'hono'\nexport const app = new Hono()`, OWN_PACKAGES],
  ['src/client/hono-client.ts', `import { hc } from 'hono/client'\nexport const call = hc`, OWN_PACKAGES],
  ['src/client/node.ts', `import { join } from 'node:path'\nexport const path = join`, OWN_PACKAGES],
  [
    'src/client/subjects/participants/own.ts',
    `import { list } from '../trials/list/trial-list'\nexport const same = list`,
    /trials does not hand this out/,
  ],
  [
    'src/client/subjects/trials/back.ts',
    `import { list } from '../participants/list'\nexport const same = list`,
    /participants lies above src\/client\/subjects\/trials/,
  ],
  [
    'src/client/ui/back.ts',
    `import { shell } from '../app/shell'\nexport const same = shell`,
    /app lies above src\/client/,
  ],
  [
    'src/client/action/back.ts',
    `import type { List } from '../subjects/trials/list'\nexport type Same = List`,
    /trials lies above src\/client\/action/,
  ],
  [
    'src/client/device/back.ts',
    `import { useAction } from '../action/use-action'\nexport const same = useAction`,
    /action lies above src\/client\/device/,
  ],
  [
    'src/client/session/back.ts',
    `import type { Outbox } from '../device/outbox/outbox-view'\nexport type Same = Outbox`,
    /device lies above src\/client\/session/,
  ],
  [
    'src/client/api/back.ts',
    `import { session } from '../session/this-session'\nexport const same = session`,
    /session lies above src\/client\/api/,
  ],
  [
    'src/client/safety-words.ts',
    `import { failure } from './api/failure'\nexport const same = failure`,
    /api lies above src\/client\/safety-words/,
  ],
  [
    'src/client/browser/back.ts',
    `import { paths } from '../paths'\nexport const same = paths`,
    /paths lies above src\/client\/browser/,
  ],
  [
    'src/client/ui/back-to-browser.ts',
    `import { busy } from '../browser/busy'\nexport const same = busy`,
    /browser lies above src\/client\/ui/,
  ],
  ['src/client/homeless.ts', `import { one } from './ui/one'\nexport const same = one`, /stands on no floor/],
  ['src/client/unnamed.ts', `export const load = (name: string) => import(name)`, /a module by its name/],

  ['src/verifier/domain.ts', `import { one } from '#domain/one'\nexport const same = one`, ROOMS],
  ['src/verifier/a-package.ts', `import * as v from 'valibot'\nexport const text = v.string()`, OWN_PACKAGES],
  ['src/verifier/more-of-node.ts', `import { connect } from 'node:net'\nexport const call = connect`, OWN_PACKAGES],
  ['src/verifier/server.ts', `import { app } from '../server/start/app'\nexport const same = app`, ACROSS],
  [
    'src/server/verifier.ts',
    `import { judge } from '../verifier/verify-ledger.mjs'\nexport const same = judge`,
    ACROSS,
  ],

  [
    'src/domain/own-name.ts',
    `import { one } from '#domain/one'\nexport const same = one`,
    /Inside a room imports are relative/,
  ],
  ['src/domain/circle-a.ts', `import { b } from './circle-b'\nexport const a = () => b`, /import\(no-cycle\)/],
  ['src/domain/circle-b.ts', `import { a } from './circle-a'\nexport const b = () => a`, /import\(no-cycle\)/],
  [
    'src/domain/circle-of-types-a.ts',
    `import type { B } from './circle-of-types-b'\nexport type A = B[]`,
    /import\(no-cycle\)/,
  ],
  [
    'src/domain/circle-of-types-b.ts',
    `import type { A } from './circle-of-types-a'\nexport type B = { a: A }`,
    /import\(no-cycle\)/,
  ],
  ['src/domain/barrel.ts', `export * from './one'`, /No barrels/],
  ['src/domain/small-barrel.ts', `export { one } from './one'`, /No barrels/],
  ['src/domain/index.ts', `export const two = 2`, /not index/],
  ['src/server/utils.ts', `export const two = 2`, /not utils/],
  ['src/client/ui/helpers.tsx', `export const two = 2`, /not helpers/],
  ['src/offline/misc.ts', `export const two = 2`, /not misc/],
  ['sw/common.ts', `export const two = 2`, /not common/],
  ['src/contract/types.ts', `export type Two = 2`, /not types/],
  ['src/client/CamelCase.ts', `export const two = 2`, /kebab-case/],

  ['src/domain/clock.ts', `export const now = () => Date.now()`, /Time is passed in/],
  ['src/domain/new-clock.ts', `export const now = () => new Date()`, /Time is passed in/],
  ['src/domain/hidden-clock.ts', `export const now = () => globalThis.Date.now()`, /passed in/],
  ['src/domain/chance.ts', `export const toss = () => Math.random()`, /'Math.random' is restricted/],
  ['src/domain/hidden-chance.ts', `export const { random } = Math`, /'Math.random' is restricted/],
  ['src/domain/other-chance.ts', `export const toss = () => crypto.randomUUID()`, /Chance is passed in/],
  ['src/domain/throw.ts', `export const fail = () => {\n  throw new Error('no')\n}`, /A refusal is a value/],
  ['src/domain/class.ts', `export class Trial {\n  id = 1\n}`, /Data and functions only/],
  ['src/offline/window.ts', `export const width = () => window.innerWidth`, /page and worker/],
  ['src/offline/storage.ts', `export const keep = () => localStorage.setItem('a', 'b')`, /page and worker/],

  ['src/server/any.ts', `export const all: any = 1`, /no-explicit-any/],
  ['src/server/cast.ts', `export const all = (one: unknown) => one as string`, /consistent-type-assertions/],
  ['src/server/bang.ts', `export const all = (one?: string) => one!.length`, /no-non-null-assertion/],
  ['src/server/ignored.ts', `// @ts-ignore\nexport const all: string = 1`, /ban-ts-comment/],
  [
    'src/server/swallowed.ts',
    `export const quiet = (act: () => void) => {\n  try {\n    act()\n  } catch {}\n}`,
    /no-empty/,
  ],
]

/** The same imports where they are allowed. */
const ALLOWED: readonly [file: string, source: string][] = [
  ['src/domain/one.ts', `export const one = 1`],
  ['src/domain/two.ts', `import { one } from './one'\nexport const two = one + Math.floor(1.5)`],
  ['src/domain/randomisation/draw.ts', `import { one } from '../one'\nexport const draw = () => one`],
  ['src/domain/simulation/trials.ts', `import { draw } from '../randomisation/draw'\nexport const trials = [draw()]`],
  [
    'src/contract/call.ts',
    `import { one } from '#domain/one'\nimport * as v from 'valibot'\nexport const call = v.literal(one)`,
  ],
  [
    'src/offline/store.ts',
    `import { call } from '#contract/call'\nimport { Dexie } from 'dexie'\nexport const store = { call, Dexie }`,
  ],
  [
    'sw/worker.ts',
    `import { store } from '#offline/store'\nimport { PrecacheController } from 'workbox-precaching'\nexport const worker = { store, PrecacheController }`,
  ],
  [
    'src/server/doors/http/serve.ts',
    `import { call } from '#contract/call'\nimport { draw } from '#domain/randomisation/draw'\nimport { Hono } from 'hono'\nimport { join } from 'node:path'\nexport const serve = { call, draw, Hono, join }`,
  ],
  ['src/server/ground/db/read.ts', `import { sql } from 'kysely'\nexport const read = sql`],
  ['src/server/use-cases/trials/use.ts', `import { read } from '../../ground/db/read'\nexport const use = () => read`],
  [
    'src/client/main.tsx',
    `import { store } from '#offline/store'\nimport { one } from '#domain/one'\nimport { useState } from 'react'\nimport '@mantine/core/styles.css'\nexport const show = { store, one, useState, later: () => import('./app/home/home') }`,
  ],
  ['src/client/app/home/home.ts', `import { one } from '#domain/one'\nexport const home = one`],
  [
    'src/client/subjects/people/users.ts',
    `import { page } from '../trials/trial/trial-page'\nexport const users = page`,
  ],
  ['src/client/subjects/trials/trial/trial-page.ts', `export const page = 1`],
  [
    'src/verifier/verify.mjs',
    `import { createHash } from 'node:crypto'\nimport { readFileSync } from 'node:fs'\nexport const verify = () => [createHash('sha256'), readFileSync, new Date()]`,
  ],
]

describe('the walls that oxlint enforces', () => {
  let house: ModelHouse
  let findings: Findings

  beforeAll(async () => {
    house = await buildModelHouse(Object.fromEntries([...STOPPED, ...ALLOWED].map(([file, source]) => [file, source])))
    findings = await house.lint()
  })
  afterAll(() => house.pullDown())

  it.each(STOPPED)('stop %s', (file, _source, says) => {
    expect(findings(file)).toMatch(says)
  })

  it.each(ALLOWED)('let %s through', (file) => {
    expect(findings(file)).toBe('')
  })
})
