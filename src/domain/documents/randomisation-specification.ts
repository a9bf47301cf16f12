import { RANDOMISATION_METHODS, type AllocationMethod, type RandomisationMethodName } from '../trials/trial-methods'
import {
  CONSTRUCTION,
  factsOfTrial,
  leadOf,
  ratiosOf,
  type DocumentedTrial,
  type Generation,
  type NamedGroup,
} from './documented-trial'
import { cited, entriesOf } from './literature'
import { METHOD_TEXT } from './method-text'
import { stratificationText, type Stratification } from './stratification-text'
import {
  facts,
  list,
  numbered,
  paragraph,
  type DocumentBlock,
  type DocumentSection,
  type TextDocument,
} from './text-document'

/** A trial as its protocol describes it. No setting of its method is among this. */
export type SpecifiedTrial = DocumentedTrial &
  Stratification & {
    readonly allocation_method: AllocationMethod
    readonly method: RandomisationMethodName
    readonly exclude_flagged_participants: boolean
    readonly is_design_checked: boolean
    readonly is_unblinding_reauthenticated: boolean
    readonly commitment: string
  }

/** The ratio at each option of the stratum by which it differs: the groups with the weights that they have there. */
export type OptionRatios = {
  readonly stratum: string
  readonly options: readonly { readonly name: string; readonly groups: readonly NamedGroup[] }[]
}

/**
 * The text on randomisation for a trial's protocol. `groups` is null for a reader who may not see them. Block sizes, chances, limits and
 * weights of factors are never in it, whoever reads it: protocols are handed on (decision 0096).
 */
export const randomisationSpecification = (
  trial: SpecifiedTrial,
  groups: readonly NamedGroup[] | null,
  generation: Generation,
  ratios: OptionRatios | null = null,
): TextDocument => ({
  title: `Randomisation specification: ${trial.title}`,
  lead: [...leadOf(trial, generation), 'Text for the protocol. Details of the method are in the sealed appendix.'],
  foot: `Randomisation specification, trial ${trial.id}`,
  created_at: generation.at,
  sections: numbered([
    { title: 'Trial', blocks: [facts(factsOfTrial(trial))] },
    groupsSection(trial, groups, ratios),
    methodSection(trial.method, groups !== null),
    {
      title: 'Stratification',
      blocks: stratificationText(trial.method, trial, groups && { differs_by: ratios?.stratum ?? null }),
    },
    trial.method === 'list' ? LIST_CONCEALMENT : CONCEALMENT,
    trial.method === 'list' ? listSection(trial) : seedSection(trial),
    changesSection(trial),
    unblindingSection(trial),
    softwareSection(trial, generation),
    {
      title: 'References',
      blocks: [list(entriesOf([...METHOD_TEXT[trial.method].published_in, 'spirit', 'consort']))],
    },
  ]),
})

const ALLOCATION_TEXT: Record<AllocationMethod['name'], string> = {
  parallel: 'Groups are parallel: each participant is allocated to one study group.',
  cluster: 'Clusters are allocated: each participant of the portal is a cluster, and gets one study group.',
  crossover: 'Participants are allocated to a sequence of treatments: each study group is a sequence.',
  factorial: 'The trial is factorial: each participant is allocated to one study group of each factor.',
}

/** The sentence in place of the groups for whoever is blinded. */
export const GROUPS_HIDDEN = 'Study groups and their ratio are not shown, because you are blinded in this trial.'

const groupsSection = (
  { allocation_method }: SpecifiedTrial,
  groups: readonly NamedGroup[] | null,
  ratios: OptionRatios | null,
): DocumentSection => ({
  title: 'Study groups and allocation ratio',
  blocks: [
    paragraph(ALLOCATION_TEXT[allocation_method.name]),
    ...(groups === null ? [paragraph(GROUPS_HIDDEN)] : ratioBlocks(allocation_method, groups, ratios)),
  ],
})

const ratioBlocks = (
  { id }: AllocationMethod,
  groups: readonly NamedGroup[],
  ratios: OptionRatios | null,
): readonly DocumentBlock[] =>
  ratios === null
    ? [paragraph('The allocation ratio is:'), list(ratiosOf(id, groups))]
    : [
        paragraph(`The allocation ratio differs by the stratum “${ratios.stratum}”:`),
        list(ratios.options.flatMap(({ name, groups: of }) => ratiosOf(id, of).map((ratio) => `${name}: ${ratio}`))),
      ]

const methodSection = (method: RandomisationMethodName, showsGroups: boolean): DocumentSection => {
  const { says, of_groups = null, published_in } = METHOD_TEXT[method]
  const title = RANDOMISATION_METHODS.find(({ name }) => name === method)?.title ?? ''
  return {
    title: 'Sequence generation',
    blocks: [
      facts([['Method', title]]),
      paragraph(...says, showsGroups ? of_groups : null),
      paragraph(`The method is described in the literature ${cited(published_in)}.`),
    ],
  }
}

const CONCEALMENT: DocumentSection = {
  title: 'Concealment of allocation',
  blocks: [
    paragraph(
      'No list of allocations exists.',
      'The server draws each group when an authorised person randomises a participant, after all checks.',
      'The result is recorded at once, and cannot be changed or drawn again.',
      'No device has or computes the next allocation.',
    ),
    paragraph(
      'Details of the restriction are in a separate document, for unblinded statisticians only.',
      `This follows item 16a of the guideline ${cited(['spirit'])}.`,
      `The report follows items 8 to 10 ${cited(['consort'])}.`,
    ),
  ],
}

const LIST_CONCEALMENT: DocumentSection = {
  title: 'Concealment of allocation',
  blocks: [
    paragraph(
      'The list is sealed: the portal stores its rows encrypted.',
      'It shows them to no one before the seed is revealed.',
      'The author of the list has no permission in the trial, and can be given none.',
      'The server takes the next unused row when an authorised person randomises a participant, after all checks.',
      'The result is recorded at once, and cannot be changed or taken again.',
      'The portal sends the next row to no device.',
    ),
    paragraph(
      'How the list was made belongs in a separate document, for unblinded statisticians only.',
      `This follows item 16a of the guideline ${cited(['spirit'])}.`,
      `The report follows items 8 to 10 ${cited(['consort'])}.`,
    ),
  ],
}

const seedSection = ({ commitment }: SpecifiedTrial): DocumentSection => ({
  title: 'Seed: custody and commitment',
  blocks: [
    paragraph(
      'All draws follow from a secret seed of 32 bytes.',
      'The server took it from the generator of its operating system when the trial was created.',
      'It is stored encrypted, under a key that is not in the database.',
      'No screen, file or report shows it while the trial runs.',
    ),
    paragraph(
      'Its commitment is a SHA-256 hash that was published before the first draw.',
      'It fixes the seed, and reveals nothing about it.',
    ),
    facts([['Commitment', commitment]]),
    paragraph(
      'After the trial is Finished or Terminated, a system administrator may reveal the seed.',
      'They sign in again for that, and give a reason.',
      'Anyone with the ledger can then repeat every draw and compare the seed with the commitment.',
    ),
  ],
})

const listSection = ({ commitment }: SpecifiedTrial): DocumentSection => ({
  title: 'List and seed: custody and commitment',
  blocks: [
    paragraph(
      'The portal commits to each list by a SHA-256 hash of all its rows, with a random salt.',
      'The hash is in the audit log from the upload on.',
      'It is in the ledger, a chain of hashes, before any row of the list is used.',
      'It fixes every row, and reveals nothing about them.',
    ),
    paragraph(
      'The trial also has a secret seed of 32 bytes, which is stored encrypted.',
      'No group follows from the seed.',
      'Its commitment is a SHA-256 hash that was published before the first allocation.',
    ),
    facts([['Commitment to the seed', commitment]]),
    paragraph(
      'After the trial is Finished or Terminated, a system administrator may reveal the seed, and the lists with it.',
      'They sign in again for that, and give a reason.',
      'Anyone with the ledger can then compare each row that was used with the commitment to its list.',
    ),
  ],
})

const isCounting = (method: RandomisationMethodName): boolean =>
  RANDOMISATION_METHODS.some(({ name, is_counting }) => name === method && is_counting)

/** What a change after the start does to counts and blocks, besides one of the ratio: as `countsAfter` decides it. */
const continuing = (method: RandomisationMethodName): string | null => {
  if (isCounting(method)) return 'Where only settings of the method change, the counts continue in the same epoch.'
  if (method === 'standard') return null
  return method === 'blocked'
    ? 'New block sizes begin one too. Where a change leaves the sizes alone, blocks continue in the same epoch.'
    : 'New settings of the method begin one too.'
}

/**
 * What may change once the trial has started: the method, the strata and their options are locked at its first participant. A list has
 * rows for one design, so that a change which would begin an epoch is refused.
 */
const changeText = (method: RandomisationMethodName): (string | null)[] =>
  method === 'list'
    ? [
        'After the start, the study groups, the ratio and the strata of a list cannot change.',
        'More rows can be added, in another list that a second person confirms.',
      ]
    : [
        'Once a participant is randomised, the method and the strata cannot change, and no study group can be removed.',
        'Another ratio, study group or use of strata and sites begins a new epoch.',
        continuing(method),
        'Counts and blocks of a new epoch begin empty.',
        'An analysis should be stratified by epoch.',
      ]

const changesSection = (trial: SpecifiedTrial): DocumentSection => ({
  title: 'Changes, flags and errors',
  blocks: [
    paragraph(
      trial.is_design_checked ? 'A second, unblinded person confirms the design before the trial starts.' : null,
      ...changeText(trial.method),
    ),
    paragraph(
      isCounting(trial.method) && trial.exclude_flagged_participants
        ? 'Participants whom a trial administrator flags leave the counts of later draws.'
        : `Flags on participants do not affect ${trial.method === 'list' ? 'which row is next' : 'a draw'}.`,
      'Flagged participants remain in all lists, reports and analyses.',
    ),
    trial.method === 'list'
      ? paragraph(
          'A participant who is randomised in error remains in the group of their row.',
          'The error is recorded, and the row is not used again.',
        )
      : paragraph(
          'A participant who is randomised in error remains in the group that was drawn.',
          'The error is recorded, and nothing is drawn again.',
        ),
  ],
})

const unblindingSection = ({ is_unblinding_reauthenticated }: SpecifiedTrial): DocumentSection => ({
  title: 'Unblinding',
  blocks: [
    paragraph(
      'Authorised people can unblind one participant in an emergency, and give a reason.',
      is_unblinding_reauthenticated ? 'They sign in again for that.' : null,
      'Each unblinding is recorded.',
      'If someone learns a group in another way, that is recorded as inadvertent unblinding.',
    ),
  ],
})

const softwareSection = ({ method }: SpecifiedTrial, { version }: Generation): DocumentSection => ({
  title: 'Software and construction',
  blocks:
    method === 'list'
      ? [
          facts([
            ['Software', `Equipoise ${version}`],
            ['Construction', CONSTRUCTION],
          ]),
          paragraph(
            'Each allocation is a record in the ledger, with the position of its row.',
            'The verifier, a separate program without code of the portal, compares the rows with the commitment.',
          ),
        ]
      : [
          facts([
            ['Software', `Equipoise ${version}`],
            ['Construction of the draws', CONSTRUCTION],
            ['Random numbers', 'HMAC-SHA-256 under a key derived from the seed, as whole numbers without bias'],
          ]),
          paragraph(
            'Each draw is a record in a ledger, a chain of hashes.',
            'The verifier, a separate program, repeats every draw without code of the portal.',
          ),
        ],
})
