/** Within a sentence; every other tag ends one. */
const INLINE = /<\/?(a|abbr|b|br|code|em|i|small|span|strong)(\s[^>]*)?\/?>/gi

/** What screen readers and search engines read of a tag. */
const SPOKEN = /(?<=\s)(?:aria-label|alt|placeholder|title|content)="([^"]*)"/gi

const NOT_READ = /<!--[\s\S]*?-->|<(style|script|svg)[\s>][\s\S]*?<\/\1>/gi

/** Whether a text has tags that end: `Name <address>` has none. */
export const isMarkup = (text: string): boolean => /<\/[a-z]|\/>|<p>/i.test(text)

/** The texts that people read of HTML: those between its tags, and those that are spoken. */
export const textsOfMarkup = (markup: string): string[] => {
  const read = markup.replaceAll(NOT_READ, '')
  const spoken = [...read.matchAll(SPOKEN)].map(([, words = '']) => words)
  return [...read.replaceAll(INLINE, '').split(/<[^>]*>/), ...spoken]
}
