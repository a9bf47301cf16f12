import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { BUILT_CLIENT } from '../support/built-files'

/** A built version of the portal: its files by path. */
export type Version = ReadonlyMap<string, Buffer>

export function builtVersion(): Version {
  if (!existsSync(join(BUILT_CLIENT, 'sw.js'))) throw new Error('dist/client is missing: build the portal first')
  const worker = readFileSync(join(BUILT_CLIENT, 'sw.js'))
  const paths = [...worker.toString().matchAll(/"url":"([^"]+)"/g)].map(([, url = '']) => url)
  return new Map([
    ['/sw.js', worker],
    ...paths.map((path): [string, Buffer] => [`/${path}`, readFileSync(join(BUILT_CLIENT, path))]),
  ])
}

/** A file with a hash in its name, like every built file. It is a font that no page needs at once. */
export const aHashedFile = [...builtVersion().keys()].find((path) => path.includes('mono-latin-ext')) ?? '/assets/none'

/** The name of a hashed file in another version. */
export const renamed = (path: string, name: string) => path.replace('/assets/', `/assets/${name}-`)

/**
 * The next version. Its name is in its page, one hashed file is renamed, and its worker lists all files as a build's
 * would.
 */
export function nextVersion(version: Version, name: string): Version {
  const files = [...version].map(([path, file]): [string, Buffer] => [
    path === aHashedFile ? renamed(path, name) : path,
    path === '/sw.js'
      ? Buffer.from(file.toString().replace(aHashedFile.slice(1), renamed(aHashedFile, name).slice(1)))
      : file,
  ])
  return corrected(new Map(files), '/index.html', (page) => page.replace('<body', `<body data-version="${name}"`))
}

/** The version with another text in one file whose name has no hash. Its worker lists it as a build's would. */
export function corrected(version: Version, path: string, write: (text: string) => string): Version {
  const before = version.get(path) ?? Buffer.alloc(0)
  const after = Buffer.from(write(before.toString()))
  const worker = String(version.get('/sw.js'))
    .replace(integrity(before), integrity(after))
    .replace(md5(before), md5(after))
  return new Map([...version, [path, after], ['/sw.js', Buffer.from(worker)]])
}

const integrity = (file: Buffer) => `sha384-${createHash('sha384').update(file).digest('base64')}`
const md5 = (file: Buffer) => createHash('md5').update(file).digest('hex')

type Answer = (response: ServerResponse) => void

/** A server of the portal's files that can switch to another version, damage files, and be killed. */
export async function serveShell(first: Version) {
  const state = { version: first, tampered: new Map<string, Answer>() }
  const requests: string[] = []
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    requests.push(`${request.method} ${pathname}`)
    const tampered = state.tampered.get(pathname)
    if (tampered) {
      tampered(response)
      return
    }
    if (pathname.startsWith('/api/')) {
      response.writeHead(200, { 'content-type': 'application/json', 'x-api': 'equipoise/1' }).end('{"fresh":true}')
      return
    }
    const path = extname(pathname) ? pathname : '/index.html'
    const file = state.version.get(path)
    if (!file) {
      response.writeHead(404, { 'content-type': 'application/problem+json' }).end('{}')
      return
    }
    response.writeHead(200, { ...headers, 'content-type': types[extname(path)], 'cache-control': 'no-cache' }).end(file)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port')

  return {
    address: `http://localhost:${address.port}`,
    requests,
    release: (version: Version) => {
      state.version = version
    },
    tamper: (pathname: string, answer: Answer) => {
      state.tampered.set(pathname, answer)
    },
    /** Ends the server and every connection to it, as a pulled plug would. */
    kill: () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

/** The headers that the real server sends with every file. */
const headers = {
  'content-security-policy':
    "default-src 'self'; style-src 'self'; style-src-elem 'self' 'unsafe-inline'; style-src-attr 'none'; script-src 'self' 'wasm-unsafe-eval'",
  'x-content-type-options': 'nosniff',
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
}
