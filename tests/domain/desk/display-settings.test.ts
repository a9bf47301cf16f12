import {
  ARRANGED_LISTS,
  changedDisplay,
  LIST_COLUMNS,
  NAMING_COLUMN,
  USUAL_DISPLAY,
} from '#domain/desk/display-settings'
import { expect, it, test } from 'vitest'

test.each(ARRANGED_LISTS)('the list %s has each column once, among them the one that leads to the record', (list) => {
  expect(new Set(LIST_COLUMNS[list]).size).toBe(LIST_COLUMNS[list].length)
  expect(LIST_COLUMNS[list]).toContain(NAMING_COLUMN[list])
})

it('changes only the fields that are sent', () => {
  const arranged = changedDisplay(USUAL_DISPLAY, {
    theme: 'dark',
    list_columns: { users: ['name'], trials: ['title'] },
    saved_filters: { users: [{ name: 'North', search: { q: 'north' } }] },
  })
  expect(changedDisplay(arranged, {})).toEqual(arranged)
  expect(changedDisplay(arranged, { density: 'compact', list_columns: { users: null } })).toEqual({
    ...arranged,
    density: 'compact',
    list_columns: { trials: ['title'] },
  })
})
