import type { OwnAllocationList } from '#contract/allocation-lists'
import { describe, expect, test } from 'vitest'
import {
  columnsOf,
  listFile,
  listTemplate,
  placeFaults,
} from '../../../../src/client/subjects/own-lists/upload/list-file'
import { readCsv } from '../../../../src/client/ui/csv/read-csv'

/* The file of a list: its columns, its template, and its rows as they are sent. */

const WHOLE: OwnAllocationList = {
  trial: { id: 5, title: 'A trial of two tablets' },
  is_awaited: true,
  is_factorial: false,
  study_groups: [
    { name: 'Amlodipine', weight: 1, factorial_level: null },
    { name: 'Placebo', weight: 1, factorial_level: null },
  ],
  sites: [],
  strata: [],
  places: [{ site: null, options: [], next_position: 1, fewest_rows: 4 }],
  lists: [],
}

const BY_STRATUM: OwnAllocationList = {
  ...WHOLE,
  sites: ['North', 'South'],
  strata: [{ name: 'Sex', options: ['Female', 'Male'] }],
  places: ['North', 'South'].map((site) => ({ site, options: ['Male'], next_position: 21, fewest_rows: 4 })),
}

const read = (list: OwnAllocationList, text: string) => readCsv(new TextEncoder().encode(text), listFile(list))

describe('the columns', () => {
  test.each<[says: string, list: OwnAllocationList, columns: string[]]>([
    ['of a whole trial', WHOLE, ['position', 'group']],
    ['by site and stratum', BY_STRATUM, ['site', 'stratum 1', 'position', 'group']],
    ['of a factorial trial', { ...WHOLE, is_factorial: true }, ['position', 'group', 'group 2']],
  ])('%s', (_says, list, columns) => {
    expect(columnsOf(list)).toEqual(columns)
  })
})

test('the template has the next place of each stratum, without its group', () => {
  expect(listTemplate(BY_STRATUM)).toBe('site,stratum 1,position,group\r\nNorth,Male,21,\r\nSouth,Male,21,\r\n')
})

test('rows are read by the names of their columns, in any order of these', () => {
  const rows = read(BY_STRATUM, 'group,position,site,stratum 1\nPlacebo,1,North,Female\n')
  expect(rows.ok && rows.value.map(({ cells }) => cells)).toEqual([
    { site: 'North', options: ['Female'], position: 1, study_groups: ['Placebo'] },
  ])
})

test('a place that is no whole number is named by its row, before anything is sent', () => {
  const rows = read(WHOLE, 'position,group\n1,Placebo\ntwo,Placebo\n0,Placebo\n')
  if (!rows.ok) throw new Error('the file was not read')
  const message = 'Must be a whole number from 1'
  expect(placeFaults(rows.value.map(({ cells }) => cells))).toEqual([
    { row: 2, column: 'position', message },
    { row: 3, column: 'position', message },
  ])
})

test('a file that lacks a column is not read', () => {
  expect(read(BY_STRATUM, 'site,position,group\nNorth,1,Placebo\n')).toMatchObject({
    ok: false,
    refusal: [{ message: 'The column “stratum 1” is missing' }],
  })
})
