import { seesMore, type Visibility } from '../people/blinding'

/** What a study group is or was called. */
type Names = { readonly name: string; readonly label: string | null }

/** So short a name is also a word or a part of one, so it counts only as it is written. */
const SHORT = 2

/** An arm by its letter or number, as people write who know the groups: "arm B", "group 2"; no age group or blood group. */
const BY_LETTER = /(?<!\b(?:age|blood)\s+)\b(?:arm|group)\s+(?:[A-Z]|\d)\b/iu

/**
 * What names a study group in a text that blinded people read, among the names and labels that its writer sees: as whole words, in any
 * case of letters; null where nothing does. What the writer does not see is not looked for, so that a refusal never tells a name.
 */
export const groupNamedIn = (text: string, groups: readonly Names[], writer: Visibility): string | null => {
  if (writer === 'nothing') return null
  const seen = groups.flatMap(({ name, label }) => [
    ...(seesMore(writer, 'labels') ? [name] : []),
    ...(label === null ? [] : [label]),
  ])
  const named = seen.filter((name) => name.trim() !== '').find((name) => wholeWords(name).test(text))
  return named ?? BY_LETTER.exec(text)?.[0] ?? null
}

const wholeWords = (name: string): RegExp => {
  const words = name.trim().split(/\s+/u).map(escaped).join('\\s+')
  const isShort = name.trim().length <= SHORT
  // "A" at the beginning of a sentence is a word of its own.
  const after = isShort ? '(?!\\s\\p{Ll})' : ''
  return new RegExp(`(?<![\\p{L}\\p{N}])${words}(?![\\p{L}\\p{N}])${after}`, isShort ? 'u' : 'iu')
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
