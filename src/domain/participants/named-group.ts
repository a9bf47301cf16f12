import { seesMore, type Visibility } from '../people/blinding'

/** A present or former name and label of a study group. */
type Names = { readonly name: string; readonly label: string | null }

/** Names up to this length are often words too, so they count only in their exact case. */
const SHORT = 2

/** An arm by its letter or number, as people who know the groups write it: "arm B", "group 2"; but no age or blood group. */
const BY_LETTER = /(?<!\b(?:age|blood)\s+)\b(?:arm|group)\s+(?:[A-Z]|\d)\b/iu

/**
 * The name or label of a study group in a text that blinded people read; null where there is none. Compares whole words in any
 * letter case. Only names that the writer sees are looked for, so that a refusal never reveals one.
 */
export const groupNamedIn = (text: string, groups: readonly Names[], writer: Visibility): string | null => {
  if (writer === 'nothing') return null
  const visibleNames = groups.flatMap(({ name, label }) => [
    ...(seesMore(writer, 'labels') ? [name] : []),
    ...(label === null ? [] : [label]),
  ])
  const named = visibleNames.filter((name) => name.trim() !== '').find((name) => wholeWords(name).test(text))
  return named ?? BY_LETTER.exec(text)?.[0] ?? null
}

const wholeWords = (name: string): RegExp => {
  const pattern = name.trim().split(/\s+/u).map(escaped).join('\\s+')
  const isShort = name.trim().length <= SHORT
  // "A" at the beginning of a sentence is an article.
  const after = isShort ? '(?!\\s\\p{Ll})' : ''
  return new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])${after}`, isShort ? 'u' : 'iu')
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
