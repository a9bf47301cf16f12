import bwipjs from 'bwip-js/node'
import { expect, it } from 'vitest'
import { symbolsInImage } from '../../../support/read-symbols'

/** Packs come labelled by others too: whatever symbol their makers print, its id is read. */
it.each([
  ['DataMatrix', 'datamatrix'],
  ['Code128', 'code128'],
  ['QRCode', 'qrcode'],
] as const)('a pack id as %s is read by another’s reader', async (format, bcid) => {
  for (const text of ['PK-1234567', 'A', '00042', 'K-12/B.3 x']) {
    const image = await bwipjs.toBuffer({ bcid, text, scale: 3, padding: 10, backgroundcolor: 'FFFFFF' })
    expect(await symbolsInImage(image, format)).toEqual([text])
  }
})
