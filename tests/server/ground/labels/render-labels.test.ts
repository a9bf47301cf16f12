import { LABEL_SHEETS, labelSheetOf } from '#domain/study-packs/label-sheet'
import { describe, expect, it } from 'vitest'
import type { Label } from '../../../../src/server/ground/labels/draw-label'
import { renderLabels } from '../../../../src/server/ground/labels/render-labels'
import { printed, symbolsIn } from '../../../support/read-symbols'

const LABEL: Label = {
  pack_id: 'PK-1234567',
  trial: 'Aspirin in acute stroke',
  site: 'Northern General',
  expire_on: '2027-06-30',
  confirmation_code: '042',
}

const pagesOf = async (labels: readonly Partial<Label>[], sheet: Parameters<typeof labelSheetOf>[0] = 'a4-24') =>
  printed(
    await renderLabels({
      sheet: labelSheetOf(sheet),
      printed_at: '2026-11-21T05:03:00.000Z',
      labels: labels.map((label) => ({ ...LABEL, ...label })),
    }),
  )

/** The words of a page, whatever is between them. */
const wordsOf = (text: string) => text.replace(/\s+/g, ' ')

describe.each(LABEL_SHEETS)('on $id', ({ id, page, columns, rows }) => {
  const onPage = columns * rows

  it('a full page of labels, and one more, can be read by another library', async () => {
    const ids = Array.from({ length: onPage + 1 }, (_, index) => `PK-${1_000_003 + index * 7919}`)
    const pages = await pagesOf(
      ids.map((pack_id) => ({ pack_id })),
      id,
    )
    expect(pages).toHaveLength(2)
    const read = []
    for (const { picture, width_mm, height_mm } of pages) {
      read.push(...(await symbolsIn(picture, 'DataMatrix')))
      expect([width_mm, height_mm].map(Math.round)).toEqual([page.width, page.height])
    }
    expect(read.toSorted()).toEqual(ids)
  })

  it('the longest id can be read, and is printed whole', async () => {
    const pack_id = 'ABCDEFGHIJ-KLMNOPQRSTUVWXYZ-123456789012'
    const [first] = await pagesOf([{ pack_id }], id)
    expect(first && (await symbolsIn(first.picture, 'DataMatrix'))).toEqual([pack_id])
    expect(first?.text.replace(/\s/g, '')).toContain(pack_id)
  })
})

describe('a label', () => {
  it('has its purpose, and nothing more', async () => {
    const [page] = await pagesOf([{}])
    expect(wordsOf(page?.text ?? '')).toBe(
      'PK-1234567 Code 042 Expires 2027-06-30 Northern General Aspirin in acute stroke For clinical trial use only',
    )
  })

  it('omits missing values', async () => {
    const [page] = await pagesOf([{ site: null, expire_on: null, confirmation_code: null }])
    expect(wordsOf(page?.text ?? '')).toBe('PK-1234567 Aspirin in acute stroke For clinical trial use only')
  })

  it('cuts a title that is too long, and marks the cut', async () => {
    const [page] = await pagesOf([{ trial: 'A trial with a title of many words '.repeat(10) }])
    expect(page?.text).toMatch(/A trial with a title.*…/)
    expect(page?.text).not.toContain('of many words '.repeat(10))
  })

  it.each(['Испытание аспирина', 'Δοκιμή ασπιρίνης', '阿司匹林试验', 'アスピリン試験', '아스피린 시험', 'ทดลอง'])(
    'writes %s',
    async (trial) => {
      const [page] = await pagesOf([{ trial }])
      expect(page?.text.replace(/\s/g, '')).toContain(trial.replace(/\s/g, ''))
    },
  )

  it('has an id in another script unchanged', async () => {
    const [page] = await pagesOf([{ pack_id: '包-Ä1' }])
    expect(page && (await symbolsIn(page.picture, 'DataMatrix'))).toEqual(['包-Ä1'])
  })
})

it('the same labels are the same file', async () => {
  const file = { sheet: labelSheetOf('a4-24'), printed_at: '2026-11-21T05:03:00.000Z', labels: [LABEL] }
  expect(await renderLabels(file)).toEqual(await renderLabels(file))
})
