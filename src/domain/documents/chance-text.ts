import { isBlockDesign, sizesOfDesign, type BlockDesign } from '../randomisation/block-sizes'
import { chosenSizes } from '../randomisation/chosen-sizes'
import { weightSum, type DesignOf, type OneRatioDesign } from '../randomisation/design'
import { probabilityText } from './design-text'
import { code, paragraph, table, type DocumentBlock } from './text-document'

/** How a factor of a minimisation is called; `nameOf` names a stratum by its ID. */
type Names = (stratumId: number) => string

/** The chance of each allocation under a design in one ratio, given all allocations before it: exact, with every setting. */
export const chanceText = (design: OneRatioDesign, nameOf: Names): readonly DocumentBlock[] => {
  if (isBlockDesign(design)) return blockChances(design)
  switch (design.method) {
    case 'standard':
      return [paragraph('The method has no settings: each cell has its share as its chance.')]
    case 'urn':
      return urnChances(design)
    case 'minimisation':
      return minimisationChances(design, nameOf)
    case 'big_stick':
      return coinChances([
        [`d < ${design.big_stick_limit}`, '1/2'],
        [`d ≥ ${design.big_stick_limit}`, '1'],
      ])
    case 'biased_coin':
      return coinChances([
        ['d = 0', '1/2'],
        [`0 < d < ${design.biased_coin_limit}`, `${design.biased_coin_chance}/${design.biased_coin_out_of}`],
        [`d ≥ ${design.biased_coin_limit}`, '1'],
      ])
    case 'efron':
      return coinChances([
        ['d = 0', '1/2'],
        ['d > 0', `${design.efron_chance}/${design.efron_out_of}`],
      ])
    case 'maximal':
      return maximalChances(design)
    case 'list':
      return [paragraph('Each allocation is the next unused row of the uploaded list. The portal draws nothing.')]
  }
}

const blockChances = (design: BlockDesign): readonly DocumentBlock[] => {
  const sizes =
    design.method === 'chosen_blocks'
      ? chosenSizes(design.chosen_block_sizes)
      : sizesOfDesign(design).map((size) => ({ size, chance: 1 }))
  const all = sizes.reduce((sum, { chance }) => sum + chance, 0)
  return [
    paragraph('The size of each new block is drawn with these chances.'),
    table(
      [
        { heading: 'Block size', share: 1, isFigure: true },
        { heading: 'Chance', share: 1, isFigure: true },
      ],
      sizes.map(({ size, chance }) => [String(size), `${chance}/${all}`]),
    ),
    paragraph(
      'With r places of a cell among R places left in a block, the cell has the chance r/R.',
      'A place of a flagged participant is not given back.',
    ),
  ]
}

const urnChances = ({ urn_initial, urn_alpha, urn_beta }: DesignOf<'urn'>): readonly DocumentBlock[] => [
  paragraph(
    `The urn is UD(${urn_initial}, ${urn_alpha}, ${urn_beta}).`,
    'A cell k of weight w, with N of n participants so far, has so many balls:',
  ),
  code(`${urn_initial} · w + (${urn_alpha} − ${urn_beta}) · N + ${urn_beta} · w · n`),
  paragraph('Its chance is its balls out of those of all cells.'),
]

const minimisationChances = (design: DesignOf<'minimisation'>, nameOf: Names): readonly DocumentBlock[] => {
  const arms = weightSum(design.cells)
  const isVariance = design.minimisation_measure === 'variance'
  return [
    paragraph(
      `There are ${arms} virtual arms: a cell of weight w has w of them.`,
      isVariance
        ? 'With counts x in S arms, the imbalance of a factor is S · Σx² − (Σx)², S² times their variance.'
        : 'The imbalance of a factor is the largest of its counts less the smallest.',
      'The imbalance of an arm is the weighted sum over these factors, at the participant’s levels.',
    ),
    table(
      [
        { heading: 'Factor', share: 3 },
        { heading: 'Weight', share: 1, isFigure: true },
      ],
      design.factors.map(({ of, weight }) => [factorName(of, nameOf), String(weight)]),
    ),
    paragraph(
      `Of T arms with the least imbalance, each has the chance p/T, with p = ${probabilityText(design)}.`,
      `Each of the other ${arms} − T arms has the chance (1 − p)/(${arms} − T).`,
      'If all arms have the least imbalance, all have the same chance.',
    ),
  ]
}

const factorName = (of: number | 'site' | 'trial', nameOf: Names): string => {
  if (of === 'site') return 'Site'
  return of === 'trial' ? 'The whole trial' : nameOf(of)
}

const coinChances = (chances: readonly (readonly [difference: string, chance: string])[]): readonly DocumentBlock[] => [
  paragraph('With d for the difference between the groups, the smaller group has this chance.'),
  table(
    [
      { heading: 'Difference', share: 1 },
      { heading: 'Chance of the smaller group', share: 1, isFigure: true },
    ],
    chances,
  ),
]

const maximalChances = ({ maximal_limit, maximal_length }: DesignOf<'maximal'>): readonly DocumentBlock[] => [
  paragraph(
    `A sequence has ${maximal_length} participants, and the groups never differ by more than ${maximal_limit}.`,
    'P(d, r) is the number of ways from a difference d to 0 in r more draws:',
  ),
  code(
    [
      'P(d, r) = P(d − 1, r − 1) + P(d + 1, r − 1)',
      'P(d, 0) = 1 for d = 0, else 0',
      `P(d, r) = 0 for |d| > ${maximal_limit}`,
    ].join('\n'),
  ),
  paragraph('With r draws left, the smaller of two groups that differ by d has this chance.'),
  code('P(d − 1, r − 1) / P(d, r)'),
]
