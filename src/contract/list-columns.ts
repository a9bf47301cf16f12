import { LIST_COLUMNS, NAMING_COLUMN, type ArrangedList } from '#domain/desk/display-settings'
import * as v from 'valibot'

/** Columns of a list as somebody chose them: each once, in their order, with the one that leads to the record. */
export const columnsOf = (list: ArrangedList) => {
  const names = LIST_COLUMNS[list]
  return v.pipe(
    v.array(v.picklist(names, 'Not a column of this list'), 'Must be a list'),
    v.maxLength(names.length, `At most ${names.length} columns`),
    v.check((chosen) => new Set(chosen).size === chosen.length, 'Each column once'),
    v.check((chosen) => chosen.includes(NAMING_COLUMN[list]), `Must have the column ${NAMING_COLUMN[list]}`),
  )
}

/** The same in the address of an export; where none is named, it is of all columns. */
export const columnsInAddress = (list: ArrangedList) =>
  v.optional(
    v.union(
      [
        columnsOf(list),
        v.pipe(
          v.literal(NAMING_COLUMN[list]),
          v.transform((one) => [one]),
        ),
      ],
      'Not columns of this list',
    ),
  )
