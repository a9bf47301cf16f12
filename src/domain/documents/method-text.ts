import type { RandomisationMethodName } from '../trials/trial-methods'
import type { Publication } from './literature'

/** What a protocol says of a method: sentences that are true of it whatever its settings, and where it is published. */
type MethodText = {
  says: readonly string[]
  /** What it tells of the groups and their ratio: left out where these are not shown. */
  of_groups?: string
  published_in: readonly [Publication, ...Publication[]]
}

const FOR_TWO_GROUPS = 'The method is for two groups of equal weight.'

/** No sentence depends on a setting: from the protocol, no one may learn block sizes, chances or limits. */
export const METHOD_TEXT: Readonly<Record<RandomisationMethodName, MethodText>> = {
  standard: {
    says: [
      'Simple (unrestricted) randomisation is used.',
      'Each allocation is drawn with the chances of the allocation ratio, independently of all others.',
    ],
    published_in: ['rosenberger_lachin'],
  },
  blocked: {
    says: [
      'Permuted blocks are used.',
      'Each full block has the study groups in their ratio, and each order of a block has the same chance.',
      'When a block is used up, the next one begins.',
      'Block sizes, and how they are drawn, are in the sealed appendix.',
    ],
    published_in: ['matts_lachin'],
  },
  chosen_blocks: {
    says: [
      'Permuted blocks are used.',
      'Each full block has the study groups in their ratio, and each order of a block has the same chance.',
      'When a block is used up, the size of the next one is drawn from a list.',
      'The sizes and their chances are in the sealed appendix.',
    ],
    published_in: ['matts_lachin', 'rosenberger_lachin'],
  },
  urn: {
    says: [
      'Wei’s urn design is used.',
      'For each participant a ball is drawn from an urn, which has balls for each study group.',
      'Balls are then added by a fixed rule, which controls how strongly the groups are balanced.',
      'The numbers of balls are in the sealed appendix.',
    ],
    published_in: ['wei', 'wei_smythe_smith'],
  },
  minimisation: {
    says: [
      'Minimisation is used.',
      'For each participant, the imbalance of each possible allocation is computed over the balancing factors.',
      'An allocation with the least imbalance is drawn with a fixed probability, and any other with the rest of it.',
      'Unequal ratios are held at every allocation.',
      'The probability, the measure of imbalance and the weights of the factors are in the sealed appendix.',
    ],
    published_in: ['pocock_simon', 'kuznetsova_tymofyeyev'],
  },
  big_stick: {
    says: [
      'The big stick design is used.',
      'A fair coin is tossed for each participant.',
      'Once the groups differ by a fixed number, the next participant gets the smaller group.',
      'This number is in the sealed appendix.',
    ],
    of_groups: FOR_TWO_GROUPS,
    published_in: ['soares_wu'],
  },
  biased_coin: {
    says: [
      'A biased coin with imbalance tolerance is used.',
      'A coin with a fixed chance favours the smaller group.',
      'Once the groups differ by a fixed number, the next participant gets the smaller group.',
      'The chance and this number are in the sealed appendix.',
    ],
    of_groups: FOR_TWO_GROUPS,
    published_in: ['chen'],
  },
  efron: {
    says: [
      'Efron’s biased coin is used.',
      'A coin with a fixed chance favours the smaller group, by however much the groups differ.',
      'While the groups are equal, each has the same chance.',
      'The chance is in the sealed appendix.',
    ],
    of_groups: FOR_TWO_GROUPS,
    published_in: ['efron'],
  },
  maximal: {
    says: [
      'The maximal procedure is used.',
      'Allocations follow sequences in which the groups never differ by more than a fixed number.',
      'Each sequence ends with equal groups, and each possible sequence has the same chance.',
      'The number, and the length of a sequence, are in the sealed appendix.',
    ],
    of_groups: FOR_TWO_GROUPS,
    published_in: ['berger_ivanova_knoll'],
  },
  list: {
    says: [
      'A list is used that a statistician made outside the portal.',
      'Its author cannot see participants, and a second person confirms it before it is used.',
      'Each participant gets the next unused row of the list, or of its rows for their stratum.',
      'The portal committed to the list before it was used.',
    ],
    published_in: ['rosenberger_lachin'],
  },
}
