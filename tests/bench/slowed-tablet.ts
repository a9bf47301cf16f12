import type { BrowserContext, Page } from 'playwright-core'

/** The number of measurements of each; the middle one counts. */
export const RUNS = 3
/** The factors by which the processor is slowed. */
export const SPEEDS = [
  { device: 'as it is', slowed: 1 },
  { device: 'slowed 4×', slowed: 4 },
] as const

/** Slows the processor for a page by a factor. */
export const slow = async (tablet: BrowserContext, page: Page, rate: number): Promise<void> => {
  const browser = await tablet.newCDPSession(page)
  await browser.send('Emulation.setCPUThrottlingRate', { rate })
}
