import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'puppeteer-core'
import { launchFirefoxIn } from './firefox'
import { placeAtRest, takesText, textIn } from './in-page'
import { named } from './named-in-firefox'
import { answerOf, waitFor } from './page-answers'
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
    const place = () =>
      waitFor(`${selector} can be pressed`, async () => {
        const [first] = await page.$$(selector)
        return (await first?.evaluate(placeAtRest)) ?? null
      }).catch(async (error: unknown) => {
        const text = await answerOf(() => page.evaluate(() => document.querySelector('body')?.innerText ?? ''))
        throw new Error(`${page.url()} shows “${text?.slice(0, 500) ?? 'no answer'}”`, { cause: error })
      })
    const press = async () => {
      const { x, y } = await place()
      await page.mouse.click(x, y)
    }
    // No page took a press that fell between two of them, such as the app before and after it loads itself again.
    await press().catch((error: unknown) => (fellOnNoPage(error) ? press() : Promise.reject(error)))
  }
  const shows = async (text: string | RegExp): Promise<boolean> => {
    // A page that is only just coming has no body yet.
    const body = await answerOf(() => page.evaluate(() => document.querySelector('body')?.innerText ?? ''))
    const shown = body?.replaceAll(/\s+/g, ' ') ?? ''
    return typeof text === 'string' ? shown.includes(text) : text.test(shown)
  }
  return {
    opens: async (path) => {
      const go = () => page.goto(`${origin}${path}`, { waitUntil: 'domcontentloaded' })
      // What the app loads again by itself gives way to where the person wants to go.
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
      const before = await page.evaluate(() => navigator.serviceWorker.ready.then(() => performance.timeOrigin))
      await page.reload({ waitUntil: 'domcontentloaded' }).catch((error: unknown) => {
        // An app that nobody has touched yet may at this very moment reload itself for its worker; then that load must come.
        if (!isOvertaken(error)) throw error
      })
      await waitFor('the worker serves a page that was loaded since', async () => {
        const { loaded, worker } = await page.evaluate(() => ({
          loaded: performance.timeOrigin,
          worker: navigator.serviceWorker.controller?.state,
        }))
        return loaded !== before && worker === 'activated' ? true : null
      })
    },
    presses: (name, role = 'button') => clicks(named(role, name)),
    pressesInDialog: (name) => clicks(`[role=dialog] ${named('button', name)}`),
    // Not by its role: a field for a password has none, and the asterisk of a required one is part of its name here.
    fills: async (label, text) => {
      await page.bringToFront()
      const selector = `::-p-xpath(//*[@id=//label[normalize-space(text())="${label}"]/@for])`
      await waitFor(`${label} can be written into`, async () => {
        const [field] = await page.$$(selector)
        return (await field?.evaluate(takesText)) === true ? field : null
      })
      await page.keyboard.type(text)
      await waitFor(`${label} holds what was typed`, async () => {
        const [field] = await page.$$(selector)
        return (await field?.evaluate(textIn)) === text ? field : null
      })
    },
    isThere: async (role, name) => {
      await page.bringToFront()
      const isVisible = await answerOf(async () => {
        const [first] = await page.$$(named(role, name))
        return first?.isVisible()
      })
      return isVisible ?? false
    },
    sees: (text) => until(`Firefox shows ${text}`, () => shows(text)),
    seesNot: (text) => until(`Firefox no longer shows ${text}`, async () => !(await shows(text))),
    evaluates: (find, argument) => page.evaluate(find, argument),
    expectsError: () => {},
    allowsError: () => {},
  }
}

/**
 * What it says of a file that it loads no further, most of all of a page that is being left. Of the calls of the API that come to
 * nothing it says nothing at all, so that none need be expected.
 */
const LOADS =
  /Failed to load ‘|downloadable font: download failed|error loading dynamically imported module|Unable to preload CSS/

/** Whether a page did not come because another one began to come. */
const isOvertaken = (error: unknown): boolean => String(error).includes('NS_BINDING_ABORTED')

/** Whether a press met no page, since the one it was meant for was just being replaced: Firefox then delivers no event of it. */
const fellOnNoPage = (error: unknown): boolean =>
  /synthesizeMouseAtPoint/.test(String(error)) && /NS_ERROR_FAILURE/.test(String(error))
