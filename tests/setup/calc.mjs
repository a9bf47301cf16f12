import { ensureLibreOffice } from '../../src/commands/libreoffice.mjs'

/** Workers start after this and find the program in their environment. */
export const setup = () => {
  process.env.SOFFICE = ensureLibreOffice()
}
