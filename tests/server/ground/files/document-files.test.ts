import { facts, linesOf, list, code, paragraph, table, type TextDocument } from '#domain/documents/text-document'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { documentDocx } from '../../../../src/server/ground/files/document-docx'
import { documentPdf } from '../../../../src/server/ground/files/document-pdf'
import { partOf, readDocx } from '../../../support/read-docx'
import { printed } from '../../../support/read-symbols'

/* A document is written in two formats. A program that is not ours reads each back. */

const WORDS = 'The quick brown fox jumps over the lazy dog. '

const DOCUMENT: TextDocument = {
  title: 'Report: “A & B” <trial>',
  lead: ['Trial 5.', 'Generated today.'],
  foot: 'Report, trial 5',
  created_at: '2026-11-21T05:03:00.000Z',
  sections: [
    {
      title: '1. Words',
      blocks: [paragraph('One sentence.', null, 'Another: α ≤ β, Ω, 漢字.'), list(['First item', 'Second item'])],
    },
    {
      title: '2. Figures',
      blocks: [
        facts([
          ['Commitment', 'ab'.repeat(32)],
          ['Nothing', null],
        ]),
        table(
          [
            { heading: 'Site', share: 3 },
            { heading: 'Count', share: 1, isFigure: true },
          ],
          Array.from({ length: 120 }, (_, place) => [`Site ${place}`, String(1000 + place)]),
        ),
        code("select 1\n  from a\n  where b = 'c'"),
      ],
    },
  ],
}

const docx = async (content: TextDocument) => new Uint8Array(await buffer(documentDocx(content)))
const pdf = async (content: TextDocument) => new Uint8Array(await buffer(documentPdf(content)))
const withoutSpaces = (text: string) => text.replaceAll(/\s+/g, '')

describe('a Word document', () => {
  test('says everything that the document says, in order', async () => {
    const paragraphs = readDocx(await docx(DOCUMENT)).flatMap((text) => (text === '' ? [] : text.split('\n')))
    expect(paragraphs).toEqual(linesOf(DOCUMENT))
  })

  test('has headings, rows that are repeated as headings, and pages with numbers', async () => {
    const bytes = await docx(DOCUMENT)
    const main = partOf(bytes, 'word/document.xml')
    expect(main.match(/w:val="Heading1"/g)).toHaveLength(2)
    expect(main.match(/<w:tblHeader\/>/g)).toHaveLength(2)
    expect(partOf(bytes, 'word/footer1.xml')).toMatch(/Report, trial 5.*PAGE/s)
  })

  test('is the same for the same content, with the time at which it was generated', async () => {
    const [one, other] = [await docx(DOCUMENT), await docx(DOCUMENT)]
    expect(Buffer.from(one).equals(other)).toBe(true)
    expect(partOf(one, 'docProps/core.xml').match(/2026-11-21T05:03:00.000Z/g)).toHaveLength(2)
  })

  test('has no character that no XML may have', async () => {
    const broken = { ...DOCUMENT, title: 'a\u0000b\u000Bc\uD800d\uFFFFe', lead: ['\u{1F600} f\ttab'] }
    expect(readDocx(await docx(broken)).slice(0, 2)).toEqual(['abcde', '\u{1F600} f\ttab'])
  })
})

describe('a PDF', () => {
  test('says the same, on A4 pages with their number', async () => {
    const pages = await printed(await pdf(DOCUMENT), 36)
    const text = withoutSpaces(pages.map((page) => page.text).join('\n'))
    for (const line of linesOf(DOCUMENT)) expect(text).toContain(withoutSpaces(line))
    expect(pages.map(({ width_mm, height_mm }) => `${Math.round(width_mm)} × ${Math.round(height_mm)}`)).toEqual(
      pages.map(() => '210 × 297'),
    )
    for (const [place, page] of pages.entries()) expect(page.text).toContain(`Report, trial 5 · page ${place + 1}`)
  })

  test('repeats the headings of a table on each of its pages', async () => {
    const pages = await printed(await pdf(DOCUMENT), 36)
    const withSites = pages.filter(({ text }) => text.includes('Site 1'))
    expect(withSites.length).toBeGreaterThan(1)
    for (const { text } of withSites) expect(text).toContain('Count')
  })

  test('continues a cell that is higher than a page, and loses nothing of it', async () => {
    const long = Array.from({ length: 600 }, (_, place) => `word${place}`).join(' ')
    const narrow = table(
      [
        { heading: 'A', share: 1 },
        { heading: 'B', share: 6 },
      ],
      [[long, 'short']],
    )
    const sections = [{ title: '1. Long', blocks: [narrow, paragraph(WORDS.repeat(200).trim())] }]
    const text = (await printed(await pdf({ ...DOCUMENT, sections }), 36)).map((page) => page.text).join('\n')
    for (let place = 0; place < 600; place += 1) expect(text).toContain(`word${place}`)
    expect(text.match(/lazy/g)).toHaveLength(200)
  })

  test('lets other work run every 50 rows of a long table', async () => {
    const columns = [{ heading: 'Site', share: 1 }]
    const turnsFor = async (rows: number): Promise<number> => {
      const sections = [
        {
          title: '1. Long',
          blocks: [
            table(
              columns,
              Array.from({ length: rows }, () => ['Site']),
            ),
          ],
        },
      ]
      let turns = 0
      let isWriting = true
      const other = () => {
        turns += 1
        if (isWriting) setImmediate(other)
      }
      setImmediate(other)
      await pdf({ ...DOCUMENT, sections })
      isWriting = false
      return turns
    }
    const [few, many] = [await turnsFor(0), await turnsFor(2000)]
    expect(many - few).toBeGreaterThanOrEqual(2000 / 50)
  })

  test('breaks a word that is wider than its column', async () => {
    const columns = ['A', 'B', 'C', 'D', 'E'].map((heading) => ({ heading, share: 1 }))
    const sections = [{ title: '1. Wide', blocks: [table(columns, [['x'.repeat(70), '', '', '', '']])] }]
    const [page] = await printed(await pdf({ ...DOCUMENT, sections }), 36)
    expect(withoutSpaces(page?.text ?? '')).toContain('x'.repeat(70))
  })
})
