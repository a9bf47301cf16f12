import { checkImport, importCells, type ImportCells, type ImportTrial } from '#domain/study-packs/study-pack-import'
import { describe, expect, it } from 'vitest'

const TRIAL: ImportTrial = {
  study_groups: [
    { id: 1, name: 'Aspirin' },
    { id: 2, name: 'Avoid aspirin' },
  ],
  sites: [
    { id: 11, title: 'Northern General', is_deleted: false },
    { id: 12, title: 'Southern General', is_deleted: false },
    { id: 13, title: 'Old Infirmary', is_deleted: true },
  ],
  is_site_managing_packs: true,
  is_confirmable: true,
  pack_ids: [],
  today: '2026-11-21',
}
const WITHOUT_SITES: ImportTrial = { ...TRIAL, is_site_managing_packs: false }
const WITHOUT_CODES: ImportTrial = { ...TRIAL, is_confirmable: false }

const ROW: ImportCells = {
  ...importCells(() => ''),
  pack_id: 'PK-1',
  study_group: 'Aspirin',
  site: 'Northern General',
  duration: '28',
  expire_on: '2027-06-30',
  confirmation_code: '042',
}

const problemsOf = (cells: Partial<ImportCells>, trial = TRIAL) =>
  checkImport([{ ...ROW, ...cells }], trial).problems.map(({ column, message }) => [column, message])

describe('a row is refused with', () => {
  it.each<[string, Partial<ImportCells>, string, string, ImportTrial?]>([
    ['no pack id', { pack_id: '' }, 'pack_id', 'A pack ID is required'],
    ['blanks for a pack id', { pack_id: '  ' }, 'pack_id', 'A pack ID is required'],
    ['a pack id that is too long', { pack_id: 'P'.repeat(41) }, 'pack_id', 'At most 40 characters'],
    ['a line end in its pack id', { pack_id: 'P\n1' }, 'pack_id', 'Contains a character that cannot be printed'],
    ['a character nobody sees', { pack_id: 'P\u200b1' }, 'pack_id', 'Contains a character that cannot be printed'],
    ['half a character', { pack_id: 'P\ud8001' }, 'pack_id', 'Contains a character that cannot be printed'],
    ['no study group', { study_group: '' }, 'study_group', 'A study group is required'],
    [
      'a study group of another trial',
      { study_group: 'Placebo' },
      'study_group',
      'The trial has no study group “Placebo”',
    ],
    ['no site', { site: '' }, 'site', 'A site is required, because sites manage packs'],
    ['a site of another trial', { site: 'Elsewhere' }, 'site', 'The trial has no site “Elsewhere”'],
    ['a site that has left', { site: 'Old Infirmary' }, 'site', 'Old Infirmary no longer takes part in the trial'],
    ['a duration in words', { duration: 'four weeks' }, 'duration', 'Must be whole days, from 0 to 36500'],
    ['half a day', { duration: '1.5' }, 'duration', 'Must be whole days, from 0 to 36500'],
    ['a duration below nothing', { duration: '-1' }, 'duration', 'Must be whole days, from 0 to 36500'],
    ['a duration of a lifetime', { duration: '36501' }, 'duration', 'Must be whole days, from 0 to 36500'],
    ['a date of another order', { expire_on: '30/06/2027' }, 'expire_on', 'Must be a real date, written YYYY-MM-DD'],
    ['a day that no year has', { expire_on: '2027-02-29' }, 'expire_on', 'Must be a real date, written YYYY-MM-DD'],
    ['a day that is past', { expire_on: '2026-11-20' }, 'expire_on', 'Date is in the past'],
    ['no code', { confirmation_code: '' }, 'confirmation_code', 'A confirmation code is required'],
    [
      'a code without its zero',
      { confirmation_code: '42' },
      'confirmation_code',
      'Must be three digits, for example 007',
    ],
    [
      'a code of four digits',
      { confirmation_code: '0421' },
      'confirmation_code',
      'Must be three digits, for example 007',
    ],
    [
      'a bad code where none is asked',
      { confirmation_code: 'abc' },
      'confirmation_code',
      'Must be three digits, for example 007',
      WITHOUT_CODES,
    ],
  ])('%s', (_what, cells, column, message, trial) => {
    expect(problemsOf(cells, trial)).toEqual([[column, message]])
  })

  it('all of its faults at once', () => {
    expect(problemsOf(importCells(() => '')).map(([column]) => column)).toEqual([
      'pack_id',
      'study_group',
      'site',
      'confirmation_code',
    ])
  })
})

describe('a row is accepted with', () => {
  it.each<[string, Partial<ImportCells>, object, ImportTrial?]>([
    ['names in another case', { study_group: ' ASPIRIN ', site: 'northern general' }, {}],
    ['blanks around what it says', { pack_id: ' PK-1 ', duration: ' 28 ', expire_on: ' 2027-06-30 ' }, {}],
    ['no duration', { duration: '' }, { duration: null }],
    ['a duration of no days', { duration: '0' }, { duration: 0 }],
    ['no expiry date', { expire_on: '' }, { expire_on: null }],
    ['the day itself for its expiry', { expire_on: '2026-11-21' }, { expire_on: '2026-11-21' }],
    ['no site where sites manage none', { site: '' }, { site_id: null }, WITHOUT_SITES],
    ['a site where sites manage none', {}, {}, WITHOUT_SITES],
    ['no code where none is asked', { confirmation_code: '' }, { confirmation_code: null }, WITHOUT_CODES],
    ['a code where none is asked', {}, {}, WITHOUT_CODES],
    ['an id in another script', { pack_id: '包-1' }, { pack_id: '包-1' }],
    ['an id of forty characters', { pack_id: 'P'.repeat(40) }, { pack_id: 'P'.repeat(40) }],
  ])('%s', (_what, cells, differs, trial = TRIAL) => {
    const pack = {
      pack_id: 'PK-1',
      study_group_id: 1,
      site_id: 11,
      duration: 28,
      expire_on: '2027-06-30',
      confirmation_code: '042',
    }
    expect(checkImport([{ ...ROW, ...cells }], trial)).toEqual({ packs: [{ ...pack, ...differs }], problems: [] })
  })
})

describe('a list', () => {
  it('names an id that it has twice, in any case, at every row after the first', () => {
    const rows = ['PK-1', 'PK-2', 'pk-1', ' PK-1 '].map((pack_id) => ({ ...ROW, pack_id }))
    expect(checkImport(rows, TRIAL).problems).toEqual([
      { row: 3, column: 'pack_id', message: 'Has the same ID as row 1' },
      { row: 4, column: 'pack_id', message: 'Has the same ID as row 1' },
    ])
  })

  it("names an id that a pack of the trial has already, in any case, after the row's other faults", () => {
    const rows = [
      { ...ROW, pack_id: 'PK-1' },
      { ...ROW, pack_id: 'pk-2 ', study_group: '' },
      { ...ROW, pack_id: 'PK-2' },
    ]
    expect(checkImport(rows, { ...TRIAL, pack_ids: [' PK-2', 'PK-3'] }).problems).toEqual([
      { row: 2, column: 'study_group', message: 'A study group is required' },
      { row: 2, column: 'pack_id', message: 'A pack in this trial already has this ID' },
      { row: 3, column: 'pack_id', message: 'Has the same ID as row 2' },
      { row: 3, column: 'pack_id', message: 'A pack in this trial already has this ID' },
    ])
  })

  it('gives no packs where a single row is at fault', () => {
    expect(checkImport([ROW, { ...ROW, pack_id: '' }], TRIAL).packs).toEqual([])
  })

  it('of 20,000 rows is checked in their order', () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => ({ ...ROW, pack_id: `PK-${index}` }))
    expect(checkImport(rows, TRIAL).packs.map(({ pack_id }) => pack_id)).toEqual(rows.map(({ pack_id }) => pack_id))
  })
})
