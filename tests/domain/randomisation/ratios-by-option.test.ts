import { describe, expect, it } from 'vitest'
import { weightSum, type AllocationDesign } from '#domain/randomisation/design'
import { countsAfter } from '#domain/randomisation/epoch'
import { designAt, oneRatioDesigns } from '#domain/randomisation/ratios'
import type { DrawnParticipant } from '#domain/randomisation/strata'
import { anyDesign, crossed, rated, weighted, type NamedSettings } from './designs'
import { drawParticipants } from './draw-trial'
import { standingsOf } from './exact-cases'
import { fraction, plus, sumOf, times } from './fraction'
import { keystream } from './keystream'

/* The ratio of the groups differs by the option of one stratum (src/specification/rct-alloc-1.md#ratios-by-an-option). */

const [SEVERE, MILD] = [11, 12] as const

const of = (option: number): DrawnParticipant => ({
  site_id: 1,
  options: [{ trial_stratum_id: 1, trial_stratum_option_id: option }],
})

const METHODS: readonly (readonly [method: string, named: NamedSettings])[] = [
  ['simple randomisation', {}],
  ['blocks of every size to 6', { randomisation_method_id: 1, block_size_min: 1, block_size_max: 6 }],
  ['blocks of 6 and 12', { randomisation_method_id: 9, chosen_block_sizes: '6:2, 12' }],
  ['the urn (1, 0, 1)', { randomisation_method_id: 2 }],
  ['the urn (2, 3, 1)', { randomisation_method_id: 2, urn_initial: 2, urn_alpha: 3 }],
]

/** The exact E N_k of each cell after 0, 1, 2, … of these participants. */
const expectedCounts = (design: AllocationDesign, people: readonly DrawnParticipant[]) =>
  standingsOf(design, people).map((standings) =>
    design.cells.map((_, k) => sumOf(standings.map(({ drawn, chance }) => times(chance, fraction(drawn[k] ?? 0))))),
  )

/** What each participant adds to each cell: w_k / S of their own option. */
const inTheirRatios = (design: AllocationDesign, people: readonly DrawnParticipant[]) =>
  people.reduce(
    (steps, person) => {
      const { cells } = designAt(design, person)
      const last = steps.at(-1) ?? []
      return [...steps, cells.map(({ weight }, k) => plus(last[k] ?? fraction(0), fraction(weight, weightSum(cells))))]
    },
    [design.cells.map(() => fraction(0))],
  )

describe('each participant is drawn in the ratio of their option, exactly', () => {
  const people = [SEVERE, MILD, MILD, SEVERE, SEVERE, MILD, SEVERE].map(of)

  it.each(METHODS)('in %s', (_method, named) => {
    const design = anyDesign({ ...named, ...rated('2:1', '1:1') })
    expect(expectedCounts(design, people)).toEqual(inTheirRatios(design, people))
  })

  it.each(METHODS)('in the combinations of a factorial trial, in %s', (_method, named) => {
    const sizes = { block_size_min: 4, block_size_max: 6, chosen_block_sizes: '12' }
    const design = anyDesign({ ...crossed([1, 1], [1, 1]), ...named, ...sizes, ...rated('2:1:1:1', '1:1:1:1') })
    const some = people.slice(0, 5)
    expect(oneRatioDesigns(design).map((one) => one.design.cells.map(({ weight }) => weight))).toEqual([
      [2, 2, 1, 1],
      [1, 1, 1, 1],
    ])
    expect(expectedCounts(design, some)).toEqual(inTheirRatios(design, some))
  })
})

describe('blocks', () => {
  const people = Array.from({ length: 60 }, (_, number) => of(number % 3 === 0 ? SEVERE : MILD))
  const drawnBy = (design: AllocationDesign) => drawParticipants(design, people, keystream('ratios', 61))
  const groupsAt = (design: AllocationDesign, option: number) =>
    drawnBy(design).flatMap(({ group_ids }, place) =>
      people[place]?.options[0]?.trial_stratum_option_id === option ? group_ids : [],
    )

  it('are of one option each, and every one holds its ratio', () => {
    const design = anyDesign({
      randomisation_method_id: 1,
      block_size_min: 6,
      block_size_max: 6,
      ...rated('2:1', '1:1'),
    })
    const inBlocks = (option: number) =>
      groupsAt(design, option)
        .join('')
        .match(/.{6}/g)
        ?.map((block) => block.split('').filter((group) => group === '1').length)
    expect(inBlocks(SEVERE)).toEqual([4, 4, 4])
    expect(inBlocks(MILD)).toEqual(Array.from({ length: 6 }, () => 3))
  })

  it('have at each option the sizes between the bounds that hold its ratio', () => {
    const design = anyDesign({
      randomisation_method_id: 1,
      block_size_min: 2,
      block_size_max: 3,
      ...rated('2:1', '1:1'),
    })
    const sizes = drawnBy(design).map(({ states: [state] }) => (state && 'block_size' in state ? state.block_size : 0))
    expect(sizes).toEqual(people.map(({ options }) => (options[0]?.trial_stratum_option_id === SEVERE ? 3 : 2)))
  })
})

describe('a design', () => {
  it('has the ratio of each option in lowest terms, in order of option, and its open cells alike', () => {
    const { cells, ratios } = anyDesign({
      study_groups: weighted(5, 0, 1),
      trial_strata: [
        { id: 1, option_ids: [31] },
        { id: 2, option_ids: [22, 21], option_ratios: ['4:9:2', '3:9:3'] },
      ],
    })
    expect(cells.map(({ weight }) => weight)).toEqual([1, 0, 1])
    expect(ratios).toEqual({
      stratum: 2,
      options: [
        { option: 21, weights: [1, 0, 1] },
        { option: 22, weights: [2, 0, 1] },
      ],
    })
  })

  it('takes the weights of the study groups at an option without a ratio', () => {
    const { ratios } = anyDesign({ study_groups: weighted(3, 1), ...rated('2:1', null) })
    expect(ratios?.options).toEqual([
      { option: SEVERE, weights: [2, 1] },
      { option: MILD, weights: [3, 1] },
    ])
  })

  it('is one with one ratio where all options have the same', () => {
    expect(anyDesign({ ...rated('2:1', '4:2') })).toEqual(
      anyDesign({ ...rated(), ...strata, study_groups: weighted(2, 1) }),
    )
  })

  const strata = { trial_strata: [{ id: 1, option_ids: [SEVERE, MILD] }] }
})

describe('a change', () => {
  const BLOCKS: NamedSettings = { randomisation_method_id: 1, block_size_min: 6, block_size_max: 6 }
  const URN: NamedSettings = { randomisation_method_id: 2 }

  it.each<[says: string, before: NamedSettings, after: NamedSettings, counts: string]>([
    ['of the ratio at one option', rated('2:1', '1:1'), rated('3:1', '1:1'), 'begin_again'],
    [
      'that gives every option one ratio',
      { ...URN, ...rated('2:1', '1:1') },
      { ...URN, ...rated('1:1', '1:1') },
      'begin_again',
    ],
    [
      'that exchanges two ratios',
      { ...URN, ...rated('2:1', '1:1') },
      { ...URN, ...rated('1:1', '2:1') },
      'begin_again',
    ],
    ['that adds an option, which is one more ratio', rated('2:1', '1:1'), rated('2:1', '1:1', '1:1'), 'begin_again'],
    ['that adds an option where all have one ratio', rated('2:1', '2:1'), rated('2:1', '2:1', '2:1'), 'unchanged'],
    ['that writes them in other terms', rated('2:1', '1:1'), rated('4:2', '3:3'), 'unchanged'],
    ['of the urn', { ...URN, ...rated('2:1', '1:1') }, { ...URN, ...rated('2:1', '1:1'), urn_beta: 2 }, 'carried'],
    [
      'of bounds that leaves every option its sizes',
      { ...BLOCKS, ...rated('2:1', '1:1') },
      { ...BLOCKS, ...rated('2:1', '1:1'), block_size_max: 7, block_size_min: 5 },
      'carried',
    ],
    [
      'of bounds that gives one option another size',
      { ...BLOCKS, ...rated('2:1', '1:1') },
      { ...BLOCKS, ...rated('2:1', '1:1'), block_size_max: 8 },
      'begin_again',
    ],
  ])('%s', (_says, before, after, counts) => {
    expect(countsAfter(anyDesign(before), anyDesign(after))).toBe(counts)
  })
})
