/*
 * The service worker of Equipoise. It stores the app, serves it without a connection, and reads the listed answers of the API
 * through the store. It takes over only when a page asks, holds no token, and never handles a request that writes.
 */
import { answerThroughStore, SNAPSHOTS_NAME } from '#offline/answer-through-store'
import { createRequestOrder } from '#offline/late-answers'
import { readPageMessage, SYNC_TAG, type WorkerMessage } from '#offline/messages'
import { openSnapshots } from '#offline/snapshots'
import { isAppAddress } from './app-address'
import { appShell, type ShellEntry } from './app-shell'
import { isLateFile, serveLateFile } from './late-files'
import { workerVersion } from './worker-version'

/** The build replaces `self.SHELL_ENTRIES` by the list of files. */
declare const self: ServiceWorkerGlobalScope & { SHELL_ENTRIES: ShellEntry[] }

const shell = appShell(self.SHELL_ENTRIES)
const snapshots = openSnapshots(SNAPSHOTS_NAME)
const order = createRequestOrder()

self.addEventListener('install', (event) => {
  event.waitUntil(shell.install(event))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(shell.retireOldShells())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET') return
  const { origin, pathname } = new URL(request.url)
  if (origin !== self.location.origin) return
  const stored = answerThroughStore(request, {
    snapshots,
    order,
    fetch: (request) => self.fetch(request),
    onLate: (late) => event.waitUntil(postToPages({ type: 'LATE', ...late })),
    onStoreError: (error) => event.waitUntil(postToPages({ type: 'UNKEPT', words: String(error) })),
    afterwards: (work) => outlived(event, work),
    meanwhile: (work) => outlived(event, work),
  })
  if (stored !== null) {
    event.respondWith(stored)
    return
  }
  if (isLateFile(pathname)) {
    event.respondWith(serveLateFile(request))
    return
  }
  if (shell.isShellFile(pathname)) {
    event.respondWith(shell.serveFile(request))
    return
  }
  if (request.mode !== 'navigate' || !isAppAddress(pathname)) return
  event.respondWith(shell.openApp(request))
})

self.addEventListener('message', (event) => {
  const type = readPageMessage(event.data)?.type
  if (type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting())
  if (type === 'TELL_VERSION') event.ports[0]?.postMessage(VERSION)
})

// Only Chromium fires this event. The pages send, since only they know the session.
self.addEventListener('sync', (event) => {
  if (event instanceof ExtendableEvent && 'tag' in event && event.tag === SYNC_TAG)
    event.waitUntil(postToPages({ type: 'WAKE' }))
})

/** Runs the work after the response was sent, and keeps the worker alive until it is done. */
async function outlived(event: ExtendableEvent, work: () => Promise<void>): Promise<void> {
  const done = new Promise<void>((resolve) => setTimeout(resolve)).then(work)
  event.waitUntil(done)
  await done
}

const VERSION: WorkerMessage = { type: 'VERSION', version: workerVersion }

async function postToPages(message: WorkerMessage): Promise<void> {
  for (const page of await self.clients.matchAll({ type: 'window' })) page.postMessage(message, { transfer: [] })
}
