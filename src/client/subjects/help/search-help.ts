import type { HelpPage } from './help-page'

/** A part of a page that has all words of a search: its heading, and some words around the first one found. */
export type HelpHit = { page: string; pageTitle: string; id: string | null; title: string; excerpt: string }

type Section = Omit<HelpHit, 'excerpt'> & { text: string }

const MOST_HITS = 30
const EXCERPT_LENGTH = 160

/** The parts of these pages that have every word. Those with the words in a heading are first. */
export const searchHelp = (pages: readonly HelpPage[], search: string): HelpHit[] => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const found = pages
    .flatMap(sectionsOf)
    .filter((section) => hasAll(`${section.pageTitle} ${section.title} ${section.text}`, words))
  const first = found.filter(({ title }) => hasAll(title, words))
  const rest = found.filter((section) => !first.includes(section))
  return [...first, ...rest]
    .slice(0, MOST_HITS)
    .map(({ text, ...hit }) => ({ ...hit, excerpt: excerptOf(text, words) }))
}

const hasAll = (text: string, words: readonly string[]): boolean => {
  const lower = text.toLowerCase()
  return words.every((word) => lower.includes(word))
}

/** A page, cut at its headings. */
const sectionsOf = ({ name, title, html }: HelpPage): Section[] => {
  const sections: Section[] = [{ page: name, pageTitle: title, id: null, title, text: '' }]
  for (const element of new DOMParser().parseFromString(html, 'text/html').body.children) {
    const text = wordsOf(element)
    const last = sections.at(-1)
    if (/^H[1-6]$/.test(element.tagName))
      sections.push({ page: name, pageTitle: title, id: element.id, title: text, text: '' })
    else if (last !== undefined) last.text = `${last.text} ${text}`.trim()
  }
  return sections
}

const wordsOf = (element: Element): string => element.textContent.replaceAll(/\s+/g, ' ').trim()

const excerptOf = (text: string, words: readonly string[]): string => {
  const lower = text.toLowerCase()
  const at = Math.min(...words.map((word) => lower.indexOf(word)).filter((position) => position >= 0), text.length)
  if (text.length <= EXCERPT_LENGTH) return text
  const begin = at === text.length ? 0 : Math.max(0, text.lastIndexOf(' ', Math.max(0, at - 50)) + 1)
  const end = text.indexOf(' ', begin + EXCERPT_LENGTH)
  return `${begin > 0 ? '… ' : ''}${text.slice(begin, end === -1 ? undefined : end)}${end === -1 ? '' : ' …'}`
}
