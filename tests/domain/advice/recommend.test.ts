import type { AdvisedDesign, TrialFeatures } from '#domain/advice/advised-design'
import { recommend } from '#domain/advice/recommend'
import { RECOMMENDATION_RULES } from '#domain/advice/recommendation-rules'
import { describe, expect, it } from 'vitest'

const TRIAL: TrialFeatures = {
  participants: 300,
  sites: 1,
  strata: 0,
  weights: [1, 1],
  is_open_label: true,
  significance: 0.05,
}

const aDesignOf = (letter: string, more: Partial<AdvisedDesign> = {}): AdvisedDesign => ({
  letter,
  warnings: [],
  guesser: { trial: 0.55, site: 0.52, unseeing: 0.5 },
  certain: { trial: 0, site: 0 },
  type_1_error: { trial: 0.06, site: 0.05 },
  loss: 0.5,
  power_lost: 0.001,
  imbalance_95: 6,
  ratio_off: 1,
  ...more,
})

const BLOCKS = aDesignOf('A', {
  warnings: ['fixed_block_size'],
  guesser: { trial: 0.708, site: 0.708, unseeing: 0.5 },
  certain: { trial: 0.333, site: 0.333 },
  type_1_error: { trial: 0.25, site: 0.25 },
  loss: 0,
  power_lost: 0,
  imbalance_95: 0,
})
const BIG_STICK = aDesignOf('B')
const SIMPLE = aDesignOf('C', {
  guesser: { trial: 0.5, site: 0.5, unseeing: 0.5 },
  loss: 4,
  imbalance_95: 34,
  power_lost: 0.002,
})

const orderOf = (trial: Partial<TrialFeatures>, ...designs: AdvisedDesign[]) =>
  recommend(designs, { ...TRIAL, ...trial }).map(({ letter }) => letter)

describe('the recommendation', () => {
  it('puts what is hard to guess first in an open-label trial, with the reason against the last', () => {
    const ranked = recommend([BLOCKS, BIG_STICK], TRIAL)
    expect(ranked.map(({ letter, rank }) => [letter, rank])).toEqual([
      ['B', 1],
      ['A', 2],
    ])
    expect(ranked[0]?.reason).toBe('It meets every rule. The correct-guess rate is only 5.0% above chance.')
    expect(ranked[1]?.reason).toBe(
      'The correct-guess rate is 20.8% above chance; the limit is 20.0%. It breaks 3 more rules.',
    )
  })

  it('calls no rate below chance, where only the chance of the replicates puts it there', () => {
    const simple = aDesignOf('E', { guesser: { trial: 0.6655, site: 0.6652, unseeing: 2 / 3 } })
    const [ranked] = recommend([simple], { ...TRIAL, weights: [2, 1] })
    expect(ranked?.reason).toBe('It meets every rule. The correct-guess rate is only 0.0% above chance.')
  })

  it('does not put small trials at the risk of simple randomisation', () => {
    expect(orderOf({ participants: 100 }, SIMPLE, BIG_STICK)).toEqual(['B', 'C'])
  })

  it('looks at the site where there are several, and at the whole trial where there is one', () => {
    const central = aDesignOf('D', { guesser: { trial: 0.72, site: 0.52, unseeing: 0.5 } })
    const reasonAt = (sites: number) => recommend([central], { ...TRIAL, sites })[0]?.reason
    expect(reasonAt(1)).toContain('the limit is 20.0%')
    expect(reasonAt(8)).toContain('It meets every rule.')
  })

  it('weighs balance more where recruiters are blinded', () => {
    const loose = aDesignOf('E', { loss: 12, power_lost: 0.02 })
    const guessed = aDesignOf('F', {
      guesser: { trial: 0.75, site: 0.75, unseeing: 0.5 },
      certain: { trial: 0.3, site: 0.3 },
    })
    expect(orderOf({ is_open_label: false }, loose, guessed)).toEqual(['F', 'E'])
    expect(orderOf({ is_open_label: true }, loose, guessed)).toEqual(['E', 'F'])
  })

  it('asks of unequal ratios that each position keeps them', () => {
    const shifting = aDesignOf('G', { ratio_off: 12 })
    expect(orderOf({ weights: [2, 1] }, shifting, BIG_STICK)).toEqual(['B', 'G'])
    expect(recommend([shifting], TRIAL)[0]?.rules.some(({ rule }) => rule.code === 'ratio')).toBe(false)
  })

  it('does not hold against a design what could not be worked out', () => {
    const three = aDesignOf('H', { type_1_error: null })
    const [ranked] = recommend([three], { ...TRIAL, weights: [1, 1, 1] })
    expect(ranked?.rules.find(({ rule }) => rule.code === 'selection_bias')).toMatchObject({
      value: null,
      isBroken: false,
    })
  })

  it('has no value for a loss and power that were not worked out', () => {
    const [ranked] = recommend([aDesignOf('J', { loss: null, power_lost: null })], TRIAL)
    const valueOf = (code: string) => ranked?.rules.find(({ rule }) => rule.code === code)?.value
    expect([valueOf('efficiency'), valueOf('power')]).toEqual([null, null])
  })

  it.each([
    { weights: [1, 1], words: '6.0% of the participants' },
    { weights: [1, 1, 1, 1], words: '6.0% of the participants' },
    { weights: [2, 1], words: '6.0% of the participants per unit of weight' },
  ])('measures balance at $weights by the participants between largest and smallest', ({ weights, words }) => {
    const trial = { ...TRIAL, participants: 100, weights }
    const [ranked] = recommend([aDesignOf('K', { imbalance_95: 6 })], trial)
    const balance = ranked?.rules.find(({ rule }) => rule.code === 'balance')
    expect(balance?.value).toBeCloseTo(0.06, 12)
    expect(balance?.rule.met('6.0%', trial)).toBe(`Groups differ by at most ${words} in 95% of replicates.`)
    expect(balance?.rule.broken('6.0%', '10.0%', trial)).toBe(`Groups may differ by ${words}; the limit is 10.0%.`)
  })

  it('asks for enough participants for the strata', () => {
    const thin = aDesignOf('I', { warnings: ['few_per_stratum'] })
    expect(recommend([thin], { ...TRIAL, strata: 3 })[0]?.reason).toBe(
      'There are too few participants for so many strata.',
    )
  })
})

it('says where a limit is from, which no paper has', () => {
  const numeric = RECOMMENDATION_RULES.filter(({ figure }) => figure !== 'flag')
  expect(numeric.filter(({ source }) => !source.includes('limit: ')).map(({ code }) => code)).toEqual([])
  for (const code of ['power', 'efficiency', 'balance'])
    expect(numeric.find((rule) => rule.code === code)?.source).toContain('limit: the portal’s own')
})

it('every rule has a name, a source and a code of its own', () => {
  expect(new Set(RECOMMENDATION_RULES.map(({ code }) => code)).size).toBe(RECOMMENDATION_RULES.length)
  expect(RECOMMENDATION_RULES.filter(({ title, source }) => title === '' || source === '')).toEqual([])
})
