/**
 * A document that people read on paper: a title, lines beneath it, and sections. It is made once, and written as a Word document and as a
 * PDF, so both say the same.
 */
export type TextDocument = {
  title: string
  /** What is beneath the title, a line each. */
  lead: readonly string[]
  /** What is at the foot of each page, before its number. */
  foot: string
  /** The instant at which it was generated, which the file has. */
  created_at: string
  sections: readonly DocumentSection[]
}

export type DocumentSection = { title: string; blocks: readonly DocumentBlock[] }

/** A paragraph, a list, a table, or a text in which every line and space counts. */
export type DocumentBlock =
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; items: readonly string[] }
  | { kind: 'table'; columns: readonly DocumentColumn[]; rows: readonly (readonly string[])[] }
  | { kind: 'code'; text: string }

/** A column: its heading, its share of the width, and whether it has figures, which are set at its right. */
export type DocumentColumn = { heading: string; share: number; isFigure?: boolean }

/** Sentences as one paragraph. What is null is left out. */
export const paragraph = (...sentences: readonly (string | null)[]): DocumentBlock => ({
  kind: 'paragraph',
  text: sentences.filter((sentence) => sentence !== null).join(' '),
})

export const list = (items: readonly string[]): DocumentBlock => ({ kind: 'list', items })

export const code = (text: string): DocumentBlock => ({ kind: 'code', text })

export const table = (
  columns: readonly DocumentColumn[],
  rows: readonly (readonly string[])[],
): Extract<DocumentBlock, { kind: 'table' }> => ({ kind: 'table', columns, rows })

/** A fact and its value; one without a value is left out. */
export type Fact = readonly [fact: string, value: string | null]

/** Facts with their values, a row each. */
export const facts = (rows: readonly Fact[]): DocumentBlock =>
  table(
    [
      { heading: 'Item', share: 2 },
      { heading: 'Value', share: 5 },
    ],
    rows.flatMap(([fact, value]) => (value === null ? [] : [[fact, value]])),
  )

/** Sections with their numbers before their titles. */
export const numbered = (sections: readonly DocumentSection[]): DocumentSection[] =>
  sections.map(({ title, blocks }, place) => ({ title: `${place + 1}. ${title}`, blocks }))

/** Everything that is read in a document, line by line: what its files must have. */
export const linesOf = ({ title, lead, sections }: TextDocument): string[] => [
  title,
  ...lead,
  ...sections.flatMap((section) => [section.title, ...section.blocks.flatMap(linesOfBlock)]),
]

const linesOfBlock = (block: DocumentBlock): readonly string[] => {
  switch (block.kind) {
    case 'paragraph':
      return [block.text]
    case 'code':
      return block.text.split('\n')
    case 'list':
      return block.items
    case 'table':
      return [...block.columns.map(({ heading }) => heading), ...block.rows.flat()]
  }
}
