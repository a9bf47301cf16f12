import { describe, expect, test } from 'vitest'
import { xlsxStream } from '../../../../src/server/ground/files/xlsx-stream'
import { readXlsx, type ReadCell } from '../../../support/read-xlsx'

const written = async (headings: string[], rows: ReadCell[][]) =>
  readXlsx(new Uint8Array(await new Response(xlsxStream('Long report', { headings, rows })).arrayBuffer()))

describe('a text is read as it was written, and never as a formula', () => {
  test.each([
    '=1+1',
    '=HYPERLINK("http://example.org","see")',
    '+61 2 5550 1234',
    '-5',
    '@SUM(A1)',
    '\tled by a tab',
    '007',
    '2026-11-21',
    'TRUE',
    ' spaces around ',
    'two\nlines',
    '<b>&amp;"quoted"</b>',
    'Jørgen 王 🙂',
    'a\u000bb',
    'a\u0001\u001f\u007fb',
    '_x0041_',
  ])('%j', async (text) => {
    const { rows } = await written(['Comment', text], [[text, 1]])
    expect(rows).toEqual([
      ['Comment', text],
      [text, 1],
    ])
  })
})

test.each(['\ufffe', '\uffff', '\ud83d'])(
  'characters that no workbook can store are replaced: %j',
  async (character) => {
    const { rows } = await written([`Sex${character}`], [[`a${character}b`], ['the next']])
    expect(rows).toEqual([['Sex\ufffd'], ['a\ufffdb'], ['the next']])
  },
)

test('numbers are numbers, and an empty cell is empty', async () => {
  const { title, rows } = await written(['A', 'B', 'C'], [[1, null, -2.5]])
  expect([title, rows[1]]).toEqual(['Long report', [1, null, -2.5]])
})

test('a text longer than a cell is cut, and says so', async () => {
  const { rows } = await written(['A'], [['x'.repeat(40_000)]])
  const text = String(rows[1]?.[0])
  expect([text.length, text.slice(-10)]).toEqual([32_767, 'x … (cut)'.slice(-10).padStart(10, 'x')])
})

test('no more rows are read than the reader asks for', async () => {
  let taken = 0
  const endless = function* () {
    for (;;) {
      taken += 1
      yield ['Somebody']
    }
  }
  const reader = xlsxStream('Long report', { headings: ['Name'], rows: endless() }).getReader()
  for (let chunk = 0; chunk < 4; chunk += 1) await reader.read()
  expect(taken).toBeLessThan(100_000)
  await reader.cancel()
})
