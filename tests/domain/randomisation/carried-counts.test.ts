import type { DrawState } from '#domain/randomisation/allocate'
import { weightSum, type OneRatioDesign } from '#domain/randomisation/design'
import { everyDraw } from '#domain/simulation/every-draw'
import { cellsOfDraws } from '#domain/simulation/simulated-trial'
import { guessability } from '#domain/simulation/guessability'
import { describe, expect, it } from 'vitest'
import { aDesign, weighted, type NamedSettings } from './designs'

/*
 * Draws under one key that keeps its counts under other settings (decision 0100). Every outcome of the engine is
 * followed, with its exact chance.
 */

/** A path of draws: its chance, the engine's state, and the number of draws of each cell. */
type Path = { chance: number; state: DrawState | null; drawn: readonly number[] }

/** All paths of a trial with these designs, one for each draw. */
const pathsUnder = (designs: readonly OneRatioDesign[]): Path[] => {
  let paths = new Map<string, Path>([['', { chance: 1, state: null, drawn: [] }]])
  for (const design of designs) {
    const cells = cellsOfDraws(design)
    const next = new Map<string, Path>()
    for (const { chance, state, drawn } of paths.values())
      for (const draw of everyDraw(design, [state])) {
        const cell = cells[draw.drawn_index] ?? 0
        const counts = design.cells.map((_, k) => (drawn[k] ?? 0) + (k === cell ? 1 : 0))
        const after = draw.states[0] ?? null
        const key = JSON.stringify([after, counts])
        const known = next.get(key)?.chance ?? 0
        next.set(key, { chance: known + chance * draw.chance, state: after, drawn: counts })
      }
    paths = next
  }
  return [...paths.values()]
}

const times = (count: number, named: NamedSettings) => Array.from({ length: count }, () => aDesign(named))

const chanceOf = (paths: readonly Path[], holds: (drawn: readonly number[]) => boolean) =>
  paths.reduce((sum, { chance, drawn }) => sum + (holds(drawn) ? chance : 0), 0)

const isEven = ([one = 0, other = 0]: readonly number[]) => one === other

/** The precision of the theoretical figures: a millionth. */
const EXACT = 6

describe('theory of counts that go on', () => {
  const EFRON = { randomisation_method_id: 7 }
  const URN = { randomisation_method_id: 2 }
  const BIG_STICK = { randomisation_method_id: 5 }

  it('Efron’s coin at 2/3 for two and 3/4 for two more: P(D = 0) is 11/16', () => {
    // After two, P(D = 0) = 2/3. Then |D| = 1 with 2/3 + 1/3 · 3/4 = 11/12, and back with 3/4.
    const paths = pathsUnder([...times(2, EFRON), ...times(2, { ...EFRON, efron_chance: 3, efron_out_of: 4 })])
    expect(chanceOf(paths, isEven)).toBeCloseTo(11 / 16, EXACT)
  })

  it('the urn (1, 0, 1) for two and (1, 0, 2) for two more: P(D = 0)', () => {
    // After two, P(D = 0) = 2/3, otherwise N = (2, 0) or (0, 2). Then balls are 1 + 2n − 2N of 2 + 2n. From (1, 1): one
    // more of either, and from (2, 1) the group behind with 5 of 8. From (2, 0): the group behind with 5 of 6, and then
    // from (2, 1) with 5 of 8.
    const fromEven = 5 / 8
    const fromTwo = (5 / 6) * (5 / 8)
    const paths = pathsUnder([...times(2, URN), ...times(2, { ...URN, urn_beta: 2 })])
    expect(chanceOf(paths, isEven)).toBeCloseTo((2 / 3) * fromEven + (1 / 3) * fromTwo, EXACT)
  })

  it('the big stick at 3 for three and at 1 from then on: what is apart comes back one by one', () => {
    const paths = pathsUnder([...times(3, BIG_STICK), ...times(3, { ...BIG_STICK, big_stick_limit: 1 })])
    // After three draws |D| is 3 with 1/4, otherwise 1. Certain draws follow until D = 0; from 3 that takes the next
    // three.
    expect(chanceOf(paths, isEven)).toBeCloseTo(1, EXACT)
    expect(
      chanceOf(pathsUnder([...times(3, BIG_STICK), ...times(1, { ...BIG_STICK, big_stick_limit: 1 })]), isEven),
    ).toBeCloseTo(3 / 4, EXACT)
  })

  it('an open block goes on to its end, in balance', () => {
    const BLOCK = { randomisation_method_id: 1, block_size_min: 4, block_size_max: 4 }
    const paths = pathsUnder([...times(3, BLOCK), ...times(1, { ...BLOCK, block_size_min: 3, block_size_max: 5 })])
    expect(chanceOf(paths, isEven)).toBeCloseTo(1, EXACT)
  })
})

describe('every group has its share at every draw, before the change and after it', () => {
  it.each<[string, NamedSettings, NamedSettings]>([
    ['an urn 2 : 1', { randomisation_method_id: 2, study_groups: weighted(2, 1) }, { urn_alpha: 1, urn_beta: 5 }],
    ['an urn 3 : 2 : 1', { randomisation_method_id: 2, study_groups: weighted(3, 2, 1) }, { urn_initial: 4 }],
    [
      'a minimisation 2 : 1',
      { randomisation_method_id: 3, study_groups: weighted(2, 1) },
      { minimisation_probability: 99, minimisation_measure: 'range' },
    ],
    ['Efron’s coin', { randomisation_method_id: 7 }, { efron_chance: 9, efron_out_of: 10 }],
    ['a biased coin', { randomisation_method_id: 6 }, { biased_coin_limit: 1 }],
    ['the big stick', { randomisation_method_id: 5 }, { big_stick_limit: 1 }],
  ])('%s', (_method, before, change) => {
    const designs = [...times(5, before), ...times(4, { ...before, ...change })]
    for (let n = 1; n <= designs.length; n += 1) {
      const { cells } = aDesign(before)
      const paths = pathsUnder(designs.slice(0, n))
      for (const [k, { weight }] of cells.entries()) {
        const mean = paths.reduce((sum, { chance, drawn }) => sum + chance * (drawn[k] ?? 0), 0)
        expect(mean).toBeCloseTo((n * weight) / weightSum(cells), EXACT)
      }
    }
  })
})

describe('guessability of an epoch with other settings within it', () => {
  const EFRON = aDesign({ randomisation_method_id: 7 })
  const STRONGER = aDesign({ randomisation_method_id: 7, efron_chance: 99, efron_out_of: 100 })
  const participants = [0, 1, 1, 0].map((arm) => ({ site_id: 1, options: [], arm }))

  it('redraws each participant under the settings of their time', () => {
    const carried = [{ drawn: 2, design: STRONGER }]
    const { trial } = guessability([{ design: EFRON, participants, moves: [], carried }], 1)
    // Right with 1/2, 2/3, then 2/3 · 1/2 + 1/3 · 99/100, then 99/100.
    const expected = (1 / 2 + 2 / 3 + 1 / 3 + 0.33 + 0.99) / 4
    const { mean, standard_error, exact } = trial.expected
    expect(exact).toBeNull()
    expect(Math.abs(mean - expected)).toBeLessThan(4.9 * (standard_error ?? 0))
    // Without the change it would be a different figure.
    expect(Math.abs(mean - (1 / 2 + 2 / 3 + 5 / 9 + 2 / 3) / 4)).toBeGreaterThan(4.9 * (standard_error ?? 0))
    // The guesses on these draws: a tie, right, a tie, right.
    expect(trial.observed).toBe((0.5 + 1 + 0.5 + 1) / 4)
  })
})
