import { ensureChromium, findHeadlessShell } from '../../src/commands/chromium.mjs'

/** Workers start after this and find the programs in their environment. */
export const setup = () => {
  process.env.CHROMIUM = ensureChromium()
  process.env.HEADLESS_SHELL = findHeadlessShell() ?? process.env.CHROMIUM
}
