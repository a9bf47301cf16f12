import bwipjs from 'bwip-js/node'
import { writeFile } from 'node:fs/promises'

/** The kinds of codes on labels. */
export const SYMBOLOGIES = ['datamatrix', 'code128', 'qrcode'] as const
export type Symbology = (typeof SYMBOLOGIES)[number]

const [WIDTH, HEIGHT, FRAMES] = [640, 480, 5]
const [BLACK, WHITE, GREY] = [16, 235, 128]
/** The height of a Code 128 in modules; the others are square. */
const BAR_HEIGHT = 60

/** Writes a film of a label, held still in front of the camera. */
export const filmOfLabel = async (file: string, symbology: Symbology, text: string): Promise<void> => {
  const { columns, rows, isDark } = modulesOf(symbology, text)
  const scale = Math.floor(Math.min((WIDTH * 0.7) / columns, (HEIGHT * 0.7) / rows))
  const [left, top] = [(WIDTH - columns * scale) >> 1, (HEIGHT - rows * scale) >> 1]
  const luma = Buffer.alloc(WIDTH * HEIGHT, WHITE)
  for (let y = 0; y < rows * scale; y += 1) {
    for (let x = 0; x < columns * scale; x += 1) {
      if (isDark(Math.floor(x / scale), Math.floor(y / scale))) luma[(top + y) * WIDTH + left + x] = BLACK
    }
  }
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, Buffer.alloc((WIDTH * HEIGHT) >> 1, GREY)])
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`)
  await writeFile(file, Buffer.concat([head, ...Array.from({ length: FRAMES }, () => frame)]))
}

type Modules = { columns: number; rows: number; isDark: (column: number, row: number) => boolean }

const modulesOf = (symbology: Symbology, text: string): Modules => {
  const [drawn] = bwipjs.raw({ bcid: symbology, text })
  if (drawn === undefined) throw new Error(`the library drew no ${symbology}`)
  if ('pixs' in drawn) {
    const { pixs, pixx, pixy } = drawn
    return { columns: pixx, rows: pixy, isDark: (column, row) => pixs[row * pixx + column] === 1 }
  }
  // Bars and spaces alternate, a bar first.
  const dark = drawn.sbs.flatMap((width, index) => Array.from({ length: width }, () => index % 2 === 0))
  return { columns: dark.length, rows: BAR_HEIGHT, isDark: (column) => dark[column] === true }
}
