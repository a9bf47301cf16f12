import type { Line } from '../labels/label-text'
import type { documentWriter } from '../labels/document-writer'

type Setter = ReturnType<typeof documentWriter>['setter']

/** A kind of text: its style, its size and the distance of its lines, in points. */
export type TypeSize = { readonly style: 'text' | 'strong' | 'id'; readonly size: number; readonly line: number }

/** A text as one line of a kind, as wide as it is. */
export const wholeLine = (setter: Setter, { style, size }: TypeSize, text: string): Line =>
  setter.oneLine(style, text, { width: Infinity, largest: size, smallest: 0 })

/** A text in lines no wider than `width` points. They break between words, and within a word that is wider by itself. */
export const brokenLines = (setter: Setter, type: TypeSize, text: string, width: number): Line[] => {
  const isTooWide = (text: string) => setter.widthOf(wholeLine(setter, type, text)) > width
  const lines: string[] = []
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && !isTooWide(longer)) lines[lines.length - 1] = longer
    else lines.push(...(isTooWide(word) ? brokenWord(word, isTooWide) : [word]))
  }
  return lines.map((line) => wholeLine(setter, type, line))
}

/** A word in parts that fit. A character that is too wide by itself is a part. */
const brokenWord = (word: string, isTooWide: (text: string) => boolean): string[] => {
  const parts: string[] = []
  for (const character of word) {
    const longer = `${parts.at(-1) ?? ''}${character}`
    if (parts.length > 0 && !isTooWide(longer)) parts[parts.length - 1] = longer
    else parts.push(character)
  }
  return parts
}
