import { FACTORIAL_LEVELS } from '#domain/trials/trial-methods'
import { expect, test } from 'vitest'
import { simulationCsv } from '../../../../../src/client/subjects/simulation/results/simulation-csv'
import { aResult } from '../a-result'

const linesOf = (...letters: string[]) =>
  simulationCsv(letters.map((letter) => aResult(letter)))
    .trimEnd()
    .split('\r\n')

test('every figure is a line, with its error and its exact value where there is one', () => {
  expect(linesOf('A')).toEqual([
    '\uFEFFalternative,method,figure,of,at,statistic,value,standard_error,exact',
    ...[
      'simulation,,,seed,7,,',
      'simulation,,,runs,40,,',
      'simulation,,,participants,40,,',
      'simulation,,,sites,3,,',
      'simulation,,,effect,0.5,,',
      'simulation,,,significance,0.05,,',
      'simulation,,,selection_bias,0.25,,',
      'simulation,,,adjusts_for_sites,0,,',
      'simulation,Parallel,,allocation_method_id,1,,',
      "simulation,'=1+2,,weight,2,,",
      'simulation,Placebo,,weight,1,,',
      'simulation,Site 1,,share,1,,',
      'simulation,Site 2,,share,1,,',
      'simulation,Site 3,,share,1,,',
      'simulation,Sex: Female,,share,1,,',
      'simulation,Sex: Male,,share,1,,',
      'final imbalance,Whole trial,,mean,1.5,0.01,1.25',
      'final imbalance,Whole trial,,root_mean_square,2,0.01,',
      'final imbalance,Whole trial,,quantile_95,4,,',
      'final imbalance,Whole trial,,max,6,,',
      'final imbalance,Site 2,,mean,0.5,0.01,',
      'final imbalance,Site 2,,root_mean_square,1,0.01,',
      'final imbalance,Site 2,,quantile_95,2,,',
      'final imbalance,Site 2,,max,3,,',
      'final imbalance,"Sex: Male, factor 1",,mean,0.75,0.01,',
      'final imbalance,"Sex: Male, factor 1",,root_mean_square,1,0.01,',
      'final imbalance,"Sex: Male, factor 1",,quantile_95,2,,',
      'final imbalance,"Sex: Male, factor 1",,max,3,,',
      'distribution of the final imbalance,,0,trials,30,,',
      'distribution of the final imbalance,,2 to 4,trials,10,,',
      'imbalance along the way,,40,mean,1.5,0.01,',
      'imbalance along the way,,40,quantile_2_5,0,,',
      'imbalance along the way,,40,median,2,,',
      'imbalance along the way,,40,quantile_97_5,4,,',
      'imbalance along the way,,40,max,6,,',
      'right guesses,one who sees every allocation,,mean,0.7,0.01,0.71',
      'right guesses,one who sees their own site,,mean,0.6,0.01,',
      'right guesses,one who has seen nothing,,mean,0.5,,',
      'certain allocations,one who sees every allocation,,mean,0.25,0.01,',
      'certain allocations,one who sees their own site,,mean,0.1,0.02,',
      'certain allocations,one who knows block sizes too,,mean,0.3,0.01,',
      'longest run of certain allocations,,,mean,2,0.1,',
      'longest run of certain allocations,,,quantile_95,3,,',
      'longest run of certain allocations,,,max,4,,',
      'greatest imbalance on the way,,,mean,5,0.1,',
      'greatest imbalance on the way,,,quantile_95,8,,',
      'greatest imbalance on the way,,,max,11,,',
      'imbalance in cells,strata,,cells,2,,',
      'imbalance in cells,strata,,mean,1.25,0.01,',
      'imbalance in cells,strata,worst cell,mean,2,0.02,',
      'imbalance in cells,strata,worst cell,quantile_95,3,,',
      'imbalance in cells,strata,worst cell,max,4,,',
      'loss of efficiency,Placebo against =1+2,,mean,1.5,0.01,2',
      'power,Placebo against =1+2,,mean,0.8,0.001,',
      'power as planned,Placebo against =1+2,,value,0.81,,',
      'type I error under selection bias,one who sees every allocation,,mean,0.2,0.002,',
      'selection bias detected,one who sees every allocation,,mean,0.4,0.003,',
      'type I error under selection bias,one who sees their own site,,mean,0.06,0.001,',
      "share by position,'=1+2,1,mean,0.6,0.01,0.5",
      'share by position,Placebo,1,mean,0.4,0.01,0.5',
      `chance of running out,some site,"'=1+2 4, Placebo 2",chance,0.5,0.02,`,
      `chance of running out,Site 1,"'=1+2 4, Placebo 2",chance,0.1,0.01,`,
      `chance of running out,Site 2,"'=1+2 4, Placebo 2",chance,0.4,0.02,`,
      `chance of running out,Site 3,"'=1+2 4, Placebo 2",chance,0.4,0.02,`,
    ].map((line) => `A,Standard,${line}`),
  ])
})

const requestOf = (result: ReturnType<typeof aResult>) =>
  simulationCsv([result])
    .split('\r\n')
    .flatMap((line) => /(?<=,)simulation,.*$/.exec(line) ?? [])
    .slice(8)

test('the shares, packs and ratios of a simulation are lines of its file', () => {
  const result = aResult('A')
  const [sex] = result.design.trial_strata
  if (sex === undefined) throw new Error('no stratum')
  const trial_stratum_options = sex.trial_stratum_options.map((option, at) => ({
    ...option,
    ratio: at === 1 ? '1:3' : null,
  }))
  const trial_strata = [{ ...sex, trial_stratum_options }]
  const sizes = { ...result.simulation.sizes, site_shares: [5, 0, 2], option_shares: [[3, 4]], packs: [8, 6] }
  const requested = {
    ...result,
    design: { ...result.design, trial_strata },
    simulation: { ...result.simulation, sizes },
  }
  expect(requestOf(requested)).toEqual([
    'simulation,Parallel,,allocation_method_id,1,,',
    "simulation,'=1+2,,weight,2,,",
    'simulation,Placebo,,weight,1,,',
    "simulation,'=1+2,,packs,8,,",
    'simulation,Placebo,,packs,6,,',
    'simulation,Site 1,,share,5,,',
    'simulation,Site 2,,share,0,,',
    'simulation,Site 3,,share,2,,',
    'simulation,Sex: Female,,share,3,,',
    'simulation,Sex: Male,,share,4,,',
    "simulation,Sex: Male,'=1+2,weight,1,,",
    'simulation,Sex: Male,Placebo,weight,3,,',
  ])
})

test('a group of weight 0 is closed at every option, whatever the ratio of one says', () => {
  const result = aResult('A')
  const study_groups = result.design.study_groups.map((group, at) => (at === 0 ? { ...group, weight: 0 } : group))
  const trial_strata = result.design.trial_strata.map((stratum) => ({
    ...stratum,
    trial_stratum_options: stratum.trial_stratum_options.map((option) => ({ ...option, ratio: '2:1' })),
  }))
  const lines = requestOf({ ...result, design: { ...result.design, study_groups, trial_strata } })
  expect(lines.filter((line) => /^simulation,Sex: Male,.+,weight/.test(line))).toEqual([
    "simulation,Sex: Male,'=1+2,weight,0,,",
    'simulation,Sex: Male,Placebo,weight,1,,',
  ])
})

test('a minimisation has its weights, and a factorial trial the factor of each group', () => {
  const result = aResult('A')
  const design: typeof result.design = {
    ...result.design,
    allocation_method_id: 4,
    randomisation_method_id: 3,
    is_stratified: true,
    is_site_stratified: true,
    minimisation_site_weight: 3,
    study_groups: result.design.study_groups.map((group, place) => ({
      ...group,
      factorial_level: FACTORIAL_LEVELS[place] ?? null,
    })),
    trial_strata: result.design.trial_strata.map((stratum) => ({ ...stratum, minimisation_weight: 2 })),
  }
  expect(requestOf({ ...result, design }).filter((line) => /_id|weight/.test(line))).toEqual([
    'simulation,Factorial,,allocation_method_id,4,,',
    "simulation,'=1+2,factor 1,weight,2,,",
    'simulation,Placebo,factor 2,weight,1,,',
    'simulation,Sex,,minimisation_weight,2,,',
    'simulation,,,minimisation_site_weight,3,,',
  ])
})

test('alternatives follow one another', () => {
  const both = linesOf('A', 'B')
  expect(both.filter((line) => line.startsWith('B,'))).toEqual(
    linesOf('A')
      .slice(1)
      .map((line) => line.replace(/^A/, 'B')),
  )
})

test('a sum of fractions leaves no stray digits', () => {
  const { predictability } = aResult('A').figures
  const result = aResult('A', { predictability: { ...predictability, unseeing_guesser: 0.1 + 0.2 } })
  expect(simulationCsv([result])).toContain('one who has seen nothing,,mean,0.3,,')
})
