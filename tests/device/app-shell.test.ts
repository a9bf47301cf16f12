import { SYNC_TAG } from '#offline/messages'
import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sharedChromium } from '../support/chromium'
import { aHashedFile, builtVersion, corrected, nextVersion, renamed, serveShell } from './shell-server'

/** The built worker in a real browser, with a server that the test can change and kill. */

let context: BrowserContext
let server: Awaited<ReturnType<typeof serveShell>>

beforeEach(async () => {
  server = await serveShell(builtVersion())
  context = await (await sharedChromium()).newContext()
})
afterEach(async () => {
  await context.close()
  await server.kill()
})

async function open(path: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(server.address + path)
  return page
}

/** Opens the portal and waits until its worker is active. */
async function openAndInstall(path = '/'): Promise<Page> {
  const page = await open(path)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await page.reload()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  return page
}

const versionOf = (page: Page) => page.evaluate(() => document.body.dataset['version'] ?? 'first')
const shells = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('equipoise-shell-')).length)
const updateButton = (page: Page) => page.getByRole('button', { name: 'Update now' })

/** Lets the browser check for a new version, which the page may apply automatically as soon as it is installed. */
async function lookForUpdate(page: Page) {
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update()
  })
}

/** Lets the browser check for a new version, and waits until it was installed or has failed. */
async function findUpdate(page: Page) {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update()
    const worker = registration.installing
    if (!worker) return
    await new Promise<void>((settled) => {
      worker.addEventListener('statechange', () => {
        if (worker.state !== 'installing') settled()
      })
    })
  })
}

/** Types into a field that is added to the page, like a comment. */
async function beginComment(page: Page) {
  await page.evaluate(() => {
    const field = document.createElement('textarea')
    document.body.append(field)
    field.focus()
  })
  await page.keyboard.type('half a sentence')
}

const comment = (page: Page) => page.evaluate(() => document.querySelector('textarea')?.value)

/** Lets the browser store nothing more. */
async function fill(page: Page) {
  const browserTools = await context.newCDPSession(page)
  await browserTools.send('Storage.overrideQuotaForOrigin', { origin: server.address, quotaSize: 1 })
}

describe('an installation', () => {
  const next = nextVersion(builtVersion(), 'second')

  test.each([
    ["a hotel's page in place of the app", 200, 'text/html', Buffer.from('<h1>Sign in to the Wi-Fi</h1>')],
    ['the right bytes under a wrong type', 200, 'text/plain', next.get('/index.html')],
    ['a file that is not there', 404, 'text/html', next.get('/index.html')],
  ])('fails entirely with %s', async (_what, status, type, body) => {
    const page = await openAndInstall()
    server.release(next)
    server.tamper('/index.html', (response) => response.writeHead(status, { 'content-type': type }).end(body))
    await findUpdate(page)
    expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting)).toBeNull()
    await server.kill()
    await page.reload()
    expect(await versionOf(page)).toBe('first')
  })

  test('a firewall from the first visit on leaves no worker behind', async () => {
    server.tamper(aHashedFile, (response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in to the Wi-Fi</h1>'),
    )
    const page = await open('/')
    const state = await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.register('/sw.js')
      const worker = registration.installing
      if (worker) await new Promise((settled) => worker.addEventListener('statechange', settled))
      return worker?.state
    })
    expect(state).toBe('redundant')
  })

  test('on a full tablet leaves nothing of the version behind, and the one before stays', async () => {
    const page = await openAndInstall()
    await fill(page)
    server.release(next)
    await findUpdate(page)
    expect(await shells(page)).toBe(1)
    await server.kill()
    await page.reload()
    expect(await versionOf(page)).toBe('first')
  })

  test('on a full tablet takes nothing of a version that waits', async () => {
    const page = await openAndInstall()
    await beginComment(page)
    server.release(next)
    await lookForUpdate(page)
    await updateButton(page).waitFor()
    await fill(page)
    server.release(corrected(next, '/favicon.svg', (picture) => `${picture}\n`))
    await findUpdate(page)
    expect(await shells(page)).toBe(2)
    await server.kill()
    await updateButton(page).click()
    await page.waitForFunction(() => document.body.dataset['version'] === 'second')
  })

  test('an update loads only the files that changed', async () => {
    const page = await openAndInstall()
    server.release(next)
    server.requests.length = 0
    await lookForUpdate(page)
    await page.waitForFunction(() => document.body.dataset['version'] === 'second')
    expect(server.requests.filter((request) => request.startsWith('GET /assets/'))).toEqual([
      `GET ${renamed(aHashedFile, 'second')}`,
    ])
    expect(server.requests).toContain('GET /index.html')
  })
})

describe('a cache of the browser', () => {
  const aLateFile = '/assets/charts-12345678.js'
  const statusOf = (page: Page, path: string) => page.evaluate(async (path) => (await fetch(path)).status, path)

  test('that is full hinders no file that is stored at its first use', async () => {
    const page = await openAndInstall()
    server.tamper(aLateFile, (response) => response.writeHead(200, { 'content-type': 'text/javascript' }).end('1'))
    await fill(page)
    expect(await statusOf(page, aLateFile)).toBe(200)
  })

  test('that cannot be read is replaced by the server', async () => {
    const page = await openAndInstall()
    const [worker] = context.serviceWorkers()
    await worker?.evaluate(() => {
      const fails = () => Promise.reject(new Error('the cache cannot be read'))
      Object.assign(CacheStorage.prototype, { open: fails, match: fails })
    })
    expect((await page.reload())?.status()).toBe(200)
    expect(await statusOf(page, aHashedFile)).toBe(200)
  })
})

const MARKED = { 'content-type': 'application/json', 'x-api': 'equipoise/1' }
const TIME_ZONES = JSON.stringify({ data: [] })
const TOKEN_OF_A_NURSE = `Bearer head.${Buffer.from('{"sub":"nurse"}').toString('base64url')}.signature`

/** Makes the store the nurse's, as a sign-in does. */
const ownStore = (sub: string) =>
  new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open('equipoise-snapshots')
    opening.addEventListener('error', () => reject(new Error(String(opening.error))))
    opening.addEventListener('success', () => {
      const { result } = opening
      const writing = result.transaction('owner', 'readwrite')
      writing.objectStore('owner').put({ key: 'owner', sub })
      writing.addEventListener('complete', () => {
        result.close()
        resolve()
      })
    })
  })

describe('with the server dead', () => {
  test.each(['/', '/trials/7/participants?page=2'])('%s is answered with the app from the tablet', async (path) => {
    const page = await openAndInstall()
    await server.kill()
    const answer = await page.goto(server.address + path)
    expect(answer?.fromServiceWorker()).toBe(true)
    expect(answer?.status()).toBe(200)
    // The app decides where a signed-out person is led.
    await page.getByRole('banner').waitFor()
  })

  test.each(['/api/docs', '/idp/auth', '/google-return?REF=1', '/university-sso-return?REF=1'])(
    '%s is not answered from the tablet',
    async (path) => {
      const page = await openAndInstall()
      await server.kill()
      await expect(page.goto(server.address + path)).rejects.toThrow('ERR_CONNECTION_REFUSED')
    },
  )

  test('no writing call is answered, and of the API no unlisted one', async () => {
    const page = await openAndInstall()
    await page.evaluate(() => fetch('/api/v1/trials'))
    await server.kill()
    const outcomes = await page.evaluate(async () =>
      Promise.all(
        [
          fetch('/api/v1/trials'),
          fetch('/api/v1/users'),
          fetch('/', { method: 'POST' }),
          fetch('/index.html', { method: 'PUT' }),
        ].map((call) =>
          call.then(
            () => 'answered',
            () => 'failed',
          ),
        ),
      ),
    )
    expect(outcomes).toEqual(['failed', 'failed', 'failed', 'failed'])
  })

  test('a listed answer is read from the store, with its time, but not by a probe', async () => {
    const page = await openAndInstall()
    server.tamper('/api/v1/timezones', (response) => response.writeHead(200, MARKED).end(TIME_ZONES))
    const ask = (headers: Record<string, string> = {}) =>
      page.evaluate(
        async ([headers, token]) => {
          const answer = await fetch('/api/v1/timezones', { headers: { ...headers, authorization: token } }).catch(
            () => null,
          )
          return answer && { as_of: answer.headers.get('X-As-Of'), text: await answer.text() }
        },
        [headers, TOKEN_OF_A_NURSE] as const,
      )
    await page.evaluate(ownStore, 'nurse')
    expect(await ask()).toEqual({ as_of: null, text: TIME_ZONES })
    await server.kill()
    expect(await ask()).toEqual({ as_of: expect.stringMatching(/^\d{4}-.*Z$/), text: TIME_ZONES })
    expect(await ask({ 'X-Probe': '1' })).toBeNull()
  })

  test('no cache holds an answer of the API', async () => {
    const page = await openAndInstall()
    await page.evaluate(() => fetch('/api/v1/trials', { headers: { authorization: 'Bearer secret' } }))
    const cached = await page.evaluate(async () => {
      const names = await caches.keys()
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return requests.flat().map(({ url }) => new URL(url).pathname)
    })
    expect(cached.length).toBeGreaterThan(0)
    expect(cached.filter((path) => path.startsWith('/api'))).toEqual([])
  })
})

describe('an update', () => {
  test('is applied automatically before the first touch', async () => {
    const page = await openAndInstall()
    server.release(nextVersion(builtVersion(), 'second'))
    await lookForUpdate(page)
    await page.waitForFunction(() => document.body.dataset['version'] === 'second')
    expect(await updateButton(page).count()).toBe(0)
  })

  test('waits for consent while a person types', async () => {
    const page = await openAndInstall()
    await beginComment(page)
    server.release(nextVersion(builtVersion(), 'second'))
    await lookForUpdate(page)
    await updateButton(page).waitFor()
    expect(await comment(page)).toBe('half a sentence')
    expect(await versionOf(page)).toBe('first')

    await updateButton(page).click()
    await page.waitForFunction(() => document.body.dataset['version'] === 'second')
  })

  test('applied in one tab reloads no other: its input stays, and it offers the update', async () => {
    const typing = await openAndInstall()
    await beginComment(typing)
    const other = await open('/')
    server.release(nextVersion(builtVersion(), 'second'))
    await lookForUpdate(other)
    await other.waitForFunction(() => document.body.dataset['version'] === 'second')

    await updateButton(typing).waitFor()
    expect(await comment(typing)).toBe('half a sentence')
    expect(await versionOf(typing)).toBe('first')
  })

  test('leaves the previous version for tabs that still run it, and no older one', async () => {
    const page = await openAndInstall()
    const fileOfTheFirst = () => page.evaluate(async (path) => (await fetch(path)).status, aHashedFile)
    expect(await shells(page)).toBe(1)
    for (const [name, answer] of [
      ['second', 200],
      ['third', 404],
      ['fourth', 404],
    ] as const) {
      server.release(nextVersion(builtVersion(), name))
      await lookForUpdate(page)
      await page.waitForFunction((expected) => document.body.dataset['version'] === expected, name)
      expect(await shells(page)).toBe(2)
      expect(await fileOfTheFirst()).toBe(answer)
    }
  })
})

test('the worker wakes its pages when the browser reports that the network is back', async () => {
  const page = await openAndInstall()
  const message = page.evaluate(
    () =>
      new Promise((resolve) => {
        navigator.serviceWorker.addEventListener('message', ({ data }) => {
          if (data.type === 'WAKE') resolve(data)
        })
      }),
  )
  const browserTools = await context.newCDPSession(page)
  const registrationId = new Promise<string>((resolve) => {
    browserTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    })
  })
  await browserTools.send('ServiceWorker.enable')
  await browserTools.send('ServiceWorker.dispatchSyncEvent', {
    origin: server.address,
    registrationId: await registrationId,
    tag: SYNC_TAG,
    lastChance: false,
  })
  expect(await message).toEqual({ type: 'WAKE' })
})
