import type { Store } from '../../browser/store'
import { nextProbeIn, type Connection } from './connection'

/** How long a probe may take, in milliseconds, before it counts as unanswered. */
export const PROBE_TIMEOUT_MS = 8000

/**
 * Probes the server whenever there was no evidence for a while: often while it is away, seldom while it answers, never while
 * the page is hidden. `probe` itself reports its evidence to the store. Returns a function that stops the monitor.
 */
export const startConnectionMonitor = (
  connection: Store<Connection>,
  probe: () => Promise<unknown>,
  page: Window,
): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isProbing = false
  let isStopped = false

  const ask = async () => {
    clearTimeout(timer)
    if (isProbing) return
    isProbing = true
    await probe()
    isProbing = false
    schedule()
  }
  const schedule = () => {
    clearTimeout(timer)
    if (isStopped || isProbing || page.document.visibilityState === 'hidden') return
    timer = setTimeout(() => void ask(), nextProbeIn(connection.get()))
  }
  const onSign = () => void ask()
  const onVisibility = () => (page.document.visibilityState === 'hidden' ? clearTimeout(timer) : void ask())

  schedule()
  const unsubscribe = connection.subscribe(schedule)
  const signs = ['online', 'offline', 'pageshow'] as const
  for (const sign of signs) page.addEventListener(sign, onSign)
  page.document.addEventListener('visibilitychange', onVisibility)
  return () => {
    isStopped = true
    clearTimeout(timer)
    unsubscribe()
    for (const sign of signs) page.removeEventListener(sign, onSign)
    page.document.removeEventListener('visibilitychange', onVisibility)
  }
}
