import { Workbox } from 'workbox-window'

/**
 * Registers the service worker and checks for a new version on every load, hourly, and when the page becomes visible. Registers
 * again where the first installation failed, for a tablet in its dock may not be loaded again for days.
 * `applyUpdate` activates the new version and then calls `reload`; an activation by another tab is only reported.
 * @param report called when a new version waits, or another tab has activated it.
 */
export function registerServiceWorker(report: (state: 'waiting' | 'taken_over') => void): {
  applyUpdate: (reload: () => void) => void
} {
  const workbox = new Workbox('/sw.js', { scope: '/' })
  let applying = false

  workbox.addEventListener(
    'waiting',
    () => void isNewVersion().then((isNew) => isNew && report('waiting'), reportError),
  )
  workbox.addEventListener('controlling', (event) => {
    if (event.isUpdate && !applying) report('taken_over')
  })
  // The app works without its worker, but not offline: the console says so.
  workbox
    .register()
    .catch(reportError)
    .finally(() => checkRegularly(workbox))

  return {
    applyUpdate(reload) {
      applying = true
      takeOver(workbox, reload).catch(reportError)
    },
  }
}

/** A slow browser lets the first worker wait for a moment, too. A new version waits behind an active one. */
async function isNewVersion(): Promise<boolean> {
  const registration = await navigator.serviceWorker.getRegistration('/')
  return Boolean(registration?.waiting && registration.active)
}

async function takeOver(workbox: Workbox, reload: () => void): Promise<void> {
  const waiting = (await navigator.serviceWorker.getRegistration('/'))?.waiting
  if (!waiting) {
    reload()
    return
  }
  waiting.addEventListener('statechange', () => {
    if (waiting.state === 'activated') reload()
    // A still newer version has replaced it meanwhile.
    if (waiting.state === 'redundant') takeOver(workbox, reload).catch(reportError)
  })
  workbox.messageSkipWaiting()
}

const hour = 60 * 60 * 1000
/** The first pause before a first installation is repeated. It doubles up to the longest. */
const FIRST_PAUSE = 30_000
const LONGEST_PAUSE = hour / 4

function checkRegularly(workbox: Workbox): void {
  let checked = performance.now()
  const check = async () => {
    if (document.visibilityState === 'hidden') return
    try {
      // A browser forgets a registration whose first installation failed.
      const isInstalled = (await navigator.serviceWorker.getRegistration('/')) !== undefined
      if (isInstalled && performance.now() - checked < hour) return
      checked = performance.now()
      await (isInstalled ? workbox.update() : workbox.register())
    } catch {
      // No connection, or no answer of the browser: the next check follows.
    }
  }
  const checkAfter = (pause: number) =>
    setTimeout(() => {
      void check()
      checkAfter(Math.min(2 * pause, LONGEST_PAUSE))
    }, pause)
  checkAfter(FIRST_PAUSE)
  document.addEventListener('visibilitychange', () => void check())
}
