import { expect, test } from 'vitest'
import { fileName } from '../../../../src/client/ui/chart-export/file-name'
import { figuresCsv } from '../../../../src/client/ui/chart-export/figures-csv'

const columns = [
  { header: 'Site', cell: ({ name }: { name: string }) => name },
  {
    header: 'Participants',
    cell: ({ count }: { count: number }) => count.toLocaleString('en-GB'),
    value: ({ count }: { count: number }) => count,
  },
]
const keyOf = ({ name }: { name: string }) => name

test('the file has the columns of the table, and figures that a spreadsheet adds up', () => {
  expect(figuresCsv({ columns, rows: [{ name: 'St Aidan, Queens', count: 1900 }], keyOf })).toBe(
    '\uFEFFSite,Participants\r\n"St Aidan, Queens",1900\r\n',
  )
})

test('a name that a spreadsheet would run stays a name', () => {
  expect(figuresCsv({ columns, rows: [{ name: '=1+1', count: 0 }], keyOf })).toContain("'=1+1,0")
})

test('a file is named after its content, in characters that every file system accepts', () => {
  expect(fileName('CEDAR, 23 Nov 2026, 09:41', 'By Männer/Frauen')).toBe('cedar-23-nov-2026-09-41-by-manner-frauen')
})
