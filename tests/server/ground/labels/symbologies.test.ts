import bwipjs from 'bwip-js/node'
import { expect, it } from 'vitest'
import { symbolsInImage } from '../../../support/read-symbols'

/** Other makers label packs with other symbologies, which must be read too. */
it.each([
  ['DataMatrix', 'datamatrix'],
  ['Code128', 'code128'],
  ['QRCode', 'qrcode'],
] as const)('a pack id as %s can be read by another library', async (format, bcid) => {
  for (const text of ['PK-1234567', 'A', '00042', 'K-12/B.3 x']) {
    const image = await bwipjs.toBuffer({ bcid, text, scale: 3, padding: 10, backgroundcolor: 'FFFFFF' })
    expect(await symbolsInImage(image, format)).toEqual([text])
  }
})
