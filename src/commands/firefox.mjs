import { findOrInstall, installationHint } from './installed-program.mjs'

const FIREFOX = {
  title: 'Firefox',
  variable: 'FIREFOX',
  names: ['firefox-esr', 'firefox'],
  places: ['/Applications/Firefox.app/Contents/MacOS/firefox'],
  packages: ['firefox-esr'],
}

/** The Firefox that runs the tablet journeys a second time; undefined where there is none. */
export const findFirefox = () => findOrInstall(FIREFOX)

/** Printed before and after the tests, so that nobody believes that they ran in Firefox. */
export const WITHOUT_FIREFOX = `NOT run in Firefox: it is not installed, so its tests are SKIPPED. ${installationHint(FIREFOX)}`
