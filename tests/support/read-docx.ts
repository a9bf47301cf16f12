import { strFromU8, unzipSync } from 'fflate'

/**
 * The text of a Word document: its paragraphs in order, including those of table cells. Each line break is a paragraph.
 */
export const readDocx = (bytes: Uint8Array): string[] => {
  const main = partOf(bytes, 'word/document.xml')
  return [...main.matchAll(/<w:p(?: [^>]*)?>(.*?)<\/w:p>|<w:p(?: [^>]*)?\/>/gs)].map(([, inner = '']) =>
    [...inner.matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>|<w:br\/>/g)]
      .map(([tag, text]) => (tag === '<w:br/>' ? '\n' : unescaped(text ?? '')))
      .join(''),
  )
}

/** One of the files within a Word document. */
export const partOf = (bytes: Uint8Array, path: string): string => {
  const part = unzipSync(bytes)[path]
  if (part === undefined) throw new Error(`the document has no ${path}`)
  return strFromU8(part)
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const unescaped = (text: string): string =>
  text.replaceAll(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
