import type { ReportTable } from '#contract/reports'

/** The place of the column that has the ids of the records; -1 where there is none. It is for links, and not shown. */
export const recordPlace = ({ columns = [] }: Pick<ReportTable, 'columns'>): number => columns.indexOf('record')

/** The columns that can be chosen, each with its headings: one per stratum, for example. */
export const choosableColumns = ({ columns = [], headings }: Pick<ReportTable, 'columns' | 'headings'>) =>
  [...new Set(columns)]
    .filter((name) => name !== 'record')
    .map((key) => ({ key, header: headings.filter((_, place) => columns[place] === key).join(', ') }))

/**
 * The places of the columns to show, in their order: the chosen ones, or all. Chosen columns that the report lacks are
 * ignored.
 */
export const shownPlaces = (
  { columns, headings }: Pick<ReportTable, 'columns' | 'headings'>,
  chosen: readonly string[] | undefined,
): readonly number[] => {
  const places = headings.map((_, place) => place)
  if (columns === undefined) return places
  if (chosen === undefined) return places.filter((place) => columns[place] !== 'record')
  return chosen.flatMap((name) => places.filter((place) => columns[place] === name))
}
