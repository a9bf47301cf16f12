import { findOrInstall, installationHint } from './installed-program.mjs'

/** WebKit's driver, a virtual screen, and the program that opens its window. */
const PACKAGES = ['webkit2gtk-driver', 'gir1.2-webkit2-4.1', 'gjs', 'xvfb', 'xauth']

const PROGRAMS = [
  { title: 'WebKit', variable: 'WEBKIT', names: ['WebKitWebDriver'], places: [], packages: PACKAGES },
  { title: "GNOME's JavaScript", variable: 'GJS', names: ['gjs'], places: [], packages: PACKAGES },
  { title: 'a virtual screen', variable: 'XVFB', names: ['xvfb-run'], places: [], packages: PACKAGES },
]

/** The WebKit that runs the tablet journeys a third time, as on an iPad; undefined where there is none. */
export const findWebKit = () => {
  const [driver, ...others] = PROGRAMS.map(findOrInstall)
  return others.includes(undefined) ? undefined : driver
}

/** Printed before and after the tests, so that nobody believes that they ran in WebKit. */
export const WITHOUT_WEBKIT = `NOT run in WebKit: it is not installed, so its tests are SKIPPED. ${installationHint(PROGRAMS[0])}`
