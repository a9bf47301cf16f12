import { ensureProgram } from './installed-program.mjs'

/** The LibreOffice that opens the spreadsheets which the server writes. */
export const ensureLibreOffice = () =>
  ensureProgram({
    title: 'LibreOffice Calc',
    variable: 'SOFFICE',
    names: ['soffice', 'libreoffice'],
    places: ['/Applications/LibreOffice.app/Contents/MacOS/soffice'],
    packages: ['libreoffice-calc'],
  })
