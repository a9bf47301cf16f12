import { RANDOMISATION_ERRORS, randomisationErrorTitle } from '../participants/randomisation-error'
import { FIGURE_TITLES, type ReportedTrial, type ReportFigures } from './report-figures'
import { queryMark } from './report-queries'
import { facts, paragraph, table, type DocumentSection } from './text-document'

/** Flags, errors, wrong strata and unblindings: in figures, and one by one, by the participants’ numbers in the trial. */
export const deviationSections = (trial: ReportedTrial, figures: ReportFigures): DocumentSection[] => [
  flagSection(figures),
  errorSection(trial, figures),
  strataSection(figures),
  unblindingSection(trial, figures),
]

const flagSection = ({ flags }: ReportFigures): DocumentSection => ({
  title: FIGURE_TITLES.flags,
  blocks: [
    facts(
      flags.rows.flatMap(({ flagged, ever_flagged, counted_out }): [string, string][] => [
        ['Participants flagged', String(flagged)],
        ['Participants ever flagged', String(ever_flagged)],
        ['Participants out of the counts of draws', String(counted_out)],
      ]),
    ),
    paragraph(queryMark('flags')),
  ],
})

const WHO = [
  { heading: 'Participant', share: 2, isFigure: true },
  { heading: 'Site', share: 3 },
  { heading: 'Recorded', share: 3 },
] as const

const errorSection = ({ time }: ReportedTrial, { errors }: ReportFigures): DocumentSection => ({
  title: FIGURE_TITLES.errors,
  blocks: [
    facts([
      ...RANDOMISATION_ERRORS.map(({ kind, title }): [string, string] => [
        title,
        String(errors.rows.filter((error) => error.kind === kind).length),
      ]),
      ['All errors', String(errors.rows.length)],
      ['Participants with an error', String(new Set(errors.rows.map(({ number }) => number)).size)],
    ]),
    ...(errors.rows.length === 0
      ? []
      : [
          table(
            [...WHO, { heading: 'Kind', share: 3 }, { heading: 'Comment', share: 5 }],
            errors.rows.map(({ number, site, at, kind, comment, as_used, corrected }) => [
              String(number),
              site,
              time(at),
              randomisationErrorTitle(kind),
              as_used === null && corrected === null
                ? comment
                : `${comment} (used: ${as_used ?? '–'}; right: ${corrected ?? '–'})`,
            ]),
          ),
        ]),
    paragraph('Each line is one record, counted by its kind.', queryMark('errors')),
  ],
})

const strataSection = ({ wrong_strata }: ReportFigures): DocumentSection => ({
  title: FIGURE_TITLES.wrong_strata,
  blocks: [
    wrong_strata.rows.length === 0
      ? paragraph('No wrong option of a stratum is recorded.')
      : table(
          [
            { heading: 'Stratum', share: 3 },
            { heading: 'As used at allocation', share: 3 },
            { heading: 'As corrected', share: 3 },
            { heading: 'Participants', share: 2, isFigure: true },
          ],
          wrong_strata.rows.map(({ stratum, used, corrected, participants }) => [
            stratum,
            used,
            corrected,
            String(participants),
          ]),
        ),
    paragraph(
      'The last correction of a participant counts; corrections that were written as words are among the errors.',
      queryMark('wrong_strata'),
    ),
  ],
})

const unblindingSection = ({ time }: ReportedTrial, { unblindings }: ReportFigures): DocumentSection => {
  const [inadvertent, emergency] = [true, false].map((isInadvertent) =>
    unblindings.rows.filter(({ is_inadvertent }) => is_inadvertent === isInadvertent),
  )
  return {
    title: FIGURE_TITLES.unblindings,
    blocks: [
      facts([
        ['Unblindings with a reason', String(emergency?.length ?? 0)],
        ['Inadvertent unblindings', String(inadvertent?.length ?? 0)],
        ['Participants unblinded', String(new Set(unblindings.rows.map(({ number }) => number)).size)],
      ]),
      ...(unblindings.rows.length === 0
        ? []
        : [
            table(
              [...WHO, { heading: 'Kind', share: 3 }, { heading: 'Reason', share: 5 }],
              unblindings.rows.map(({ number, site, at, is_inadvertent, reason }) => [
                String(number),
                site,
                time(at),
                is_inadvertent ? 'Inadvertent' : 'On request',
                reason,
              ]),
            ),
          ]),
      paragraph('Each line is one record.', queryMark('unblindings')),
    ],
  }
}
