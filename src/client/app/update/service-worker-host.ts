import { Workbox } from 'workbox-window'

/**
 * Registers the service worker and checks for a new version on every load, hourly, and when the page becomes visible. Only
 * `applyUpdate` reloads this page; an activation by another tab is only reported. @param report called when a new version
 * waits, or another tab has activated it.
 */
export function registerServiceWorker(report: (state: 'waiting' | 'taken_over') => void): { applyUpdate: () => void } {
  const workbox = new Workbox('/sw.js', { scope: '/' })
  let applying = false

  workbox.addEventListener('waiting', () => report('waiting'))
  workbox.addEventListener('controlling', (event) => {
    if (event.isUpdate && !applying) report('taken_over')
  })
  // The app works without its worker, but not offline: the console says so.
  workbox.register().then(() => checkRegularly(workbox), reportError)

  return {
    applyUpdate() {
      applying = true
      takeOver(workbox).catch(reportError)
    },
  }
}

async function takeOver(workbox: Workbox): Promise<void> {
  const waiting = (await navigator.serviceWorker.getRegistration('/'))?.waiting
  if (!waiting) {
    window.location.reload()
    return
  }
  waiting.addEventListener('statechange', () => {
    if (waiting.state === 'activated') window.location.reload()
    // A still newer version has replaced it meanwhile.
    if (waiting.state === 'redundant') takeOver(workbox).catch(reportError)
  })
  workbox.messageSkipWaiting()
}

const hour = 60 * 60 * 1000

function checkRegularly(workbox: Workbox): void {
  let checked = performance.now()
  const check = async () => {
    if (document.visibilityState === 'hidden' || performance.now() - checked < hour) return
    checked = performance.now()
    try {
      await workbox.update()
    } catch {
      // No connection: the next check follows.
    }
  }
  setInterval(() => void check(), hour / 4)
  document.addEventListener('visibilitychange', () => void check())
}
