import { isShellFileAnswer } from './shell-file-type'

declare const self: ServiceWorkerGlobalScope

/**
 * Whether a file is stored from its first use on, and not from the installation: the reader of barcodes, which is large and of use
 * to few, and the university's logo, which the build does not know.
 */
export const isLateFile = (pathname: string): boolean =>
  /^\/assets\/[^/]+\.gz$/.test(pathname) || isUniversityLogo(pathname)

const isUniversityLogo = (pathname: string): boolean => pathname.startsWith('/assets/university-logo-')

const CACHE = 'equipoise-late-files'

/** Such a file from this tablet, else the server's, which then stays. Its name has its hash; of older ones none stays. */
export const serveLateFile = async (request: Request): Promise<Response> => {
  const cache = await self.caches.open(CACHE)
  const stored = await cache.match(request)
  if (stored) return stored
  const response = await fetch(request)
  const { status, headers } = response
  const facts = { status, contentType: headers.get('content-type') }
  if (isShellFileAnswer(new URL(request.url).pathname, facts)) {
    const older = (await cache.keys()).filter((one) => isSucceededBy(one, request))
    await cache.put(request, response.clone())
    await Promise.all(older.map((one) => cache.delete(one)))
  }
  return response
}

/** Of a logo there are two, one for each scheme, and an older one is small. */
const isSucceededBy = (older: Request, newer: Request): boolean =>
  ![older, newer].some(({ url }) => isUniversityLogo(new URL(url).pathname))
