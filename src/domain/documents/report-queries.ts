import { recordFrom } from '../record-of'
import { FIGURE_TITLES, type ReportFigures } from './report-figures'
import { code, paragraph, type DocumentBlock, type DocumentSection } from './text-document'

type FigureName = keyof ReportFigures

const isFigureName = (name: string): name is FigureName => Object.hasOwn(FIGURE_TITLES, name)

/** Every figure of a report, in order. */
export const FIGURE_NAMES: readonly FigureName[] = Object.keys(FIGURE_TITLES).filter(isFigureName)

const NUMBERS = recordFrom(FIGURE_NAMES.map((name, place) => [name, `Q${place + 1}`] as const))

/** What is written at a figure: by which query it was made. */
export const queryMark = (name: FigureName): string => `Query: ${NUMBERS[name]}.`

/** All queries of a report, as they were asked of the database. */
export const querySection = (figures: ReportFigures): DocumentSection => ({
  title: 'Queries',
  blocks: [
    paragraph(
      'All figures are of one moment.',
      'Each was found by the query below, in the database of the portal.',
      'Sums and differences of them are worked out as the sections say.',
    ),
    ...FIGURE_NAMES.flatMap((name): DocumentBlock[] => [
      paragraph(`${NUMBERS[name]}: ${FIGURE_TITLES[name]}`),
      code(figures[name].query),
    ]),
  ],
})
