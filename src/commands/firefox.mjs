import { findOrInstall, howToHave } from './installed-program.mjs'

const FIREFOX = {
  title: 'Firefox',
  variable: 'FIREFOX',
  names: ['firefox-esr', 'firefox'],
  places: ['/Applications/Firefox.app/Contents/MacOS/firefox'],
  packages: ['firefox-esr'],
}

/** The Firefox in which what may befall a tablet is walked a second time; undefined where it cannot be had. */
export const findFirefox = () => findOrInstall(FIREFOX)

/** Said before the tests and after them, so that nobody takes them for walked in both browsers. */
export const WITHOUT_FIREFOX = `NOT run in Firefox: it is not installed, so its tests are SKIPPED. ${howToHave(FIREFOX)}`
