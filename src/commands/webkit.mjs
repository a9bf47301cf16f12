import { findOrInstall, howToHave } from './installed-program.mjs'

/** WebKit's driver, the screen that nobody sees and the program that opens its window come together. */
const PACKAGES = ['webkit2gtk-driver', 'gir1.2-webkit2-4.1', 'gjs', 'xvfb', 'xauth']

const PROGRAMS = [
  { title: 'WebKit', variable: 'WEBKIT', names: ['WebKitWebDriver'], places: [], packages: PACKAGES },
  { title: "GNOME's JavaScript", variable: 'GJS', names: ['gjs'], places: [], packages: PACKAGES },
  { title: 'a virtual screen', variable: 'XVFB', names: ['xvfb-run'], places: [], packages: PACKAGES },
]

/** The WebKit in which what may befall a tablet is walked a third time, as on an iPad; undefined where it cannot be had. */
export const findWebKit = () => {
  const [driver, ...others] = PROGRAMS.map(findOrInstall)
  return others.includes(undefined) ? undefined : driver
}

/** Said before the tests and after them, so that nobody takes them for walked in WebKit. */
export const WITHOUT_WEBKIT = `NOT run in WebKit: it is not installed, so its tests are SKIPPED. ${howToHave(PROGRAMS[0])}`
