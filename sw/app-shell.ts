import { PrecacheController } from 'workbox-precaching'
import { inCache } from './in-cache'
import { outdatedShells, shellPrefix, succeed } from './shell-lineage'
import { isShellFileAnswer } from './shell-file-type'

declare const self: ServiceWorkerGlobalScope

/** A file of the app in the build's list. A hashed name needs no revision; every file has its integrity. */
export type ShellEntry = { url: string; revision: string | null; integrity: string }

/**
 * The built app: all its files, in one cache per version. A version is stored whole or not at all: where a file is missing, of
 * another type or not of this build, the installation fails and the previous version stays in use.
 */
export function appShell(entries: ShellEntry[]) {
  // Every change of the app changes index.html, which names its entry by hash.
  const cacheName = shellPrefix + (entries.find(({ url }) => url === 'index.html')?.revision ?? '')
  const shellOf = (files: ShellEntry[]) => {
    const controller = new PrecacheController({
      cacheName,
      plugins: [{ cachedResponseWillBeUsed: takeOverUnchanged, cacheWillUpdate: refuseForeignAnswer }],
    })
    controller.addToCacheList(files)
    return controller
  }
  const controller = shellOf(entries)
  const hashed = entries.filter(({ revision }) => revision === null)
  const holdsHashedFiles = async () => {
    const cache = await self.caches.open(cacheName)
    const stored = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
    return hashed.every(({ url }) => stored.has(`/${url}`))
  }
  const paths = new Set(controller.getCachedURLs().map((url) => new URL(url).pathname))

  return {
    /**
     * Stores every file. Rejects where one is missing or not of this build, so that the version is never used. What is stored by
     * then stays for the next attempt, but not on a full tablet, whose space unsent actions need.
     */
    async install(event: ExtendableEvent): Promise<void> {
      // A version that waits or serves has this cache too where only a file without a hash changed: it is never deleted.
      const isInUse = await holdsHashedFiles()
      const shares = await Promise.allSettled(inShares(entries).map((files) => shellOf(files).install(event)))
      const failures = shares.flatMap((share): unknown[] => (share.status === 'rejected' ? [share.reason] : []))
      if (failures.some(isOfFullCache) && !isInUse) await self.caches.delete(cacheName)
      if (failures.length > 0) throw failures[0]
      const cache = await self.caches.open(cacheName)
      const stored = new Set((await cache.keys()).map(({ url }) => url))
      const missing = [...controller.getURLsToCacheKeys().values()].filter((key) => !stored.has(key))
      if (missing.length > 0) throw new Error(`Not stored: ${missing.join(', ')}`)
    },

    /** Deletes all versions but the current and the previous one, which tabs opened before the update still run. */
    async retireOldShells(): Promise<void> {
      const lineage = succeed(await readLineage(), cacheName)
      // First, so that a full tablet has room for the rest.
      const outdated = outdatedShells(await self.caches.keys(), lineage)
      await Promise.all(outdated.map((name) => self.caches.delete(name)))
      await writeLineage(lineage)
    },

    /** Whether a file at this path belongs to this version, or may belong to an older one. */
    isShellFile(pathname: string): boolean {
      return paths.has(pathname) || pathname.startsWith('/assets/')
    },

    /** The app's index.html for any address, from the cache, else from the server. */
    async openApp(request: Request): Promise<Response> {
      return (await inCache(() => controller.matchPrecache('index.html'))) ?? fetch(request)
    },

    /** A file from this version's cache, else from the previous version's, else from the server. */
    async serveFile(request: Request): Promise<Response> {
      const stored = await inCache(
        async () => (await controller.matchPrecache(request)) ?? (await self.caches.match(request)),
      )
      return stored ?? fetch(request)
    },
  }
}

/** As many as a browser asks of one server at a time over HTTP/1.1. */
const AT_A_TIME = 6

/**
 * The files in as many shares as are stored at a time: a controller stores its own one after another, with a round trip
 * to the server for each.
 */
const inShares = (entries: ShellEntry[]): ShellEntry[][] =>
  Array.from({ length: AT_A_TIME }, (_, share) => entries.filter((_entry, place) => place % AT_A_TIME === share))

/** While installing, copies an unchanged file from the previous version, so that an update downloads only changed files. */
async function takeOverUnchanged(stored: {
  cacheName: string
  request: Request
  cachedResponse?: Response
}): Promise<Response | undefined> {
  const { cacheName, request, cachedResponse } = stored
  if (cachedResponse) return cachedResponse
  const earlier = await self.caches.match(request)
  if (!earlier) return undefined
  const cache = await self.caches.open(cacheName)
  await cache.put(request, earlier.clone())
  return earlier
}

const isOfFullCache = (error: unknown): boolean => error instanceof Error && error.name === 'QuotaExceededError'

async function refuseForeignAnswer({ request, response }: { request: Request; response: Response }) {
  const { status, headers } = response
  const ours = isShellFileAnswer(new URL(request.url).pathname, { status, contentType: headers.get('content-type') })
  return ours ? response : null
}

const lineageCache = 'equipoise-lineage'
const lineageKey = '/lineage'

async function readLineage(): Promise<string[]> {
  const cache = await self.caches.open(lineageCache)
  const stored = await cache.match(lineageKey)
  return stored ? (await stored.text()).split('\n') : []
}

async function writeLineage(lineage: readonly string[]): Promise<void> {
  const cache = await self.caches.open(lineageCache)
  await cache.put(lineageKey, new Response(lineage.join('\n')))
}
