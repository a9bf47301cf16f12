import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import type { Visitor } from './visitor'

/** The folder of the pictures: `npm run pictures` names that of the help, a test only checks them. */
const FOLDER = process.env['PICTURES_FOLDER'] ?? mkdtempSync(join(tmpdir(), 'equipoise-pictures-'))

/** The limit for a picture in bytes: a page of help with ten of them is read on a telephone. */
export const MAX_PICTURE_BYTES = 60 * 1024

/** The margin around the subject of a picture, in pixels; none around a whole page, up to the header. */
const MARGIN = 12

/** Takes a picture of a part of a page, at most `height` high, as WebP. Returns its size in bytes. */
export const takePicture = async (who: Visitor, name: string, shown: Locator, height = 640): Promise<number> => {
  await shown.waitFor()
  await who.page.evaluate(() => document.fonts.ready)
  // Moves the pointer away, so that the last pressed button has no line and nothing is half faded in.
  await who.page.mouse.move(0, 0)
  const box = await shown.evaluate((element, marginOfParts) => {
    const { left, top, width, height: whole } = element.getBoundingClientRect()
    const margin = element.tagName === 'MAIN' ? 0 : marginOfParts
    return {
      left: left + scrollX,
      top: top + scrollY,
      width,
      whole,
      margin,
      most: document.documentElement.clientWidth,
    }
  }, MARGIN)
  const x = Math.max(0, box.left - box.margin)
  const y = Math.max(0, box.top - box.margin)
  const session = await who.context.newCDPSession(who.page)
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 80,
    captureBeyondViewport: true,
    clip: {
      x,
      y,
      width: Math.min(box.most - x, box.width + 2 * box.margin),
      height: Math.min(height, box.whole + 2 * box.margin),
      scale: 1,
    },
  })
  await session.detach()
  const bytes = Buffer.from(data, 'base64')
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(join(FOLDER, `${name}.webp`), bytes)
  return bytes.length
}
