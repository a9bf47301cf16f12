import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sourcesIn } from './house-files'
import { buildModelHouse, type Findings, type ModelHouse } from './model-house'

const NO_SUCH_NAME = /TS2304|TS2552|TS2584|TS2591|TS2592|TS2580/
const NO_SUCH_MODULE = /TS2307|TS2591/
const NOT_OF_THIS_ROOM = /TS6307|TS6059/

/** A call of the contract that declares only the given fields, for a trial by default. */
function aCall(declared: string, parameters = `{ trial_id: idInAddress }`): string {
  return `import { endpoint, noFields, noBody } from './endpoint'
import { idInAddress } from './fields'
import { anybody, byToken, inTrial, underLock } from './needs'
export const used = { idInAddress, anybody, byToken, inTrial, underLock, noFields }
export const call = endpoint({
  method: 'GET', path: 'beds', summary: 'List beds', ${declared} parameters: ${parameters}, query: noFields, body: noBody, status: 204, response: noBody, errors: [],
})`
}

/** A source that a room's tsconfig stops: its path, its content, and the compiler's message. */
const STOPPED: readonly [file: string, source: string, says: RegExp][] = [
  ['src/domain/page.ts', `export const title = () => document.title`, NO_SUCH_NAME],
  ['src/domain/process.ts', `export const folder = () => process.cwd()`, NO_SUCH_NAME],
  ['src/domain/console.ts', `export const say = () => console.log('a')`, NO_SUCH_NAME],
  ['src/domain/timer.ts', `export const wait = () => setTimeout(() => undefined, 1)`, NO_SUCH_NAME],
  ['src/domain/clock.ts', `export const now = () => performance.now()`, NO_SUCH_NAME],
  ['src/domain/network.ts', `export const load = () => fetch('/')`, NO_SUCH_NAME],
  ['src/domain/chance.ts', `export const toss = () => crypto.randomUUID()`, NO_SUCH_NAME],
  ['src/domain/node.ts', `import { join } from 'node:path'\nexport const path = join('a')`, NO_SUCH_MODULE],
  ['src/domain/contract.ts', `import { plain } from '../contract/plain'\nexport const same = plain`, NOT_OF_THIS_ROOM],

  ['src/contract/page.ts', `export const title = () => document.title`, NO_SUCH_NAME],
  ['src/contract/process.ts', `export const folder = () => process.cwd()`, NO_SUCH_NAME],
  [
    'src/contract/server.ts',
    `import type { Plain } from '../server/plain-type'\nexport type Same = Plain`,
    NOT_OF_THIS_ROOM,
  ],

  ['src/offline/window.ts', `export const width = () => window.innerWidth`, NO_SUCH_NAME],
  ['src/offline/storage.ts', `export const keep = () => localStorage.setItem('a', 'b')`, NO_SUCH_NAME],
  ['src/offline/page.ts', `export const title = () => document.title`, NO_SUCH_NAME],
  ['src/offline/client.ts', `import { plain } from '../client/plain'\nexport const same = plain`, NOT_OF_THIS_ROOM],

  ['sw/window.ts', `export const width = () => window.innerWidth`, NO_SUCH_NAME],
  ['sw/storage.ts', `export const keep = () => localStorage.setItem('a', 'b')`, NO_SUCH_NAME],
  ['sw/client.ts', `import { plain } from '../src/client/plain'\nexport const same = plain`, NOT_OF_THIS_ROOM],
  ['sw/server.ts', `import type { Plain } from '../src/server/plain-type'\nexport type Same = Plain`, NOT_OF_THIS_ROOM],

  ['src/server/page.ts', `export const title = () => document.title`, NO_SUCH_NAME],
  ['src/server/window.ts', `export const width = () => window.innerWidth`, NO_SUCH_NAME],
  ['src/server/client.ts', `import { plain } from '../client/plain'\nexport const same = plain`, NOT_OF_THIS_ROOM],
  ['src/server/offline.ts', `import { plain } from '#offline/plain'\nexport const same = plain`, NOT_OF_THIS_ROOM],

  ['src/client/process.ts', `export const folder = () => process.cwd()`, NO_SUCH_NAME],
  ['src/client/node.ts', `import { join } from 'node:path'\nexport const path = join('a')`, NO_SUCH_MODULE],
  ['src/client/server.ts', `import { plain } from '../server/plain'\nexport const same = plain`, NOT_OF_THIS_ROOM],
  [
    'src/client/server-by-type.ts',
    `import type { Plain } from '../server/plain-type'\nexport type Same = Plain`,
    NOT_OF_THIS_ROOM,
  ],

  ['src/contract/without-need.ts', aCall(``), /TS2345|TS2741/],
  ['src/contract/unknown-need.ts', aCall(`needs: inTrial('fly'),`), /TS2345/],
  ['src/contract/need-of-no-trial.ts', aCall(`needs: inTrial('viewTrial'),`, `noFields`), /TS2741|TS2322/],
  ['src/contract/lock-of-no-trial.ts', aCall(`needs: underLock('randomise'),`, `noFields`), /TS2741|TS2322/],
  ['src/contract/file-of-no-trial.ts', aCall(`needs: byToken(inTrial('viewTrial')),`, `noFields`), /TS2741|TS2322/],
  ['src/contract/larger-anonymous-body.ts', aCall(`needs: anybody, max_body_bytes: 1,`), /TS2322/],

  ['src/server/unchecked.ts', `export const first = (all: string[]): string => all[0]`, /TS2322/],
  ['src/server/no-return.ts', `export const sign = (n: number) => {\n  if (n > 0) return 1\n}`, /TS7030/],
  ['src/server/value-of-type.ts', `import { Plain } from './plain-type'\nexport type Same = Plain`, /TS1484/],
]

/** The targets of the imports above: files that would compile in any room. */
const PLAIN: readonly [file: string, source: string][] = [
  ['src/contract/plain.ts', `export const plain = 1`],
  ['src/offline/plain.ts', `export const plain = 1`],
  ['src/client/plain.ts', `export const plain = 1`],
  ['src/server/plain.ts', `export const plain = 1`],
  ['src/server/plain-type.ts', `export type Plain = 1`],
]

/** Files of the repository from which a call of the contract is declared. */
const OURS = [
  ...['endpoint', 'errors', 'fields', 'needs'].map((name) => `src/contract/${name}.ts`),
  'src/domain/paging.ts',
  ...['calendar-day', 'real-day'].map((name) => `src/domain/time/${name}.ts`),
  ...['design-confirmation', 'trial-status'].map((name) => `src/domain/trials/${name}.ts`),
  'src/domain/people/permissions.ts',
  'src/domain/study-packs/study-pack.ts',
]

/** Imports and globals that each room may use. */
const ALLOWED: readonly [file: string, source: string][] = [
  ['src/contract/needed-in-trial.ts', aCall(`needs: inTrial('viewTrial'),`)],
  ['src/contract/of-anybody.ts', aCall(`needs: anybody,`, `noFields`)],
  ['src/domain/one.ts', `export const one = 1`],
  ['src/domain/two.ts', `import { one } from './one'\nexport const two = one + 1`],
  [
    'src/contract/call.ts',
    `import { one } from '#domain/one'\nimport * as v from 'valibot'\nexport const call = v.literal(one)`,
  ],
  [
    'src/offline/store.ts',
    `import { call } from '#contract/call'\nexport const store = { call, databases: indexedDB }`,
  ],
  ['sw/worker.ts', `import { store } from '#offline/store'\nexport const worker = { store, scope: caches }`],
  [
    'src/server/start/app.ts',
    `import { call } from '#contract/call'\nexport const app = { call, folder: process.cwd() }`,
  ],
  [
    'src/client/show.tsx',
    `import { store } from '#offline/store'\nexport const Show = () => <p title={document.title}>{Object.keys(store).length}</p>\nexport const show = Show`,
  ],
]

describe('the walls that the compiler enforces', () => {
  let house: ModelHouse
  let said: Findings

  beforeAll(async () => {
    const ours = sourcesIn('src').flatMap(({ path, text }) => (OURS.includes(path) ? [[path, text] as const] : []))
    house = await buildModelHouse(
      Object.fromEntries([
        ...ours,
        ...[...STOPPED, ...PLAIN, ...ALLOWED].map(([file, source]) => [file, source] as const),
      ]),
    )
    said = await house.compile()
  })
  afterAll(() => house.pullDown())

  it.each(STOPPED)('stop %s', (file, _source, says) => {
    expect(said(file)).toMatch(says)
  })

  it.each(ALLOWED)('let %s through', (file) => {
    expect(said(file)).toBe('')
  })
})
