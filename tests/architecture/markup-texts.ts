/** Tags within a sentence; every other tag ends one. */
const INLINE = /<\/?(a|abbr|b|br|code|em|i|small|span|strong)(\s[^>]*)?\/?>/gi

/** Attributes that screen readers and search engines read. */
const SPOKEN = /(?<=\s)(?:aria-label|alt|placeholder|title|content)="([^"]*)"/gi

const NOT_READ = /<!--[\s\S]*?-->|<(style|script|svg)[\s>][\s\S]*?<\/\1>/gi

/** Whether a text has closing tags: `Name <address>` has none. */
export const isMarkup = (text: string): boolean => /<\/[a-z]|\/>|<p>/i.test(text)

/** The texts of HTML that people read: those between its tags, and those in spoken attributes. */
export const textsOfMarkup = (markup: string): string[] => {
  const read = markup.replaceAll(NOT_READ, '')
  const spoken = [...read.matchAll(SPOKEN)].map(([, words = '']) => words)
  return [...read.replaceAll(INLINE, '').split(/<[^>]*>/), ...spoken]
}
