import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TimeoutError, type Browser } from 'puppeteer-core'
import { launchFirefoxIn } from './firefox'
import { named } from './named-in-firefox'
import { withoutPreloads, type Device, type Preload, type Tablet } from './tablet'
import { until } from './until'
import { PATIENCE } from './visitor'

/** A tablet with Firefox, driven by WebDriver BiDi, from which the portal is at `origin`. */
export const firefoxDevice = (origin: string): Device => {
  const profile = mkdtempSync(join(tmpdir(), 'equipoise-firefox-'))
  let running: { browser: Browser; tablet: Tablet; complaints: string[] } | null = null
  const isQuiet = (complaints: readonly string[] = []) => {
    const heard = complaints.filter((words) => !LOADS.test(words))
    if (heard.length > 0) throw new Error(`Firefox complained: ${heard.join('\n')}`)
  }
  const switchOff = async () => {
    const was = running
    running = null
    await was?.browser.close()
    isQuiet(was?.complaints)
  }
  return {
    switchOn: async (...preloads) => {
      // One that ended by itself is no browser any more.
      if (running?.browser.connected === true) return withoutPreloads(running.tablet, preloads)
      mkdirSync(profile, { recursive: true })
      const browser = await launched(profile)
      const complaints: string[] = []
      const tablet = await firefoxTablet(browser, { origin, complaints, preloads })
      running = { browser, tablet, complaints }
      return tablet
    },
    switchOff,
    die: async () => {
      const was = running
      running = null
      const process = was?.browser.process()
      if (!process) throw new Error('it is not switched on')
      const gone = once(process, 'exit')
      process.kill('SIGKILL')
      await gone
      // What drove it still puts its profile in order.
      await was?.browser.close()
      isQuiet(was?.complaints)
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

/** What drove one that was killed may still be putting its profile in order, and take a file away under the next one's hands. */
const launched = async (profile: string): Promise<Browser> => {
  try {
    return await launchFirefoxIn(profile)
  } catch (error) {
    if (!String(error).includes('ENOENT')) throw error
    return launchFirefoxIn(profile)
  }
}

type Nature = { origin: string; complaints: string[]; preloads: readonly Preload[] }

/** A new tab of a browser. */
const firefoxTablet = async (browser: Browser, nature: Nature): Promise<Tablet> => {
  const { origin, complaints, preloads } = nature
  const page = await browser.newPage()
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  // Of an error that is told to the console only that it is one comes over the line.
  await page.evaluateOnNewDocument(() => {
    const { error } = console
    Object.assign(console, { error: (...said: unknown[]) => error(said.map(String).join(' ')) })
  })
  for (const preload of preloads) await page.evaluateOnNewDocument(preload)
  page.setDefaultTimeout(PATIENCE)
  const clicks = async (selector: string) => {
    // A tab that nobody looks at is not drawn, and asks for nothing.
    await page.bringToFront()
    await whereItIs(() => page.locator(selector).filter(isUncovered).setTimeout(ATTEMPT_MS).click())
  }
  const shows = async (text: string | RegExp): Promise<boolean> => {
    // A page that is only just coming has no body yet.
    const shown = (await page.evaluate(() => document.querySelector('body')?.innerText ?? '')).replaceAll(/\s+/g, ' ')
    return typeof text === 'string' ? shown.includes(text) : text.test(shown)
  }
  return {
    opens: async (path) => {
      const go = () => page.goto(`${origin}${path}`, { waitUntil: 'domcontentloaded' })
      // What the app loads anew by itself gives way to where the person wants to go.
      await go().catch((error: unknown) => (isOvertaken(error) ? go() : Promise.reject(error)))
    },
    opensTab: async (path) => {
      const tab = await firefoxTablet(browser, nature)
      await tab.opens(path)
      return tab
    },
    reloads: async () => {
      await page.reload({ waitUntil: 'domcontentloaded' })
    },
    reloadsFromTheDevice: async () => {
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
      await page.reload({ waitUntil: 'domcontentloaded' }).catch((error: unknown) => {
        // An app that nobody has touched yet may at this very moment reload itself for its worker.
        if (!isOvertaken(error)) throw error
      })
      const state = () => page.evaluate(() => navigator.serviceWorker.controller?.state)
      await until('the worker serves the page', async () => (await state()) === 'activated')
    },
    presses: (name, role = 'button') => clicks(named(role, name)),
    pressesInDialog: (name) => clicks(`[role=dialog] ${named('button', name)}`),
    // Not by its role: a field for a password has none, and the asterisk of a required one is part of its name here.
    fills: (label, text) =>
      whereItIs(() =>
        page
          .locator(`::-p-xpath(//*[@id=//label[normalize-space(text())="${label}"]/@for])`)
          .setTimeout(ATTEMPT_MS)
          .fill(text),
      ),
    isThere: async (role, name) => {
      await page.bringToFront()
      const [first] = await page.$$(named(role, name))
      return (await first?.isVisible()) ?? false
    },
    sees: (text) => until(`Firefox shows ${text}`, () => shows(text)),
    seesNot: (text) => until(`Firefox no longer shows ${text}`, async () => !(await shows(text))),
    evaluates: (find, argument) => page.evaluate(find, argument),
    allowsError: () => {},
  }
}

/**
 * What it says of a file that it loads no further, most of all of a page that is being left. Of the calls of the API that come to
 * nothing it says nothing at all, so that none need be expected.
 */
const LOADS =
  /Failed to load ‘|downloadable font: download failed|error loading dynamically imported module|Unable to preload CSS/

/** Whether a finger would meet it: nothing lies over it, such as a dialog that is just going. What is scrolled away is brought here first. */
const isUncovered = (element: Element): boolean => {
  const { left, top, width, height } = element.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + height / 2]
  const isScrolledAway = x < 0 || y < 0 || x > innerWidth || y > innerHeight
  return isScrolledAway || element.contains(document.elementFromPoint(x, y))
}

/** Whether a page did not come because another one began to come. */
const isOvertaken = (error: unknown): boolean => String(error).includes('NS_BINDING_ABORTED')

/** How long one attempt at a thing may take, in milliseconds, and how many there are. */
const ATTEMPT_MS = 10_000
const ATTEMPTS = PATIENCE / ATTEMPT_MS

/** A question to a page that is just being replaced is never answered: it is asked again, of the page that came. */
const whereItIs = async (act: () => Promise<void>, attempt = 1): Promise<void> => {
  try {
    await act()
  } catch (error) {
    if (attempt >= ATTEMPTS || !(error instanceof TimeoutError)) throw error
    await whereItIs(act, attempt + 1)
  }
}
