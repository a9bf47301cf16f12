import { NOT_FOR_REAL_PARTICIPANTS } from '#domain/instance'
import { IDENTITY_PROVIDERS } from '#domain/sign-in/identity'
import { Hono } from 'hono'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RequestIdentity } from '../../../../src/server/doors/http/request-log'
import { readBuiltApp } from '../../../../src/server/ground/files/built-app'
import { serveClient } from '../../../../src/server/doors/static/serve-client'

const SCRIPT = `export const words = '${'randomise '.repeat(200)}'`
const PAGE = '<!doctype html><title>Equipoise</title>'

const BUILD = {
  'index.html': PAGE,
  'sw.js': 'self.skipWaiting',
  'manifest.webmanifest': '{"name":"Equipoise"}',
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'icons/equipoise-192.png': 'png',
  'assets/index-1a2b3c4d.js': SCRIPT,
  'assets/index-5e6f7a8b.css': 'body { margin: 0 }',
  'assets/text-9c0d1e2f.woff2': 'woff2',
  'assets/scanner-3a4b5c6d.wasm': 'wasm',
}
const BUILD_BEFORE = {
  'index.html': '<title>Before</title>',
  'only-before.html': 'old',
  'assets/index-00000000.js': 'export const old = true',
  'assets/index-5e6f7a8b.css': 'the same name stands for the same file',
}

const PROVIDERS = { offered: IDENTITY_PROVIDERS }
const NAMES = { instance: 'test', service_name: 'Trials of <Example> & $& Co', university_name: 'The University' }

let folder: string
let app: Hono<{ Variables: RequestIdentity }>
const get = (path: string, headers: Record<string, string> = {}) => app.request(path, { headers })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'built-app-'))
  await writeBuild('client', BUILD)
  await writeBuild('before', BUILD_BEFORE)
  await writeFile(join(folder, 'secret.txt'), 'secret')
  const built = await readBuiltApp(join(folder, 'client'), join(folder, 'before'))
  if (!built.ok) throw new Error(built.refusal)
  app = new Hono<{ Variables: RequestIdentity }>()
  app.get('/api/v1/app-instance', (requestContext) => requestContext.text('the API'))
  serveClient(app, { client: built.value, config: NAMES, providers: PROVIDERS })
  app.notFound((requestContext) => requestContext.text('nobody knows', 404))
})
afterAll(() => rm(folder, { recursive: true }))

const writeBuild = async (name: string, files: Record<string, string>) => {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name, path)), { recursive: true })
    await writeFile(join(folder, name, path), text)
  }
}

describe('a missing file', () => {
  it.each([
    '/assets/index-ffffffff.js',
    '/assets/missing.css',
    '/robots.txt',
    '/trials/logo.png',
    '/assets/index-1a2b3c4d.js.map',
    '/only-before.html',
  ])('is a 404, not the page: %s', async (path) => {
    const answer = await get(path)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('Content-Type')).toMatch(/^text\/plain/)
  })

  it.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/../../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/....//secret.txt',
    '/assets\\..\\..\\secret.txt',
    '/%00secret.txt',
    '//secret.txt',
  ])('cannot be reached by another path: %s', async (path) => {
    expect(await (await get(path)).text()).not.toContain('secret')
  })
})

describe('an address outside the app', () => {
  it.each(['/api', '/api/v2/anything', '/idp/auth', '/idp', '/healthz', '/readyz', '/healthz/'])(
    'is left to others: %s',
    async (path) => {
      const answer = await get(path)
      expect([answer.status, await answer.text()]).toEqual([404, 'nobody knows'])
    },
  )

  it('is answered by routes mounted before', async () => {
    expect(await (await get('/api/v1/app-instance')).text()).toBe('the API')
  })

  it.each(['POST', 'PUT', 'DELETE'])('is any request by %s', async (method) => {
    expect((await app.request('/trials', { method })).status).toBe(404)
  })
})

describe('a page of the app', () => {
  it.each([
    '/',
    '/trials',
    '/trials/907/participants/new',
    '/trials?status=started&q=a.b',
    '/university-sso-return?REF=abc',
    '/apiary',
    '/nowhere/at/all/',
  ])('is index.html, never stored without asking: %s', async (path) => {
    const answer = await get(path)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe(PAGE)
    expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('Cache-Control')).toBe('no-cache')
  })
})

describe('a file of the app', () => {
  it.each([
    ['/index.html', 'text/html; charset=utf-8'],
    ['/sw.js', 'text/javascript; charset=utf-8'],
    ['/manifest.webmanifest', 'application/manifest+json'],
    ['/favicon.svg', 'image/svg+xml; charset=utf-8'],
    ['/icons/equipoise-192.png', 'image/png'],
  ])('%s is %s and revalidated each time', async (path, type) => {
    const answer = await get(path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toBe(type)
    expect(answer.headers.get('Cache-Control')).toBe('no-cache')
  })

  it.each([
    ['/assets/index-1a2b3c4d.js', 'text/javascript; charset=utf-8'],
    ['/assets/index-5e6f7a8b.css', 'text/css; charset=utf-8'],
    ['/assets/text-9c0d1e2f.woff2', 'font/woff2'],
    ['/assets/scanner-3a4b5c6d.wasm', 'application/wasm'],
  ])('%s is %s and cached for ever', async (path, type) => {
    const answer = await get(path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toBe(type)
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
  })

  it('is not sent again to a client that has it', async () => {
    const tag = (await get('/sw.js')).headers.get('ETag') ?? ''
    const again = await get('/sw.js', { 'If-None-Match': tag })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect((await get('/index.html', { 'If-None-Match': tag })).status).toBe(200)
  })

  it('answers HEAD with its type and no content', async () => {
    const answer = await app.request('/assets/index-1a2b3c4d.js', { method: 'HEAD' })
    expect([answer.status, await answer.text()]).toEqual([200, ''])
    expect(answer.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8')
  })
})

describe('the previous build', () => {
  it('still serves its hashed files, for tabs that opened with it', async () => {
    expect(await (await get('/assets/index-00000000.js')).text()).toBe(BUILD_BEFORE['assets/index-00000000.js'])
  })

  it('is replaced by the present one', async () => {
    expect(await (await get('/assets/index-5e6f7a8b.css')).text()).toBe(BUILD['assets/index-5e6f7a8b.css'])
    expect(await (await get('/')).text()).toBe(PAGE)
  })
})

describe('text', () => {
  const bytes = async (accepted: string) => {
    const answer = await get('/assets/index-1a2b3c4d.js', { 'Accept-Encoding': accepted })
    const body = Buffer.from(await answer.arrayBuffer())
    return { encoding: answer.headers.get('Content-Encoding'), vary: answer.headers.get('Vary'), body }
  }

  it.each(['br', 'gzip, deflate, br, zstd', 'gzip;q=0.5, br;q=0.1'])('is sent as brotli to "%s"', async (accepted) => {
    const { encoding, vary, body } = await bytes(accepted)
    expect([encoding, vary]).toEqual(['br', 'Accept-Encoding'])
    expect(brotliDecompressSync(body).toString()).toBe(SCRIPT)
    expect(body.length).toBeLessThan(SCRIPT.length / 10)
  })

  it.each(['gzip', 'gzip, br;q=0', 'deflate, gzip'])('is sent as gzip to "%s"', async (accepted) => {
    const { encoding, vary, body } = await bytes(accepted)
    expect([encoding, vary]).toEqual(['gzip', 'Accept-Encoding'])
    expect(gunzipSync(body).toString()).toBe(SCRIPT)
  })

  it.each(['', 'identity', 'deflate', 'br;q=0, gzip;q=0'])('is sent uncompressed to "%s"', async (accepted) => {
    const { encoding, vary, body } = await bytes(accepted)
    expect([encoding, vary, body.toString()]).toEqual([null, 'Accept-Encoding', SCRIPT])
  })

  it('does not include pictures and fonts', async () => {
    const answer = await get('/assets/text-9c0d1e2f.woff2', { 'Accept-Encoding': 'br' })
    expect([answer.headers.get('Content-Encoding'), answer.headers.get('Vary')]).toEqual([null, null])
  })
})

describe('a copy that the build compressed', () => {
  const COPY = brotliCompressSync(Buffer.from(SCRIPT))
  const served = async (path: string) => {
    const build = join(folder, 'compressed')
    await mkdir(build, { recursive: true })
    await writeFile(join(build, 'index.html'), PAGE)
    await writeFile(join(build, 'main.js'), SCRIPT)
    await writeFile(join(build, 'main.js.br'), COPY)
    const built = await readBuiltApp(build, join(folder, 'none'))
    if (!built.ok) throw new Error(built.refusal)
    const portal = new Hono<{ Variables: RequestIdentity }>()
    serveClient(portal, { client: built.value, config: NAMES, providers: PROVIDERS })
    const answer = await portal.request(path, { headers: { 'Accept-Encoding': 'br' } })
    return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) }
  }

  it('is sent as the build wrote it', async () => {
    expect((await served('/main.js')).body).toEqual(COPY)
  })

  it('has no address of its own', async () => {
    expect((await served('/main.js.br')).status).toBe(404)
  })
})

describe('a build', () => {
  it('that is missing is refused in one line that says how to make it', async () => {
    expect(await readBuiltApp(join(folder, 'nowhere'), join(folder, 'before'))).toEqual({
      ok: false,
      refusal: `There is no built app in ${join(folder, 'nowhere')}: run "npm run build" first`,
    })
  })

  it('needs no previous one', async () => {
    const first = await readBuiltApp(join(folder, 'client'), join(folder, 'nowhere'))
    expect(first).toMatchObject({ ok: true })
  })

  it('that changes on disk does not change the served files', async () => {
    await writeFile(join(folder, 'client', 'index.html'), 'half of a new ')
    expect(await (await get('/')).text()).toBe(PAGE)
  })

  it('may be missing, where the API is served alone', async () => {
    const alone = new Hono<{ Variables: RequestIdentity }>()
    serveClient(alone, { client: null, config: NAMES, providers: PROVIDERS })
    expect((await alone.request('/')).status).toBe(404)
  })
})

describe('the first paint of a page before the app', () => {
  const PLACE = '<!doctype html><body><!--first-paint--><div id="root"></div></body>'
  const painted = async (path: string, instance = 'test') => {
    const build = join(folder, `painted-${instance}`)
    await mkdir(build, { recursive: true })
    await writeFile(join(build, 'index.html'), PLACE)
    const built = await readBuiltApp(build, join(folder, 'none'))
    if (!built.ok) throw new Error(built.refusal)
    const portal = new Hono<{ Variables: RequestIdentity }>()
    serveClient(portal, { client: built.value, config: { ...NAMES, instance }, providers: PROVIDERS })
    const answer = await portal.request(path)
    return { text: await answer.text(), etag: answer.headers.get('ETag') }
  }

  it('is the head of the page, and at the home page the words for visitors, with every name unchanged', async () => {
    const { text } = await painted('/')
    expect(text).toContain('Welcome to the Trials of &lt;Example&gt; &amp; $&amp; Co')
    expect(text).toContain('The University randomises participants of research studies here.')
    expect(text).toContain('<div id="root"></div>')
    expect((await painted('/trials')).text).not.toContain('Welcome')
  })

  it('is at the sign-in its words, with a place for each provider that the instance shows', async () => {
    const { text } = await painted('/sign-in')
    expect(text).toContain('Choose the account that you use for the Trials of &lt;Example&gt; &amp; $&amp; Co.')
    expect(text.match(/class="provider"/g)).toHaveLength(IDENTITY_PROVIDERS.length)
    // External accounts are hidden there.
    expect((await painted('/sign-in', 'demo')).text.match(/class="provider"/g)).toHaveLength(
      IDENTITY_PROVIDERS.length - 1,
    )
  })

  it('warns that the service is not for real participants, except in production', async () => {
    expect((await painted('/trials')).text).toContain(NOT_FOR_REAL_PARTICIPANTS)
    expect((await painted('/trials', 'prod')).text).not.toContain(NOT_FOR_REAL_PARTICIPANTS)
  })

  it('is not in the file that the worker stores, whose hash it checks', async () => {
    expect((await painted('/index.html')).text).toBe(PLACE)
  })

  it('has a tag of its own: a browser does not confuse one page with the other', async () => {
    const tags = await Promise.all(
      ['/', '/sign-in', '/trials', '/index.html'].map(async (path) => (await painted(path)).etag),
    )
    expect(new Set(tags).size).toBe(4)
  })
})
