import { findWebKit, WITHOUT_WEBKIT } from '../../src/commands/webkit.mjs'

/** Printed before the tests and after them, so that a skipped WebKit is noticed. */
const warn = () => {
  if (process.env.WEBKIT === '') process.stderr.write(WITHOUT_WEBKIT)
}

/** Workers start after this and find the program in their environment. */
export const setup = () => {
  process.env.WEBKIT = findWebKit() ?? ''
  warn()
}

export const teardown = warn
