import { csvText } from '#domain/csv'
import { describe, expect, it } from 'vitest'
import { readCsv, type CsvForm } from '../../../../src/client/ui/csv/read-csv'

type Cells = { id: string; name: string; note: string }

const FORM: CsvForm<keyof Cells, Cells> = {
  columns: [{ name: 'id' }, { name: 'name' }, { name: 'note', isOptional: true }],
  max_rows: 3,
  cellsOf: (cell) => ({ id: cell('id'), name: cell('name'), note: cell('note') }),
}

const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string, isLittleEndian: boolean, mark = true) => {
  const view = new DataView(new ArrayBuffer((text.length + (mark ? 1 : 0)) * 2))
  const codes = [...(mark ? [0xfeff] : []), ...Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))]
  for (const [at, code] of codes.entries()) view.setUint16(at * 2, code, isLittleEndian)
  return new Uint8Array(view.buffer)
}

const rowsOf = (file: Uint8Array | string) => {
  const read = readCsv(typeof file === 'string' ? utf8(file) : file, FORM)
  if (!read.ok) throw new Error(read.refusal.map(({ message }) => message).join('; '))
  return read.value
}
const faultsOf = (file: Uint8Array | string) => {
  const read = readCsv(typeof file === 'string' ? utf8(file) : file, FORM)
  return read.ok ? [] : read.refusal.map(({ line, message }) => [line, message])
}

const NOT_TEXT = 'The file is not in UTF-8. Save it as “CSV UTF-8” and choose it again'
const STRAY_QUOTE = 'A quotation mark is in the wrong place. Double it inside quoted text'

describe('a file cannot be read', () => {
  it.each<[string, Uint8Array | string, (string | number | null)[][]]>([
    ['that is empty', '', [[null, 'The file is empty']]],
    ['of nothing but blank lines', ' \r\n\n', [[null, 'The file is empty']]],
    ['in Latin-1', new Uint8Array([...utf8('id,name\nJos'), 0xe9]), [[null, NOT_TEXT]]],
    ['in UTF-16 without its mark', utf16('id,name\n1,A', true, false), [[null, NOT_TEXT]]],
    ['that is a spreadsheet', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0xff, 0xd8]), [[null, NOT_TEXT]]],
    ['without a column that is needed', 'id,note\n1,x', [[1, 'The column “name” is missing']]],
    [
      'without any column that is needed',
      'id,colour\n1,red',
      [
        [1, 'The column “colour” is not known'],
        [1, 'The column “name” is missing'],
      ],
    ],
    ['with a column twice', 'id,name,ID\n1,A,2', [[1, 'The column “id” appears twice']]],
    ['with a column that has no name', 'id,name,\n1,A,', [[1, 'A column heading is empty']]],
    ['with too few cells in a line', 'id,name\n1,A\n2', [[3, 'The row has 1 cell; the header has 2']]],
    ['with too many cells in a line', 'id,name\n1,A,x', [[2, 'The row has 3 cells; the header has 2']]],
    ['with a quote that is left open', 'id,name\n1,"A\n2,B', [[3, 'A quotation mark is never closed']]],
    ['with a quote inside a cell', 'id,name\n1,A"B', [[2, STRAY_QUOTE]]],
    ['with text after a quote', 'id,name\n1,"A"B', [[2, STRAY_QUOTE]]],
    ['with too many rows', 'id,name\n1,A\n2,B\n3,C\n4,D\n5,E', [[null, 'The file has more than 3 rows']]],
  ])('%s', (_what, file, faults) => {
    expect(faultsOf(file)).toEqual(faults)
  })
})

describe('the same two rows are read', () => {
  const rows = [
    { row: 1, line: 2, cells: { id: '007', name: 'Zoë, 小林', note: '' } },
    { row: 2, line: 3, cells: { id: '8', name: 'B', note: '' } },
  ]
  const PLAIN = 'id,name\n007,"Zoë, 小林"\n8,B\n'

  it.each<[string, Uint8Array | string]>([
    ['from UTF-8', PLAIN],
    ['from UTF-8 with its mark', `\ufeff${PLAIN}`],
    ['from UTF-16, little end first', utf16(PLAIN, true)],
    ['from UTF-16, big end first', utf16(PLAIN, false)],
    ['with line ends of Windows', PLAIN.replaceAll('\n', '\r\n')],
    ['without a last line end', PLAIN.trimEnd()],
    ['separated by semicolons', 'id;name\n007;Zoë, 小林\n8;B\n'],
    ['separated by tabs', 'id\tname\n007\tZoë, 小林\n8\tB\n'],
    ['by names in another case', 'ID,Name\n007,"Zoë, 小林"\n8,B\n'],
    ['by names with blanks around them', ' id , name \n007,"Zoë, 小林"\n8,B\n'],
    ['in another order', 'name,id\n"Zoë, 小林",007\nB,8\n'],
    ['with every cell in quotes', '"id","name"\n"007","Zoë, 小林"\n"8","B"\n'],
    ['with the column that may be left out', 'note,id,name\n,007,"Zoë, 小林"\n,8,B\n'],
    ['with empty lines and lines of empty cells after them', `${PLAIN}\n,\n,\n`],
  ])('%s', (_how, file) => {
    expect(rowsOf(file)).toEqual(rows)
  })
})

describe('a row', () => {
  it('has its line where blank lines and texts over several lines precede it', () => {
    const read = rowsOf('id,name\n\n1,"A\nand\r\nmore"\n\n2,B\n')
    expect(read.map(({ row, line }) => [row, line])).toEqual([
      [1, 3],
      [2, 7],
    ])
    expect(read[0]?.cells.name).toBe('A\nand\nmore')
  })

  it('has a doubled quotation mark once', () => {
    expect(rowsOf('id,name\n1,"The ""best"" one"')[0]?.cells.name).toBe('The "best" one')
  })

  it.each(['=1+1', '-K4', '@x', '+44 (0)', "it's", "'quoted'", 'a;=1;-2; @x', 'a\n\n- b\n"+c"', '\t=1;=2', ';"=1'])(
    'has %s again as our own files write it',
    (text) => {
      const written = csvText([
        ['id', 'name'],
        ['1', text],
      ])
      expect(rowsOf(written)[0]?.cells.name).toBe(text)
    },
  )
})

it('a file with only headings has no rows', () => {
  expect(rowsOf('id,name\n')).toEqual([])
})
