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

/** A tablet with Firefox, driven by WebDriver BiDi, which finds the portal at `origin`. */
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
      // A browser that exited itself is not running any more.
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
      // Its driver still cleans up the profile.
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

/** The driver of a killed browser may still be cleaning up its profile, and delete a file of the next one. */
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
  // The protocol only reports the type of an error that is logged to the console.
  await page.evaluateOnNewDocument(() => {
    const { error } = console
    Object.assign(console, { error: (...said: unknown[]) => error(said.map(String).join(' ')) })
  })
  for (const preload of preloads) await page.evaluateOnNewDocument(preload)
  page.setDefaultTimeout(PATIENCE)
  const clicks = async (selector: string) => {
    // A tab in the background is not drawn, and requests nothing.
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
    // A press is lost if it falls between two pages, for example while the app reloads itself.
    await press().catch((error: unknown) => (fellOnNoPage(error) ? press() : Promise.reject(error)))
  }
  const shows = async (text: string | RegExp): Promise<boolean> => {
    // A page that is only just loading has no body yet.
    const body = await answerOf(() => page.evaluate(() => document.querySelector('body')?.innerText ?? ''))
    const shown = body?.replaceAll(/\s+/g, ' ') ?? ''
    return typeof text === 'string' ? shown.includes(text) : text.test(shown)
  }
  return {
    opens: async (path) => {
      const go = () => page.goto(`${origin}${path}`, { waitUntil: 'domcontentloaded' })
      // A page that the app reloads itself can abort this navigation.
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
        // An untouched app may reload itself for its worker at this moment; then that load must finish.
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
    // Found by its label: a password field has no role, and the asterisk of a required field is part of its name here.
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
 * Firefox's messages about files that it stops loading, mostly of a page that is being left. It reports no failed calls
 * of the API, so none need be expected.
 */
const LOADS =
  /Failed to load ‘|downloadable font: download failed|error loading dynamically imported module|Unable to preload CSS/

/** Whether another navigation aborted the loading of a page. */
const isOvertaken = (error: unknown): boolean => String(error).includes('NS_BINDING_ABORTED')

/** Whether a press was lost because its page was being replaced: Firefox then delivers no event for it. */
const fellOnNoPage = (error: unknown): boolean =>
  /synthesizeMouseAtPoint/.test(String(error)) && /NS_ERROR_FAILURE/.test(String(error))
