import { inCache } from './in-cache'
import { isShellFileAnswer } from './shell-file-type'

declare const self: ServiceWorkerGlobalScope

/**
 * Whether a file is stored at its first use instead of at installation: the barcode reader, the library of charts with its styles
 * and the help at a desk, which are large and used by few (no chart is shown offline), and the university's logo, which the build
 * does not know.
 */
export const isLateFile = (pathname: string): boolean =>
  /^\/assets\/[^/]+\.gz$/.test(pathname) ||
  /^\/assets\/(charts|help-late|CompositeChart)-[^/]+\.(js|css)$/.test(pathname) ||
  isUniversityLogo(pathname)

const isUniversityLogo = (pathname: string): boolean => pathname.startsWith('/assets/university-logo-')

const CACHE = 'equipoise-late-files'

/**
 * A late file from the cache, else from the server and then stored. A file that cannot be stored, as on a full tablet, is
 * served all the same.
 */
export const serveLateFile = async (request: Request): Promise<Response> => {
  const stored = await inCache(async () => (await self.caches.open(CACHE)).match(request))
  if (stored) return stored
  const response = await fetch(request)
  const { status, headers } = response
  const facts = { status, contentType: headers.get('content-type') }
  if (isShellFileAnswer(new URL(request.url).pathname, facts)) {
    const copy = response.clone()
    await inCache(() => storeLateFile(request, copy))
  }
  return response
}

/** Stores a late file. Its name has a hash, so older versions of the file are deleted. */
const storeLateFile = async (request: Request, response: Response): Promise<undefined> => {
  const cache = await self.caches.open(CACHE)
  const older = (await cache.keys()).filter((one) => isSucceededBy(one, request))
  await cache.put(request, response)
  await Promise.all(older.map((one) => cache.delete(one)))
}

/** Logos are never deleted: there are two, one for each colour scheme, and each is small. */
const isSucceededBy = (older: Request, newer: Request): boolean => {
  const [one, other] = [older, newer].map(({ url }) => new URL(url).pathname)
  return one !== undefined && other !== undefined && !isUniversityLogo(one) && kindOf(one) === kindOf(other)
}

/** A late file's name without its hash: one of each is stored, except logos. */
const kindOf = (pathname: string): string => pathname.replace(/-[\w-]{8}(?=\.\w+$)/, '')
