import type { CountsAfterChange } from '../randomisation/epoch'
import { balanceSection } from './report-balance'
import { deviationSections } from './report-deviations'
import { designInBrief, ratioOfCells } from './design-text'
import { CONSTRUCTION, factsOfTrial, leadOf, type Generation } from './documented-trial'
import { entriesOf } from './literature'
import { METHOD_TEXT } from './method-text'
import { FIGURE_TITLES, type ReportedTrial, type ReportFigures } from './report-figures'
import { queryMark, querySection } from './report-queries'
import { facts, list, numbered, paragraph, table, type DocumentSection, type TextDocument } from './text-document'

/** What happened in the randomisation of a trial until now, each figure with the query that it was made by. */
export const randomisationReport = (
  trial: ReportedTrial,
  figures: ReportFigures,
  generation: Generation,
): TextDocument => ({
  title: `Randomisation report: ${trial.title}`,
  lead: [
    ...leadOf(trial, generation),
    'Confidential: it names study groups, and is for unblinded readers only.',
    trial.is_over ? 'The trial has ended.' : 'The trial has not ended: figures will change.',
  ],
  foot: `Randomisation report, trial ${trial.id}, confidential`,
  created_at: generation.at,
  sections: numbered([
    stateSection(trial, figures, generation),
    courseSection(trial, figures),
    designSection(trial, figures),
    balanceSection(trial, figures),
    siteSection(trial, figures),
    ...deviationSections(trial, figures),
    renamedSection(trial, figures),
    { title: 'References', blocks: [list(entriesOf(referencesOf(figures)))] },
    querySection(figures),
  ]),
})

const stateSection = (
  trial: ReportedTrial,
  { trial: found, designs }: ReportFigures,
  { version }: Generation,
): DocumentSection => ({
  title: FIGURE_TITLES.trial,
  blocks: [
    facts([
      ...factsOfTrial(trial),
      ['Status', trial.status],
      ...found.rows.flatMap((row): [string, string][] => [
        ['Participants randomised', String(row.allocation_counter)],
        ...countedOf(row),
        ['Software', `Equipoise ${version}`],
        ['Construction', CONSTRUCTION],
        ['Commitment', row.commitment],
        ['Start nonce', row.nonce_hex ?? 'None'],
        ['Records in the ledger', String(row.ledger_length)],
        ['Head of the ledger', row.ledger_head ?? 'No record yet'],
        ['Seed revealed', row.seed_revealed_at === null ? 'No' : trial.time(row.seed_revealed_at)],
      ]),
    ]),
    paragraph(
      // Rows of a list follow from no seed, and a trial that has one has no other method.
      designs.rows.some(({ design }) => design.method === 'list')
        ? 'After the reveal, the verifier compares each used row with the commitment to its list.'
        : 'The verifier repeats every draw from the revealed seed, and compares them with this head.',
      queryMark('trial'),
    ),
  ],
})

/** How many count towards the sample size, where flags leave participants out of it. */
const countedOf = (row: ReportFigures['trial']['rows'][number]): [string, string][] =>
  row.exclude_flagged_participants ? [['Of these, counted towards the sample size', String(row.num_sampled)]] : []

const courseSection = ({ time }: ReportedTrial, { statuses }: ReportFigures): DocumentSection => ({
  title: FIGURE_TITLES.statuses,
  blocks: [
    table(
      [
        { heading: 'Time', share: 2 },
        { heading: 'Change', share: 3 },
        { heading: 'Reason', share: 3 },
        { heading: 'By', share: 2 },
      ],
      statuses.rows.map(({ at, change, reason, by }) => [time(at), change, reason ?? '', by ?? '']),
    ),
    paragraph(queryMark('statuses')),
  ],
})

/** What a design did to the counts, urns and blocks before it, in the words of its row. */
const COUNTS: Readonly<Record<CountsAfterChange, string>> = {
  begin_again: 'Empty',
  carried: 'Carried',
  unchanged: 'Unchanged',
}

const designSection = ({ groups, option_names, time }: ReportedTrial, { designs }: ReportFigures): DocumentSection => ({
  title: FIGURE_TITLES.designs,
  blocks: [
    paragraph(
      'A new epoch begins with empty counts, urns and blocks.',
      'A design within an epoch leaves the ratio alone, and counts, urns and blocks continue.',
      'Where they are carried, settings of the method changed.',
      'Where they are unchanged, only options of strata changed, or how flags count.',
    ),
    table(
      [
        { heading: 'Record', share: 1, isFigure: true },
        { heading: 'Time', share: 2 },
        { heading: 'Epoch', share: 1, isFigure: true },
        { heading: 'Counts', share: 2 },
        { heading: 'Design', share: 4 },
        { heading: 'Ratio', share: 3 },
      ],
      designs.rows.map(({ record_no, at, epoch, counts, design }) => [
        String(record_no),
        time(at),
        String(epoch),
        COUNTS[counts],
        designInBrief(design),
        ratioOfCells(design, groups, (id) => option_names.get(id) ?? `option ${id}`),
      ]),
    ),
    paragraph(queryMark('designs')),
  ],
})

const siteSection = ({ time }: ReportedTrial, { sites }: ReportFigures): DocumentSection => {
  const closed = sites.rows.filter(({ is_closed }) => is_closed).map(({ title }) => title)
  const timed = (at: string | null) => (at === null ? '' : time(at))
  return {
    title: FIGURE_TITLES.sites,
    blocks: [
      paragraph(closed.length === 0 ? 'No site was closed.' : `Closed sites: ${closed.join(', ')}.`),
      table(
        [
          { heading: 'Site', share: 3 },
          { heading: 'Closed', share: 1 },
          { heading: 'Opened', share: 2 },
          { heading: 'Participants', share: 2, isFigure: true },
          { heading: 'First', share: 2 },
          { heading: 'Last', share: 2 },
        ],
        sites.rows.map(({ title, is_closed, opened_at, participants, first_at, last_at }) => [
          title,
          is_closed ? 'Yes' : 'No',
          timed(opened_at),
          String(participants),
          timed(first_at),
          timed(last_at),
        ]),
      ),
      paragraph(queryMark('sites')),
    ],
  }
}

const renamedSection = ({ time }: ReportedTrial, { renamed }: ReportFigures): DocumentSection => ({
  title: FIGURE_TITLES.renamed,
  blocks: [
    renamed.rows.length === 0
      ? paragraph('No study group or site was renamed.')
      : table(
          [
            { heading: 'What', share: 2 },
            { heading: 'Former name', share: 2 },
            { heading: 'Present name', share: 2 },
            { heading: 'Until participant', share: 2, isFigure: true },
            { heading: 'Time', share: 2 },
            { heading: 'Reason', share: 3 },
          ],
          renamed.rows.map(({ is_site, former, present, last_number, ended_at, reason }) => [
            is_site ? 'Site' : 'Study group',
            former,
            present,
            String(last_number),
            time(ended_at),
            reason,
          ]),
        ),
    paragraph(queryMark('renamed')),
  ],
})

const referencesOf = ({ designs }: ReportFigures) => [
  ...designs.rows.flatMap(({ design }) => METHOD_TEXT[design.method].published_in),
  'consort' as const,
]
