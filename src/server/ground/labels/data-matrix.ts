import bwipjs from 'bwip-js/node'

/** A square code: its width and height in modules, and the runs of dark modules in its rows. */
export type SquareCode = { size: number; dark: readonly { x: number; y: number; length: number }[] }

/** The DataMatrix (ISO/IEC 16022) of a text, without its quiet zone. */
export const dataMatrix = (text: string): SquareCode => squareCode('datamatrix', text)

/** The QR code (ISO/IEC 18004) of a text, without its quiet zone. */
export const qrCode = (text: string): SquareCode => squareCode('qrcode', text)

const squareCode = (bcid: 'datamatrix' | 'qrcode', text: string): SquareCode => {
  const [symbol] = bwipjs.raw({ bcid, text })
  if (!symbol || !('pixs' in symbol)) throw new Error(`No ${bcid} was made from a text`)
  const { pixs, pixx } = symbol
  const dark: { x: number; y: number; length: number }[] = []
  for (const [index, isDark] of pixs.entries()) {
    if (isDark !== 1) continue
    const [x, y] = [index % pixx, Math.floor(index / pixx)]
    const last = dark.at(-1)
    if (last && last.y === y && last.x + last.length === x) last.length += 1
    else dark.push({ x, y, length: 1 })
  }
  return { size: pixx, dark }
}
