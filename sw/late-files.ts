import { isShellFileAnswer } from './shell-file-type'

declare const self: ServiceWorkerGlobalScope

/**
 * Whether a file of the app is kept from its first use on, and not from the installation: one that is large, and of use to few.
 * There is one such, the reader of barcodes, which only who dispenses packs by camera needs.
 */
export const isLateFile = (pathname: string): boolean => /^\/assets\/[^/]+\.gz$/.test(pathname)

const CACHE = 'equipoise-late-files'

/** Such a file from this tablet, else the server's, which then stays. Its name has its hash; of older ones none stays. */
export const serveLateFile = async (request: Request): Promise<Response> => {
  const cache = await self.caches.open(CACHE)
  const kept = await cache.match(request)
  if (kept) return kept
  const response = await fetch(request)
  const { status, headers } = response
  const facts = { status, contentType: headers.get('content-type') }
  if (isShellFileAnswer(new URL(request.url).pathname, facts)) {
    const older = await cache.keys()
    await cache.put(request, response.clone())
    await Promise.all(older.map((one) => cache.delete(one)))
  }
  return response
}
