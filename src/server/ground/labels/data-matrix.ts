import bwipjs from 'bwip-js/node'

/** A DataMatrix (ISO/IEC 16022): its width and height in modules, and the runs of dark modules in its rows. */
export type DataMatrix = { size: number; dark: readonly { x: number; y: number; length: number }[] }

/** The DataMatrix of a text, square, without its quiet zone. */
export const dataMatrix = (text: string): DataMatrix => {
  const [symbol] = bwipjs.raw({ bcid: 'datamatrix', text })
  if (!symbol || !('pixs' in symbol)) throw new Error('No DataMatrix was made from a text')
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
