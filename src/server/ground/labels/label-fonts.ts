import { create } from 'fontkit'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { sfntOfWoff } from './sfnt-of-woff'

/** A font of a label: its name, the bytes to embed, and whether it has a character. */
export type LabelFont = { name: string; content: Buffer; has: (codePoint: number) => boolean }

/** The fonts of each style. A character is set in the first font that has it, else in the last, which has nearly all of Unicode. */
export type LabelFonts = Readonly<Record<LabelStyle, readonly LabelFont[]>>
export type LabelStyle = 'id' | 'text' | 'strong'

const require = createRequire(import.meta.url)

const FILES = {
  mono: require.resolve('@fontsource/atkinson-hyperlegible-mono/files/atkinson-hyperlegible-mono-latin-700-normal.woff'),
  monoMore:
    require.resolve('@fontsource/atkinson-hyperlegible-mono/files/atkinson-hyperlegible-mono-latin-ext-700-normal.woff'),
  sans: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  sansBold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
  everything: require.resolve('@fontsource/unifontex/files/unifontex-latin-400-normal.woff'),
} as const

type FontName = keyof typeof FILES

/** The fonts of labels, each read when it is first needed. */
export const labelFonts = (): LabelFonts => {
  const mono = lazyFont('mono')
  const monoMore = lazyFont('monoMore')
  const sans = lazyFont('sans')
  const sansBold = lazyFont('sansBold')
  const everything = lazyFont('everything')
  return {
    id: [mono, monoMore, sansBold, everything],
    text: [sans, everything],
    strong: [sansBold, everything],
  }
}

const lazyFont = (name: FontName): LabelFont => {
  let read: { content: Buffer; has: (codePoint: number) => boolean } | undefined
  const font = () => (read ??= readFont(FILES[name]))
  return {
    name,
    get content() {
      return font().content
    },
    has: (codePoint) => font().has(codePoint),
  }
}

const readFont = (path: string) => {
  const file = readFileSync(path)
  const content = path.endsWith('.woff') ? sfntOfWoff(file) : file
  const font = create(content)
  if (!('hasGlyphForCodePoint' in font)) throw new Error(`${path} holds several fonts`)
  return { content, has: (codePoint: number) => font.hasGlyphForCodePoint(codePoint) }
}
