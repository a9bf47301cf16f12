import type { BrowserContext, Page } from 'playwright-core'
import { median } from './median'
import { RUNS, slow, SPEEDS } from './slowed-tablet'

/** Times the refresh of the packs that a page shows, by the factor that slows the processor. */
export const timeRefreshes = async (tablet: BrowserContext, page: Page): Promise<Map<number, Refresh>> => {
  const refreshes = new Map<number, Refresh>()
  for (const { slowed } of SPEEDS) {
    await slow(tablet, page, slowed)
    const measured: Refresh[] = []
    for (let run = 0; run < RUNS; run += 1) measured.push(await page.evaluate(refresh))
    refreshes.set(slowed, {
      ms: Math.round(median(measured.map(({ ms }) => ms))),
      longest: Math.round(Math.max(...measured.map(({ longest }) => longest))),
    })
  }
  return refreshes
}

/**
 * `longest` is the longest task of the page's thread meanwhile. The browser reports those over 50 ms, so 0 means none.
 */
type Refresh = { ms: number; longest: number }

/**
 * Returns to the page until its data are stale, requested again and drawn. It must not call functions outside itself:
 * they do not exist in the page.
 */
const refresh = async (): Promise<Refresh> => {
  const tasks: PerformanceEntry[] = []
  const watch = new PerformanceObserver((list) => tasks.push(...list.getEntries()))
  watch.observe({ type: 'longtask' })
  // The browser only remembers a few hundred requests.
  performance.clearResourceTimings()
  let entry: PerformanceEntry | undefined
  while (entry === undefined) {
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    await new Promise((resolve) => setTimeout(resolve, 1000))
    entry = performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/study-packs'))
  }
  // Everything visible is drawn by then.
  await new Promise((resolve) => setTimeout(resolve, 2000))
  watch.disconnect()
  const began = entry.startTime
  const own = tasks.filter(({ startTime }) => startTime >= began)
  const ends = [entry, ...own].map(({ startTime, duration }) => startTime + duration)
  return { ms: Math.max(...ends) - began, longest: Math.max(0, ...own.map(({ duration }) => duration)) }
}
