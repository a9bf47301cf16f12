import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchChromiumIn } from './chromium'
import { withoutPreloads, type Device } from './tablet'
import { visitorOf, type Visitor } from './visitor'

/** A tablet with Chromium, which finds the portal at `origin`. */
export const chromiumDevice = (origin: string): Device => {
  const profile = mkdtempSync(join(tmpdir(), 'equipoise-chromium-'))
  let running: Visitor | null = null
  const switchOff = async () => {
    const was = running
    running = null
    await was?.leaves()
  }
  return {
    switchOn: async (...preloads) => {
      // A browser that exited itself is not running any more.
      if (running !== null && !running.page.isClosed()) return withoutPreloads(running, preloads)
      mkdirSync(profile, { recursive: true })
      const context = await launchChromiumIn(profile)
      for (const preload of preloads) await context.addInitScript(preload)
      running = await visitorOf(context, origin)
      return running
    },
    switchOff,
    die: async () => {
      if (running === null) throw new Error('it is not switched on')
      const { context, page } = running
      const browser = await context.newCDPSession(page)
      const gone = context.waitForEvent('close')
      // The crashed browser never answers this.
      void browser.send('Browser.crash').catch(() => {})
      await gone
      await switchOff()
    },
    scrap: async () => {
      try {
        await switchOff()
      } finally {
        rmSync(profile, { recursive: true, force: true })
      }
    },
  }
}
