import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as plain } from 'vitest'
import { OFFLINE_REASONS } from '../../src/client/offline-reasons'
import { launchChromiumIn } from '../support/chromium'
import { startServer } from '../support/server-process'
import { visitorOf } from '../support/visitor'

/* The app on a tablet can be installed, and opens after the server was killed. */

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" width="36" height="36"><path d="M0 0h36v36H0z"/></svg>'

const temporaryFolder = () => mkdtempSync(join(tmpdir(), 'equipoise-tablet-'))

/**
 * The built server as a process of its own, on data that is made once for the file. `tablet` starts a browser on a
 * profile that outlives it.
 */
const test = plain
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads what a fixture needs out of its braces.
  .extend('data', { scope: 'file' }, async ({}, { onCleanup }) => {
    const folder = temporaryFolder()
    onCleanup(() => rmSync(folder, { recursive: true }))
    return folder
  })
  .extend('server', async ({ data }, { onCleanup }) => {
    const university_logo = join(data, 'logo.svg')
    writeFileSync(university_logo, LOGO)
    const { url, kill } = await startServer({ database_url: undefined, data_dir: data, university_logo })
    let isAlive = true
    const server = {
      url,
      kill: async () => {
        if (isAlive) await kill()
        isAlive = false
      },
    }
    onCleanup(server.kill)
    return server
  })
  .extend('tablet', async ({ server }, { onCleanup }) => {
    const profile = temporaryFolder()
    onCleanup(() => rmSync(profile, { recursive: true }))
    return async () => visitorOf(await launchChromiumIn(profile), server.url)
  })

test('the app can be installed', async ({ tablet }) => {
  const nurse = await tablet()
  await nurse.opens('/')
  await nurse.page.evaluate(() => navigator.serviceWorker.ready)
  const browser = await nurse.context.newCDPSession(nurse.page)
  expect(await browser.send('Page.getInstallabilityErrors')).toEqual({ installabilityErrors: [] })
  const { url, errors } = await browser.send('Page.getAppManifest')
  expect(url).toMatch(/\/manifest\.webmanifest$/)
  expect(errors).toEqual([])
  await nurse.leaves()
})

test('with the server killed, a new browser opens the app at any address and says that it is offline', async ({
  tablet,
  server,
}) => {
  const nurse = await tablet()
  await nurse.opens('/')
  await nurse.signsInAs('nurse')
  await nurse.opens('/trials/1/participants')
  await nurse.reloadsFromTheDevice()
  // From now on each page is saved when it is opened.
  await nurse.opens('/trials')
  await nurse
    .finds('link', /^The International Stroke Trial/)
    .first()
    .waitFor()
  await nurse.opens('/trials/1/participants')
  await nurse
    .finds('link', /^Participant \d/)
    .first()
    .waitFor()
  await nurse.leaves()
  await server.kill()

  const later = await tablet()
  later.expectsError(/ERR_CONNECTION_REFUSED|ERR_FAILED/)
  for (const [address, words] of [
    ['/', /^Welcome/],
    ['/trials', /Last updated/],
    ['/trials/1/participants/new', OFFLINE_REASONS.randomise],
    ['/nowhere', 'Resource not found'],
  ] as const) {
    await later.opens(address)
    await later.page.getByRole('main').getByText(words).first().waitFor()
    await later.sees(/Offline · since \d{2}:\d{2}/)
    // The loss of the connection may be noticed just before the store has answered.
    const loading = later.page.locator('[aria-busy=true], .mantine-Skeleton-root, .mantine-Loader-root')
    await expect.poll(() => loading.count()).toBe(0)
    await later.isAt(address)
  }
  const logo = later.page.getByRole('banner').locator('img')
  expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(36)
  const address = await logo.getAttribute('src')
  expect(await later.page.evaluate(async (path) => (await caches.match(path ?? '')) !== undefined, address)).toBe(true)
  expect(await later.token()).not.toBeNull()
  await later.leaves()
})
