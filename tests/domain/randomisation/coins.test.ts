import { readStates } from '#domain/randomisation/allocate'
import { exactSteps } from '#domain/simulation/exact-key'
import { describe, expect, it } from 'vitest'
import { aDesign, biasedCoin, bigStick, crossed, efron, maximal, minimised } from './designs'
import { alike } from './draw-trial'
import { casesOf, standingsOf } from './exact-cases'
import { fraction } from './fraction'
import { pickedWeights } from './watched-source'

/** Methods for two equal groups: the weights of a draw, its outcome, and the theory of 100 draws. */

describe('the weights of the big stick', () => {
  it.each([
    { limit: 3, counts: [0, 0], weights: [1, 1] },
    { limit: 3, counts: [2, 0], weights: [1, 1] },
    { limit: 3, counts: [3, 0], weights: [0, 1] },
    { limit: 3, counts: [7, 10], weights: [1, 0] },
    { limit: 1, counts: [5, 4], weights: [0, 1] },
    // Flags changed the counts beyond the limit.
    { limit: 2, counts: [1, 6], weights: [1, 0] },
  ])('with a limit of $limit are $weights after $counts', ({ limit, counts, weights }) => {
    expect(pickedWeights(bigStick(limit), [{ counts }])).toEqual(weights)
  })

  it('are of the open groups alone', () => {
    expect(pickedWeights(bigStick(2, 1, 0, 1), [{ counts: [3, 0, 1] }])).toEqual([0, 0, 1])
    expect(pickedWeights(bigStick(2, 0, 4, 4, 0), [null])).toEqual([0, 1, 1, 0])
  })
})

describe('the weights of a biased coin', () => {
  it.each([
    { design: biasedCoin(3, [2, 3]), counts: [4, 4], weights: [1, 1] },
    { design: biasedCoin(3, [2, 3]), counts: [4, 5], weights: [2, 1] },
    { design: biasedCoin(3, [2, 3]), counts: [4, 2], weights: [1, 2] },
    { design: biasedCoin(3, [2, 3]), counts: [4, 1], weights: [0, 1] },
    { design: biasedCoin(3, [2, 3]), counts: [0, 9], weights: [1, 0] },
    // The chance is used in lowest terms.
    { design: biasedCoin(2, [6, 8]), counts: [1, 0], weights: [1, 3] },
    { design: efron(2, 3), counts: [0, 0], weights: [1, 1] },
    { design: efron(2, 3), counts: [9, 0], weights: [1, 2] },
    { design: efron(70, 100), counts: [0, 1], weights: [7, 3] },
  ])('$design.method are $weights after $counts', ({ design, counts, weights }) => {
    expect(pickedWeights(design, [{ counts }])).toEqual(weights)
  })
})

describe('Efron’s coin', () => {
  it('is minimisation of the whole trial with the same chance, at every draw', () => {
    const coin = standingsOf(efron(4, 5), alike(8))
    const minimisation = standingsOf(minimised([1, 1], { minimisation_probability: 80 }), alike(8))
    const chancesOf = (steps: typeof coin) =>
      steps.map((step) =>
        step
          .map(({ drawn, chance }) => [drawn.join(), chance] as const)
          .toSorted(([one], [other]) => one.localeCompare(other)),
      )
    expect(chancesOf(coin)).toEqual(chancesOf(minimisation))
  })

  it('equals the biased coin with a tolerance that is never reached', () => {
    const drawnBy = (design: typeof EFRON) =>
      standingsOf(design, alike(8)).map((step) => step.map(({ drawn, chance }) => [drawn, chance]))
    expect(drawnBy(biasedCoin(20, [2, 3]))).toEqual(drawnBy(EFRON))
  })
})

const EFRON = efron(2, 3)

describe('the maximal procedure', () => {
  const home = (limit: number, length: number) => standingsOf(maximal(limit, length), alike(length))

  it.each([
    { limit: 1, length: 6, sequences: 8 },
    { limit: 2, length: 6, sequences: 18 },
    // A limit that never applies leaves 20 sequences: 6 over 3.
    { limit: 3, length: 6, sequences: 20 },
    { limit: 9, length: 6, sequences: 20 },
  ])('of limit $limit and length $length has $sequences sequences, each as likely', ({ limit, length, sequences }) => {
    type Path = { readonly states: readonly ({ counts: readonly number[] } | null)[]; readonly chance: number }
    let paths: readonly Path[] = [{ states: [null], chance: 1 }]
    for (let n = 0; n < length; n += 1)
      paths = paths.flatMap(({ states, chance }) =>
        casesOf(maximal(limit, length), states).map(({ allocation, chance: { over, under } }) => ({
          states: allocation.states.flatMap((state) => ('counts' in state ? [state] : [])),
          chance: (chance * Number(over)) / Number(under),
        })),
      )
    expect(paths).toHaveLength(sequences)
    for (const { chance } of paths) expect(chance).toBeCloseTo(1 / sequences, 12)
  })

  it('never leaves a difference above the limit, and ends with equal groups', () => {
    const steps = home(2, 10)
    const apart = steps.map((step) => Math.max(...step.map(({ drawn: [a = 0, b = 0] }) => Math.abs(a - b))))
    expect(apart).toEqual([0, 1, 2, 1, 2, 1, 2, 1, 2, 1, 0])
  })

  it('begins again after each sequence', () => {
    expect(pickedWeights(maximal(2, 4), [{ counts: [2, 2] }])).toEqual(pickedWeights(maximal(2, 4), [null]))
    expect(casesOf(maximal(2, 4), [{ counts: [2, 2] }]).map(({ allocation }) => allocation.states)).toEqual([
      [{ counts: [1, 0] }],
      [{ counts: [0, 1] }],
    ])
  })

  it('counts the sequences of 50 exactly', () => {
    // 50 over 25 sequences have equal groups at the end. Half of them begin with either group.
    const [a = 0, b = 0] = pickedWeights(maximal(25, 50), [null])
    expect([a, b]).toEqual([126_410_606_437_752 / 2, 126_410_606_437_752 / 2])
  })

  it.each([[{ counts: [3, 0] }], [{ counts: [5, 4] }], [{ counts: [4, 2] }], [{ counts: [1] }]])(
    'does not continue from %j, which no sequence of 8 within 2 has',
    (stored) => {
      expect(readStates(maximal(2, 8), [stored]).ok).toBe(stored.counts.join() === '4,2')
    },
  )
})

describe('a draw of the big stick', () => {
  it('counts only the drawn cell', () => {
    const cases = casesOf(bigStick(2, 1, 0, 1), [{ counts: [1, 0, 2] }])
    expect(cases.map(({ allocation, chance }) => [allocation, chance])).toEqual([
      [{ drawn_index: 0, group_ids: [1], states: [{ counts: [2, 0, 2] }] }, fraction(1, 2)],
      [{ drawn_index: 2, group_ids: [3], states: [{ counts: [1, 0, 3] }] }, fraction(1, 2)],
    ])
  })

  it('gives one group of each factor where one factor has one open group', () => {
    const design = aDesign({ ...crossed([1, 1], [1, 0]), randomisation_method_id: 5 })
    expect(casesOf(design, [null]).map(({ allocation }) => allocation.group_ids)).toEqual([
      [1, 3],
      [2, 3],
    ])
  })

  it('never leaves a difference above the limit', () => {
    const apart = standingsOf(bigStick(2), alike(12))
      .flat()
      .map(({ drawn: [a = 0, b = 0] }) => Math.abs(a - b))
    expect(Math.max(...apart)).toBe(2)
  })

  it.each([[{ counts: [1, 1, 0] }], [{ counts: [1] }], [{ counts: [1, -1] }], [{ remaining: [1, 1] }]])(
    'does not continue from %j',
    (stored) => {
      expect(readStates(bigStick(2), [stored])).toEqual({ ok: false, refusal: 'state_damaged' })
    },
  )

  it('does not continue from a participant in a closed group', () => {
    expect(readStates(bigStick(2, 1, 0, 1), [{ counts: [1, 1, 0] }]).ok).toBe(false)
  })
})

/**
 * Another program in another language computed these with fractions: n = 100, 1 : 1. `cg` is by the convergence
 * strategy.
 */
const THEORY = [
  { of: 'the big stick of 1', design: bigStick(1), cg: 0.75, da: 0.5, sd: 0, balanced: [1, 1, 1] },
  { of: 'the big stick of 2', design: bigStick(2), cg: 0.6225, da: 0.245, sd: Math.SQRT2, balanced: [0.5, 0.5, 0.5] },
  {
    of: 'the big stick of 3',
    design: bigStick(3),
    cg: 0.581111111,
    da: 0.162222222,
    sd: 1.632993162,
    balanced: [0.5, 3 / 8, 11 / 32],
  },
  {
    of: 'the big stick of 4',
    design: bigStick(4),
    cg: 0.55875,
    da: 0.1175,
    sd: 2.449489743,
    balanced: [0.5, 3 / 8, 5 / 16],
  },
  {
    of: 'the biased coin of 3, 2 out of 3',
    design: biasedCoin(3, [2, 3]),
    cg: 0.641326531,
    da: 0.069591837,
    sd: 1.309307341,
    balanced: [2 / 3, 16 / 27, 140 / 243],
  },
  {
    of: 'the biased coin of 2, 3 out of 4',
    design: biasedCoin(2, [3, 4]),
    cg: 0.68625,
    da: 0.1225,
    sd: 1,
    balanced: [3 / 4, 3 / 4, 3 / 4],
  },
  {
    of: 'Efron’s coin, 2 out of 3',
    design: efron(2, 3),
    cg: 0.623333469,
    da: 0,
    sd: 2.107938433,
    balanced: [2 / 3, 16 / 27, 136 / 243],
  },
  {
    of: 'Efron’s coin, 4 out of 5',
    design: efron(4, 5),
    cg: 0.6865,
    da: 0,
    sd: 1.099494833,
    balanced: [4 / 5, 96 / 125, 2368 / 3125],
  },
  {
    of: 'the maximal procedure of 3, length 50',
    design: maximal(3, 50),
    cg: 0.632071068,
    da: 0.094436508,
    sd: 0,
    balanced: [768398401 / 1311738121, 675176043 / 1311738121, 659181615 / 1311738121],
  },
  {
    of: 'the maximal procedure of 3, length 48',
    design: maximal(3, 48),
    cg: 0.630147186,
    da: 0.092720779,
    sd: 1.393242799,
    balanced: [0.585786438, 0.514718626, 0.502525317],
  },
  {
    of: 'the maximal procedure of 2, length 20',
    design: maximal(2, 20),
    cg: 0.675,
    da: 0.2,
    sd: 0,
    balanced: [2 / 3, 2 / 3, 2 / 3],
  },
]

const DIGITS = 6

describe.each(THEORY)('$of', ({ design, cg, da, sd, balanced }) => {
  const steps = exactSteps(design, 100)
  const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

  it('is guessed, certain and out of balance as theory says, to a millionth', () => {
    expect(steps).toHaveLength(100)
    expect(meanOf(steps.map(({ right_guess }) => right_guess))).toBeCloseTo(cg, DIGITS)
    expect(meanOf(steps.map(({ certain }) => certain))).toBeCloseTo(da, DIGITS)
    expect(Math.sqrt(steps.at(-1)?.imbalance_square ?? 0)).toBeCloseTo(sd, DIGITS)
  })

  it('is in balance after 2, 4 and 6 as often as theory says, to a millionth', () => {
    const standings = standingsOf(design, alike(6))
    for (const [place, chance] of balanced.entries()) {
      const even = standings[2 * (place + 1)]?.filter(({ drawn: [a, b] }) => a === b) ?? []
      const sum = even.reduce((total, { chance: { over, under } }) => total + Number(over) / Number(under), 0)
      expect(sum).toBeCloseTo(chance, DIGITS)
    }
  })
})

it('the difference of the big stick stands at its limit for one of 2b draws in the long run', () => {
  for (const limit of [1, 2, 3, 4, 5]) {
    const late = exactSteps(bigStick(limit), 2000).slice(-2)
    expect(late.reduce((sum, { certain }) => sum + certain, 0) / 2).toBeCloseTo(1 / (2 * limit), DIGITS)
  }
})
