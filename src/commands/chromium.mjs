import { ensureProgram, findOrInstall } from './installed-program.mjs'

/** The Chromium that runs the journeys. */
export const ensureChromium = () =>
  ensureProgram({
    title: 'Chromium',
    variable: 'CHROMIUM',
    names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    places: ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
    packages: ['chromium'],
  })

/** The same browser without a window, which takes a quarter less processor time; undefined where it cannot be had. */
export const findHeadlessShell = () =>
  findOrInstall({
    title: "Chromium's headless shell",
    variable: 'HEADLESS_SHELL',
    names: ['chromium-headless-shell', 'chrome-headless-shell'],
    places: [],
    packages: ['chromium-headless-shell'],
  })
