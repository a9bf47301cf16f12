import { roundedToTenths } from '../fraction'
import { balanceOf, type DrawnAlike } from '../reports/balance'
import { FIGURE_TITLES, type ReportedTrial, type ReportFigures } from './report-figures'
import { cellsOfLots, lotOf } from './ratio-lots'
import { queryMark } from './report-queries'
import { paragraph, table, type DocumentSection } from './text-document'

/** Participants of each epoch, and each study group as observed and as expected: by epoch, and in the whole trial. */
export const balanceSection = (trial: ReportedTrial, figures: ReportFigures): DocumentSection => {
  const { designs, epochs } = figures
  return {
    title: FIGURE_TITLES.drawn,
    blocks: [
      table(
        [
          { heading: 'Epoch', share: 1, isFigure: true },
          { heading: 'Participants', share: 2, isFigure: true },
          { heading: 'First', share: 3 },
          { heading: 'Last', share: 3 },
        ],
        epochs.rows.map(({ epoch, participants, first_at, last_at }) => [
          String(epoch),
          String(participants),
          trial.time(first_at),
          trial.time(last_at),
        ]),
      ),
      paragraph(queryMark('epochs')),
      paragraph(
        'Everyone who was randomised counts, flagged or not.',
        'Expected are the participants of an epoch, times the weight of the group out of the sum of weights.',
        designs.rows.some(({ design }) => design.ratios !== undefined)
          ? 'Where the ratio differs by an option, the participants of each option have their own weights.'
          : null,
        'Imbalance is observed less expected, in people.',
      ),
      table(
        [
          { heading: 'Epoch', share: 2, isFigure: true },
          { heading: 'Study group', share: 4 },
          { heading: 'Observed', share: 2, isFigure: true },
          { heading: 'Expected', share: 2, isFigure: true },
          { heading: 'Imbalance', share: 2, isFigure: true },
        ],
        [...epochs.rows.map(({ epoch }) => epoch), null].flatMap((epoch) => rowsOf(trial, figures, epoch)),
      ),
      paragraph(queryMark('drawn'), 'Balance by site and stratum is in the balance report.'),
    ],
  }
}

/** A row for each group, of one epoch or of all (null). */
const rowsOf = ({ groups }: ReportedTrial, { designs, drawn }: ReportFigures, epoch: number | null): string[][] => {
  const ofEpochs = new Map(designs.rows.toReversed().map(({ epoch: of, design }) => [of, design]))
  const alike = drawn.rows
    .filter((row) => epoch === null || row.epoch === epoch)
    .map((row): DrawnAlike => {
      const design = ofEpochs.get(row.epoch)
      const lot = design === undefined ? {} : lotOf(design, row)
      return { ...row, ...lot, site_id: 0, option_ids: [], count: row.participants }
    })
  const cells = cellsOfLots(ofEpochs)
  const [whole] = balanceOf(alike, { group_ids: groups.map(({ id }) => id), cells }, 0)
  return groups.flatMap(({ name }, place) => {
    const balance = whole?.groups[place]
    if (balance === undefined) return []
    const { observed, expected, imbalance } = balance
    return [
      [
        epoch === null ? 'All' : String(epoch),
        name,
        String(observed),
        roundedToTenths(expected).toFixed(1),
        roundedToTenths(imbalance).toFixed(1).replace('-', '−'),
      ],
    ]
  })
}
