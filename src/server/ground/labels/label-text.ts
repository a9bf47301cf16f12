import type { LabelFont, LabelFonts, LabelStyle } from './label-fonts'

/** A run of text in one font. */
export type TextRun = { font: LabelFont; text: string }

/** A line of text: its runs in order, and its size in points. */
export type Line = { runs: readonly TextRun[]; size: number }

/** The width of a text in a font at a size of one point, in points. */
export type Measure = (run: TextRun) => number

/** Sets texts on labels in these fonts. Results are cached, because most texts are the same on all labels. */
export const textSetter = (fonts: LabelFonts, measure: Measure) => {
  const cache = new Map<string, { runs: TextRun[]; width: number }>()
  const cutOff = new Map<string, TextRun[]>()

  const measured = (style: LabelStyle, text: string) => {
    const key = `${style} ${text}`
    const cached = cache.get(key)
    if (cached) return cached
    const runs = runsOf(text, fonts[style])
    const set = { runs, width: runs.reduce((sum, run) => sum + measure(run), 0) }
    cache.set(key, set)
    return set
  }

  /** One line of at most `width` points, as large as possible. It ends in an ellipsis where the smallest size is too wide. */
  const oneLine = (style: LabelStyle, text: string, { width, largest, smallest }: Limits): Line => {
    const set = measured(style, text)
    const size = Math.min(largest, width / set.width)
    if (size >= smallest) return { runs: set.runs, size }
    const key = `${style} ${width / smallest} ${text}`
    const runs = cutOff.get(key) ?? cut(style, text, width / smallest)
    cutOff.set(key, runs)
    return { runs, size: smallest }
  }

  const cut = (style: LabelStyle, text: string, width: number): TextRun[] => {
    const characters = Array.from(text)
    let length = characters.length
    for (;;) {
      const shorter = `${characters.slice(0, length).join('').trimEnd()}…`
      const runs = runsOf(shorter, fonts[style])
      if (length === 0 || runs.reduce((sum, run) => sum + measure(run), 0) <= width) return runs
      length -= 1
    }
  }

  /** A whole text within a box, in points: in the fewest lines at which it is large, else in those at which it is largest. */
  const wholeText = (style: LabelStyle, text: string, { width, height, largest }: Box): Line[] => {
    const characters = Array.from(text)
    const sets = MAX_LINES.map((count) => {
      const each = Math.ceil(characters.length / count)
      const lines = Array.from({ length: count }, (_, index) =>
        measured(style, characters.slice(index * each, (index + 1) * each).join('')),
      ).filter(({ runs }) => runs.length > 0)
      const widest = Math.max(...lines.map((line) => line.width))
      return { lines, size: Math.min(largest, width / widest, height / (lines.length * LINE_HEIGHT)) }
    })
    const best =
      sets.find(({ size }) => size >= LARGE) ?? sets.reduce((best, set) => (set.size > best.size ? set : best))
    return best.lines.map(({ runs }) => ({ runs, size: best.size }))
  }

  /** The width of a line, in points. */
  const widthOf = ({ runs, size }: Line): number => size * runs.reduce((sum, run) => sum + measure(run), 0)

  return { oneLine, wholeText, widthOf }
}

type Limits = { width: number; largest: number; smallest: number }
type Box = { width: number; height: number; largest: number }

const MAX_LINES = [1, 2, 3, 4] as const
/** A size of type that is large on a label, in points. */
const LARGE = 9

/** The distance between lines, in multiples of their size. */
export const LINE_HEIGHT = 1.2

/** A text in stretches of one font each. A mark that joins the character before it stays with it. */
const runsOf = (text: string, fonts: readonly LabelFont[]): TextRun[] => {
  const runs: TextRun[] = []
  for (const character of text) {
    const last = runs.at(-1)
    const stays = last && (/^[\p{M}\p{Cf}]$/u.test(character) || (character === ' ' && last.font.has(SPACE)))
    const font = stays ? last.font : fontOf(character, fonts)
    if (!font) continue
    if (last?.font === font) last.text += character
    else runs.push({ font, text: character })
  }
  return runs
}

const SPACE = 0x20

const fontOf = (character: string, fonts: readonly LabelFont[]): LabelFont | undefined => {
  const codePoint = character.codePointAt(0) ?? SPACE
  return fonts.slice(0, -1).find((font) => font.has(codePoint)) ?? fonts.at(-1)
}
