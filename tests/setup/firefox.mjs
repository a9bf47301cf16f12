import { findFirefox, WITHOUT_FIREFOX } from '../../src/commands/firefox.mjs'

/** Printed before the tests and after them, so that a skipped browser is noticed. */
const warn = () => {
  if (process.env.FIREFOX === '') process.stderr.write(WITHOUT_FIREFOX)
}

/** Workers start after this and find the program in their environment. */
export const setup = () => {
  process.env.FIREFOX = findFirefox() ?? ''
  warn()
}

export const teardown = warn
