import { findWebKit, WITHOUT_WEBKIT } from '../../src/commands/webkit.mjs'

/** Said before the tests and after them, so that nobody takes them for walked in WebKit too. */
const warn = () => {
  if (process.env.WEBKIT === '') process.stderr.write(WITHOUT_WEBKIT)
}

/** Workers are started after this and find the program in their environment. */
export const setup = () => {
  process.env.WEBKIT = findWebKit() ?? ''
  warn()
}

export const teardown = warn
