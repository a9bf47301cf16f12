/*
 * The service worker of Equipoise: what it does, from top to bottom. It keeps the app itself on the tablet and serves
 * it with the server away. It takes over only when a page asks, stores no answer of the API, holds no token and never
 * touches a request that writes.
 */
import { readPageMessage } from '#offline/messages'
import { isAppAddress } from './app-address'
import { appShell, type ShellEntry } from './app-shell'

/** The build writes the list of files in place of `self.SHELL_ENTRIES`. */
declare const self: ServiceWorkerGlobalScope & { SHELL_ENTRIES: ShellEntry[] }

const shell = appShell(self.SHELL_ENTRIES)

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
  if (shell.isShellFile(pathname)) {
    event.respondWith(shell.serveFile(request))
    return
  }
  if (request.mode !== 'navigate' || !isAppAddress(pathname)) return
  event.respondWith(shell.openApp(request))
})

self.addEventListener('message', (event) => {
  if (readPageMessage(event.data)?.type !== 'SKIP_WAITING') return
  event.waitUntil(self.skipWaiting())
})
