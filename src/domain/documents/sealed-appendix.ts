import type { AllocationDesign, OneRatioDesign } from '../randomisation/design'
import { oneRatioDesigns } from '../randomisation/ratios'
import { chanceText } from './chance-text'
import { cellTable, methodTitle, settingsOfDesign, usedByDesign } from './design-text'
import { CONSTRUCTION, leadOf, type Generation, type NamedGroup } from './documented-trial'
import { entriesOf } from './literature'
import { METHOD_TEXT } from './method-text'
import type { SpecifiedTrial } from './randomisation-specification'
import {
  code,
  facts,
  list,
  numbered,
  paragraph,
  table,
  type DocumentBlock,
  type DocumentSection,
  type Fact,
  type TextDocument,
} from './text-document'

/** A study group, and the most participants that it may have; null for no limit. */
type LimitedGroup = NamedGroup & { readonly max_participants: number | null }

/** What is sealed: the design itself, or why it is none, and what the ledger has of the trial. The seed is no part of it. */
type Sealed = {
  readonly groups: readonly LimitedGroup[]
  readonly stratum_names: ReadonlyMap<number, string>
  readonly option_names: ReadonlyMap<number, string>
  readonly design: AllocationDesign | null
  /** What is wrong with settings that make no design; null for a design. */
  readonly fault: string | null
  /** The design in the form of the ledger; null without one. */
  readonly ledger_design: string | null
  readonly nonce_hex: string | null
  readonly ledger_length: number
  readonly ledger_head: string | null
}

/** The part of a randomisation specification that only unblinded statisticians may read: settings, chances and the ledger’s design. */
export const sealedAppendix = (trial: SpecifiedTrial, sealed: Sealed, generation: Generation): TextDocument => ({
  title: `Sealed appendix: ${trial.title}`,
  lead: [...leadOf(trial, generation), 'Confidential: for unblinded statisticians only.'],
  foot: `Sealed appendix, trial ${trial.id}, confidential`,
  created_at: generation.at,
  sections: numbered([
    READERS,
    ...(sealed.design === null ? [missingDesign(sealed.fault)] : designSections(sealed, sealed.design)),
    proofSection(trial, sealed),
    { title: 'References', blocks: [list(entriesOf(referencesOf(trial)))] },
  ]),
})

const READERS: DocumentSection = {
  title: 'Who may read this',
  blocks: [
    paragraph(
      'This appendix belongs to the randomisation specification in the protocol.',
      'It makes the next allocation easier to predict.',
      'Do not give it to anyone who enrols, treats or assesses participants.',
      'Store it sealed until the trial has ended.',
    ),
  ],
}

const missingDesign = (fault: string | null): DocumentSection => ({
  title: 'Design',
  blocks: [paragraph('The settings are not a valid design yet.', fault === null ? null : `${fault}.`)],
})

const designSections = (
  { groups, stratum_names, option_names, ledger_design, ledger_length }: Sealed,
  design: AllocationDesign,
): DocumentSection[] => [
  {
    title: 'Design',
    blocks: [
      facts([['Method', methodTitle(design)], ...settingsOfDesign(design), ...usesOf(design)]),
      paragraph('A cell is what one allocation gives: a study group, or one of each factor.'),
      ...byRatio(design, option_names, (one) => [cellTable(one, groups)]),
    ],
  },
  {
    title: 'Chance of each allocation',
    blocks: byRatio(design, option_names, (one) => chanceText(one, (id) => stratum_names.get(id) ?? `Stratum ${id}`)),
  },
  ...limitSections(groups),
  ...(ledger_design === null
    ? []
    : [
        {
          title: 'Design as the ledger records it',
          blocks: [
            paragraph(
              ledger_length === 0
                ? 'Once the trial starts, the ledger will have the design as this text.'
                : 'The ledger has the design as this text.',
            ),
            code(ledger_design),
          ],
        },
      ]),
]

/** The limits of study groups, of which a protocol says nothing: who is blinded may not know them (decision 0098). */
const limitSections = (groups: readonly LimitedGroup[]): DocumentSection[] => {
  const rows = groups.flatMap(({ name, max_participants: most }) => (most === null ? [] : [[name, String(most)]]))
  if (rows.length === 0) return []
  return [
    {
      title: 'Limits of study groups',
      blocks: [
        paragraph(
          'Everyone who was ever randomised to a group counts, flagged or not.',
          'A full group is closed before the next draw: its weight becomes 0.',
          'The others continue in their ratio, in a new epoch with empty counts and blocks.',
        ),
        table(
          [
            { heading: 'Study group', share: 4 },
            { heading: 'Most participants', share: 2, isFigure: true },
          ],
          rows,
        ),
      ],
    },
  ]
}

/** The blocks of each ratio, beneath the name of its option; without one where all participants have the same ratio. */
const byRatio = (
  design: AllocationDesign,
  optionNames: ReadonlyMap<number, string>,
  blocksOf: (one: OneRatioDesign) => readonly DocumentBlock[],
): readonly DocumentBlock[] =>
  oneRatioDesigns(design).flatMap(({ option, design: one }) => [
    ...(option === null
      ? []
      : [paragraph(`For participants with “${optionNames.get(option) ?? `option ${option}`}”:`)]),
    ...blocksOf(one),
  ])

const usesOf = (design: AllocationDesign): Fact[] => {
  const { strata, site, flags } = usedByDesign(design)
  return [
    ['Allocation uses strata', strata ? 'Yes' : design.ratios === undefined ? 'No' : 'For the ratio alone'],
    ['Allocation uses the site', site ? 'Yes' : 'No'],
    ['Flagged participants leave the counts', flags ? 'Yes' : 'No'],
  ]
}

const proofSection = (trial: SpecifiedTrial, sealed: Sealed): DocumentSection => ({
  title: 'Seed, commitment and ledger',
  blocks: [
    facts([
      ['Construction', CONSTRUCTION],
      ['Commitment', trial.commitment],
      ['Start nonce', sealed.nonce_hex ?? 'None'],
      ['Records in the ledger', String(sealed.ledger_length)],
      ['Head of the ledger', sealed.ledger_head ?? 'No record yet'],
    ]),
    paragraph('The seed is not in this document.', 'After its reveal, the commitment proves which seed it was.'),
  ],
})

const referencesOf = ({ method }: SpecifiedTrial) => [
  ...METHOD_TEXT[method].published_in,
  ...(method === 'minimisation' ? (['taves'] as const) : []),
]
