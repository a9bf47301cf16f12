// @vitest-environment happy-dom
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { router } from '../../../src/client/app/router'

/* Every page of the app is opened in a browser by a test that looks for faults: axe, sideways scrolling, small targets. */

/** Each opens another page at once, or shows that nothing is there. */
const WITHOUT_SCREEN = [
  '/$',
  '/trials/$trialId/$',
  '/users/$',
  '/users/$userId/$',
  '/trials/$trialId/import',
  '/trials/$trialId/label-generator',
  // Opened by `returnPath` for every provider.
  '/$returnName',
]

const TESTS = join(import.meta.dirname, '../..')
const texts = ['journeys', 'desk', 'device', 'walks']
  .flatMap((folder) => readdirSync(join(TESTS, folder)).map((name) => readFileSync(join(TESTS, folder, name), 'utf8')))
  .filter((text) => /\b(pageFaults|faultsOf)\(/.test(text))

/** The address of a page in a test's source: an id or a name stands for each parameter. */
const addressOf = (pattern: string) => {
  const steps = pattern.split('/').map((step) => (step.startsWith('$') ? String.raw`(?:\$\{[^}]+\}|[\w-]+)` : step))
  return new RegExp(`["'\`]${steps.join('/')}["'\`?#]`)
}

test('every page of the app is looked at', () => {
  const pages = Object.keys(router.routesByPath).filter((path) => !WITHOUT_SCREEN.includes(path))
  const unseen = pages.filter((path) => !texts.some((text) => addressOf(path).test(text)))
  expect(pages.length).toBeGreaterThan(40)
  expect(unseen).toEqual([])
})
