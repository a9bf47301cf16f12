import { existsSync } from 'node:fs'
import puppeteer, { type Browser } from 'puppeteer-core'

/**
 * The Firefox that `FIREFOX` names (`npm test` finds or installs one), otherwise Debian's; null where there is none.
 */
export const FIREFOX: string | null =
  [process.env['FIREFOX'] ?? '', '/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path)) ?? null

/** The window size of the Chromium that stores a profile. */
const WINDOW = { width: 1280, height: 720 }

/** A Firefox with its profile in a folder, so that a later one opens with the data of this one. */
export const launchFirefoxIn = (folder: string): Promise<Browser> => {
  if (FIREFOX === null) throw new Error('there is no Firefox here')
  return puppeteer.launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    headless: true,
    userDataDir: folder,
    defaultViewport: WINDOW,
  })
}
