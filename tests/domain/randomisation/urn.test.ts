import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aDesign, crossed, urn } from './designs'
import { alike } from './draw-trial'
import { casesOf, standingsOf } from './exact-cases'
import { fraction, sumOf, times } from './fraction'
import { pickedWeights } from './watched-source'

describe('the balls of an urn', () => {
  it.each([
    { of: [1, 0, 1], weights: [1, 1], counts: [0, 0], balls: [1, 1] },
    { of: [1, 0, 1], weights: [1, 1], counts: [1, 0], balls: [1, 2] },
    { of: [1, 0, 1], weights: [1, 1], counts: [5, 2], balls: [3, 6] },
    { of: [1, 0, 1], weights: [2, 1, 1], counts: [3, 0, 1], balls: [7, 5, 4] },
    { of: [1, 0, 1], weights: [2, 0, 1], counts: [3, 0, 1], balls: [7, 0, 4] },
    { of: [5, 0, 1], weights: [1, 1], counts: [2, 0], balls: [5, 7] },
    { of: [2, 1, 3], weights: [1, 1], counts: [2, 1], balls: [7, 9] },
    { of: [1, 2, 0], weights: [1, 1], counts: [2, 1], balls: [5, 3] },
    { of: [1, 1, 1], weights: [3, 1], counts: [2, 2], balls: [15, 5] },
    { of: [4, 0, 0], weights: [3, 1], counts: [9, 0], balls: [12, 4] },
    { of: [1, 0, 1], weights: [1, 1], counts: [1_000_000, 0], balls: [1, 1_000_001] },
  ] as const)('are $balls of $of with weights $weights after $counts', ({ of, weights, counts, balls }) => {
    expect(pickedWeights(urn(of, ...weights), [{ counts }])).toEqual(balls)
  })

  it('are those of an urn with a ball colour for each of S arms: α more of the arm drawn, β of every other', () => {
    const history = fc.record({
      of: fc.tuple(fc.integer({ min: 1, max: 5 }), fc.nat(4), fc.nat(4)),
      // A first group of weight 1, so that the weights have no common divisor.
      weights: fc.array(fc.nat(4), { minLength: 1, maxLength: 4 }).map((weights) => [1, ...weights]),
      drawn: fc.array(fc.nat(10_000), { maxLength: 30 }),
    })
    fc.assert(
      fc.property(history, ({ of, weights, drawn }) => {
        const owners = weights.flatMap((weight, k) => Array.from({ length: weight }, () => k))
        const [w0, alpha, beta] = of
        const balls = owners.map(() => w0)
        const counts = weights.map(() => 0)
        for (const one of drawn) {
          const arm = one % owners.length
          for (const other of owners.keys()) balls[other] = (balls[other] ?? 0) + (other === arm ? alpha : beta)
          const owner = owners[arm] ?? 0
          counts[owner] = (counts[owner] ?? 0) + 1
        }
        const ofGroups = weights.map((_, k) =>
          balls.reduce((sum, count, arm) => (owners[arm] === k ? sum + count : sum), 0),
        )
        expect(pickedWeights(urn(of, ...weights), [{ counts }])).toEqual(ofGroups)
      }),
      { numRuns: 500 },
    )
  })
})

describe('a draw from an urn', () => {
  it('counts only the drawn cell', () => {
    const cases = casesOf(urn([1, 0, 1], 2, 0, 1), [{ counts: [1, 0, 1] }])
    expect(cases.map(({ allocation, chance }) => [allocation, chance])).toEqual([
      [{ drawn_index: 0, group_ids: [1], states: [{ counts: [2, 0, 1] }] }, fraction(5, 7)],
      [{ drawn_index: 2, group_ids: [3], states: [{ counts: [1, 0, 2] }] }, fraction(2, 7)],
    ])
  })

  it('gives one group of each factor of a factorial trial', () => {
    const design = aDesign({ ...crossed([2, 1], [1, 1]), randomisation_method_id: 2 })
    const [first] = casesOf(design, [null])
    expect(first?.allocation).toEqual({ drawn_index: 0, group_ids: [1, 3], states: [{ counts: [1, 0, 0, 0] }] })
    expect(pickedWeights(design, [{ counts: [1, 0, 0, 0] }])).toEqual([3, 4, 2, 2])
  })
})

describe('the urn (1, 0, 1) of 1 : 1', () => {
  it('has Var(D_n) = (n + 2) / 3 at every n to 24, exactly', () => {
    const variances = standingsOf(urn([1, 0, 1], 1, 1), alike(24)).map((standings) =>
      sumOf(standings.map(({ drawn: [a = 0, b = 0], chance }) => times(chance, fraction((a - b) ** 2)))),
    )
    expect(variances.slice(1)).toEqual(variances.slice(1).map((_, before) => fraction(before + 3, 3)))
  })

  it('never makes the next group certain', () => {
    const sure = standingsOf(urn([1, 0, 1], 1, 1), alike(24)).flatMap((standings) =>
      standings.filter(({ states }) => casesOf(urn([1, 0, 1], 1, 1), [...states.values()]).length < 2),
    )
    expect(sure).toEqual([])
  })
})

describe('an urn to which nothing is added', () => {
  it('is simple randomisation, whatever was drawn', () => {
    const last = standingsOf(urn([3, 0, 0], 2, 1), alike(4)).at(-1) ?? []
    const binomial = [1, 8, 24, 32, 16].map((cases, twice) => [[twice, 4 - twice], fraction(cases, 81)])
    const distribution = last.map(({ drawn, chance }) => [drawn, chance] as const)
    expect(distribution.toSorted(([[a = 0]], [[b = 0]]) => a - b)).toEqual(binomial)
  })

  it('is simple randomisation too where each arm gets the same number', () => {
    expect(pickedWeights(urn([1, 2, 2], 2, 1), [{ counts: [5, 0] }])).toEqual([22, 11])
  })
})
