import { ensureProgram } from './installed-program.mjs'

/** The Chromium that the journeys are walked in. */
export const ensureChromium = () =>
  ensureProgram({
    title: 'Chromium',
    variable: 'CHROMIUM',
    names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    places: ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
    packages: ['chromium'],
  })
