import { monthlyLines } from '#domain/reports/monthly-report'
import { dayInWords, monthInWords } from '#domain/time/day-in-words'
import type { MonthlyReportFacts } from '../db/message-facts'
import { timeIn } from '../time/calendar'
import { pdfTables } from './pdf-table'

const EVERYONE = 'Everyone who was randomised counts, flagged or not.'
const WITHOUT_FLAGGED = 'Flagged participants do not count towards the sample size. The other figures are of everyone.'

/** The monthly report of a trial as a PDF, piece by piece: of the same facts, the same bytes. */
export const monthlyPdf = (
  { trial, month, at, figures }: MonthlyReportFacts,
  practiceInstance: string | null,
): AsyncGenerator<Uint8Array, void, undefined> =>
  pdfTables({
    title: `Monthly report: ${trial.title}`,
    lead: [
      `${monthInWords(month)}, trial ${trial.id}, generated ${timeIn(trial.selected_timezone, at)}`,
      `${figures.counted === undefined ? EVERYONE : WITHOUT_FLAGGED} Study groups are not in this report.`,
      ...(practiceInstance === null
        ? []
        : [`From the practice system “${practiceInstance}”. Nothing in it is about real people.`]),
    ],
    foot: `Monthly report, ${monthInWords(month)}, trial ${trial.id}`,
    created_at: at,
    tables: [
      {
        columns: [
          { heading: 'Figures of the month', share: 2 },
          { heading: '', share: 3 },
        ],
        rows: monthlyLines(figures).map((cells) => ({ cells })),
      },
      {
        columns: [
          { heading: 'Site', share: 4 },
          { heading: 'Randomised in the month', share: 1.5, isFigure: true },
          { heading: 'Randomised so far', share: 1.5, isFigure: true },
          { heading: 'Last participant so far', share: 2, isFigure: true },
        ],
        rows: figures.sites.map(({ title, randomised, total, last_on }) => ({
          cells: [title, String(randomised), String(total), last_on === null ? '–' : dayInWords(last_on)],
        })),
      },
    ],
  })
