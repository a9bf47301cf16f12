import type { DocumentBlock, TextDocument } from '#domain/documents/text-document'
import { setImmediate } from 'node:timers/promises'
import { documentPages, PAGE } from './document-pages'
import { pdfDocument } from './pdf-document'

/** After so many rows of tables other work runs, and the finished pages are sent. */
const ROWS_AT_ONCE = 50

/** A document as a PDF of embedded fonts on A4 pages, piece by piece. */
export async function* documentPdf(content: TextDocument): AsyncGenerator<Uint8Array, void, undefined> {
  const { document, take, end } = pdfDocument({ ...content, size: [PAGE.width, PAGE.height] })
  const pages = documentPages(document, content.foot)
  pages.title(content.title)
  for (const line of content.lead) pages.lead(line)
  for (const { title, blocks } of content.sections) {
    pages.heading(title)
    for (const block of blocks) {
      if (block.kind !== 'table') write(pages, block)
      else
        for (const drawn of pages.table(block.columns, block.rows)) {
          if (drawn % ROWS_AT_ONCE > 0) continue
          await setImmediate()
          yield* take()
        }
    }
    // Whatever else waits has its turn.
    await setImmediate()
    yield* take()
  }
  yield* await end()
}

const write = (pages: ReturnType<typeof documentPages>, block: Exclude<DocumentBlock, { kind: 'table' }>): void => {
  switch (block.kind) {
    case 'paragraph':
      return pages.paragraph(block.text)
    case 'list':
      return pages.list(block.items)
    case 'code':
      return pages.code(block.text)
  }
}
