import { findFirefox, WITHOUT_FIREFOX } from '../../src/commands/firefox.mjs'

/** Said before the tests and after them, so that nobody takes them for walked in both browsers. */
const warn = () => {
  if (process.env.FIREFOX === '') process.stderr.write(WITHOUT_FIREFOX)
}

/** Workers are started after this and find the program in their environment. */
export const setup = () => {
  process.env.FIREFOX = findFirefox() ?? ''
  warn()
}

export const teardown = warn
