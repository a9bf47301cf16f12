import { expect, test } from 'vitest'
import {
  cardPieces,
  listedColumns,
  recordTerms,
  sortsOf,
  stackedColumns,
  storedColumns,
  type Column,
} from '../../../src/client/ui/record-column'

type Served = { id: number; group: string | undefined; place: string; day: string }
type Stored = { id: number; place: string }

const COLUMNS: readonly Column<Served, Stored>[] = [
  {
    key: 'id',
    header: 'Number',
    cell: ({ id }) => id,
    inCard: 'title',
    inRecord: { term: 'Sequence number', cell: ({ id }) => `No. ${id}` },
    isStored: true,
    sorts: [{ sort: 'id', order: 'asc', label: 'Number, ascending' }],
  },
  { key: 'place', header: 'Site', cell: ({ place }) => place, inCard: 'line', inRecord: true, isStored: true },
  {
    key: 'group',
    header: 'Study group',
    cell: ({ group }) => group,
    inCard: { place: 'line', isFirst: true, isNamed: true },
    inRecord: ({ group }) => (group === undefined ? [] : [['Study group', group]]),
  },
  { key: 'day', header: 'Day', cell: ({ day }) => day, isListed: false, inRecord: true },
  { key: 'none', header: 'Unused', cell: () => 'unused', inCard: 'line', inRecord: true, isUsed: false },
]
const BLINDED: Served = { id: 7, group: undefined, place: 'Queens', day: '2026-11-21' }
const UNBLINDED: Served = { ...BLINDED, group: 'Aspirin' }

const keysOf = (columns: readonly { key: string }[]) => columns.map(({ key }) => key)

test('a list has the used and listed columns', () => {
  expect(keysOf(listedColumns(COLUMNS))).toEqual(['id', 'place', 'group'])
})

test('a device’s list has the columns that it stores, and reads nothing else of them', () => {
  const columns = listedColumns(storedColumns(COLUMNS))
  expect(columns.map(({ cell }) => cell?.({ id: 7, place: 'Queens' }))).toEqual([7, 'Queens'])
})

test('a column without room in the portal’s list is in the device’s list where it is stored', () => {
  const batch: Column<Stored, Stored> = {
    key: 'batch',
    header: 'Batch',
    cell: () => 'B1',
    isStored: true,
    isListed: false,
  }
  expect(listedColumns([batch])).toEqual([])
  expect(keysOf(listedColumns(storedColumns([batch])))).toEqual(['batch'])
})

test.each([
  [
    'blinded',
    BLINDED,
    [
      ['Sequence number', 'No. 7'],
      ['Site', 'Queens'],
      ['Day', '2026-11-21'],
    ],
  ],
  [
    'unblinded',
    UNBLINDED,
    [
      ['Sequence number', 'No. 7'],
      ['Site', 'Queens'],
      ['Study group', 'Aspirin'],
      ['Day', '2026-11-21'],
    ],
  ],
])('a record’s page has no term for a field that the server did not send: %s', (_, row, terms) => {
  expect(recordTerms(COLUMNS, row)).toEqual(terms)
})

test.each([
  [
    'blinded',
    BLINDED,
    [
      ['title', null, 7],
      ['line', null, 'Queens'],
    ],
  ],
  [
    'unblinded',
    UNBLINDED,
    [
      ['line', 'Study group', 'Aspirin'],
      ['title', null, 7],
      ['line', null, 'Queens'],
    ],
  ],
])('a card leaves out missing values, and begins a place with its first one: %s', (_, row, pieces) => {
  expect(cardPieces(listedColumns(COLUMNS), row).map(({ place, header, content }) => [place, header, content])).toEqual(
    pieces,
  )
})

test('the orders of a list are those of its columns', () => {
  expect(sortsOf(COLUMNS).map(({ label }) => label)).toEqual(['Number, ascending'])
})

test('second lines are in their columns on a narrow screen, separate on a wide one, or always in place', () => {
  const columns: readonly Column<{ id: number }>[] = [
    { key: 'id', header: 'ID', cell: ({ id }) => id },
    { key: 'date', header: 'Date', cell: () => 'today', below: 'id' },
    { key: 'whom', header: 'Whom', cell: () => 'Ada', below: 'id', isAlwaysBelow: true },
    { key: 'lone', header: 'Lone', cell: () => 'x', below: 'not there' },
  ]
  const keysOf = (isStacked: boolean) =>
    stackedColumns(columns, isStacked).map(({ column, below }) => [column.key, ...below.map(({ key }) => key)])
  expect(keysOf(true)).toEqual([['id', 'date', 'whom'], ['lone']])
  expect(keysOf(false)).toEqual([['id', 'whom'], ['date'], ['lone']])
})
