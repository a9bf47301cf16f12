import { replicatesOf } from '#domain/simulation/replicates'
import { simulate } from '#domain/simulation/simulate'
import { describe, expect, it } from 'vitest'
import { aDesign, blocks, simple } from '../randomisation/designs'
import { aPlan } from './a-plan'

const strata = [1, 2].map((id) => ({ id, option_ids: [10 * id + 1, 10 * id + 2] }))

/** The values of one measure over all trials. */
const valuesOf = ({ replicates: { measures, lines } }: ReturnType<typeof simulate>, measure: string) =>
  lines.map((line) => line[measures.indexOf(measure)] ?? NaN)

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

describe('a line for each simulated trial', () => {
  const design = aDesign({
    randomisation_method_id: 1,
    block_size_min: 4,
    block_size_max: 4,
    is_stratified: true,
    trial_strata: strata,
  })
  const result = simulate(aPlan(design, { participants: 50, sites: 3, runs: 300 }), 9, () => {})

  it('has the participants of each group, and what they were found to be', () => {
    expect(result.replicates.lines).toHaveLength(300)
    expect(result.replicates.measures).toEqual([
      'final_imbalance',
      'participants_1',
      'participants_2',
      'greatest_imbalance',
      'right_guesses',
      'right_guesses_site',
      'certain_allocations',
      'worst_cell',
      'worst_site_cell',
      'loss',
      'power',
      'type_1_error',
      'type_1_error_site',
    ])
    const [ones, others] = [valuesOf(result, 'participants_1'), valuesOf(result, 'participants_2')]
    expect(ones.map((one, index) => one + (others[index] ?? 0))).toEqual(ones.map(() => 50))
    expect(valuesOf(result, 'final_imbalance')).toEqual(ones.map((one) => Math.abs(50 - 2 * one)))
  })

  it('averages to the figures', () => {
    const { imbalance, path_maximum, predictability, cells, efficiency, selection_bias } = result.figures
    const isMean = (measure: string, mean: number | undefined) =>
      expect([measure, meanOf(valuesOf(result, measure))]).toEqual([measure, expect.closeTo(mean ?? NaN, 6)])
    isMean('final_imbalance', imbalance[0]?.mean.mean)
    isMean('greatest_imbalance', path_maximum.mean.mean)
    isMean('right_guesses', predictability.trial_guesser.mean)
    isMean('right_guesses_site', predictability.site_guesser.mean)
    isMean('certain_allocations', predictability.certain.mean)
    isMean('worst_cell', cells[0]?.worst.mean.mean)
    isMean('worst_site_cell', cells[1]?.worst.mean.mean)
    isMean('loss', efficiency?.[0]?.loss.mean)
    isMean('power', efficiency?.[0]?.power.mean)
    isMean('type_1_error', selection_bias?.trial.type_1_error.mean)
  })

  it('is the same for the same seed, however many trials follow', () => {
    const fewer = simulate(aPlan(design, { participants: 50, sites: 3, runs: 20 }), 9, () => {})
    // The best strategy of guessing at a site is only known after the last trial.
    const site = result.replicates.measures.indexOf('right_guesses_site')
    const without = (lines: typeof fewer.replicates.lines) => lines.map((line) => line.toSpliced(site, 1))
    expect(without(fewer.replicates.lines)).toEqual(without(result.replicates.lines.slice(0, 20)))
  })
})

it('stores the first lines, with a million values at most', () => {
  const values = Array.from({ length: 400 }, (_, place) => ({ name: `value_${place}`, latest: () => place }))
  const lines = replicatesOf([{ measures: values, see: () => {}, endTrial: () => {}, figures: () => null }])
  for (let trial = 0; trial < 2600; trial += 1) lines.note()
  expect(lines.replicates().lines).toHaveLength(2500)
})

describe('the greatest imbalance on the way', () => {
  it('of simple randomisation is that of a random walk', () => {
    // E max |S_k|, k ≤ n, by following the walk exactly (another program).
    for (const [participants, is] of [
      [20, 5.151035308837891],
      [100, 12.054026242132277],
    ] as const) {
      const { mean } = simulate(aPlan(simple(1, 1), { participants }), 2, () => {}).figures.path_maximum.mean
      const error = simulate(aPlan(simple(1, 1), { participants }), 2, () => {}).figures.path_maximum.mean
        .standard_error
      expect(Math.abs(mean - is)).toBeLessThan(4.9 * (error ?? 0))
    }
  })

  it('of blocks of 4 is 2, but where every block begins with both groups', () => {
    const { path_maximum } = simulate(aPlan(blocks(4, 4, 1, 1), { participants: 8 }), 2, () => {}).figures
    // The maximum of a block stays at 1 in 4 of its 6 orders.
    const chance = (2 / 3) ** 2
    expect(Math.abs(path_maximum.mean.mean - (2 - chance))).toBeLessThan(4.9 * (path_maximum.mean.standard_error ?? 0))
    expect([path_maximum.quantile_95, path_maximum.max]).toEqual([2, 2])
  })
})

describe('the imbalance in cells', () => {
  it('is none where blocks fill each cell, and counted whether or not the design uses the strata', () => {
    const inCells = aDesign({
      randomisation_method_id: 1,
      block_size_min: 2,
      block_size_max: 2,
      is_stratified: true,
      trial_strata: strata,
    })
    const [ofStrata] = simulate(aPlan(inCells, { participants: 80, runs: 200 }), 1, () => {}).figures.cells
    expect(ofStrata).toMatchObject({ of: 'strata', cells: 4, worst: { max: 1 } })
    const unused = aDesign({ randomisation_method_id: 4, trial_strata: strata })
    const [ofSimple] = simulate(aPlan(unused, { participants: 80, runs: 200 }), 1, () => {}).figures.cells
    expect(ofSimple?.worst.mean.mean).toBeGreaterThan(5)
  })

  it('is not there without strata', () => {
    expect(simulate(aPlan(simple(1, 1), { sites: 3, runs: 2 }), 1, () => {}).figures.cells).toEqual([])
  })
})
