import type { GuessedEpoch } from '#domain/simulation/guessed-epoch'
import { compareGroups, type Comparison } from '#domain/simulation/redraw/compare-groups'
import { isAsExtreme } from '#domain/simulation/redraw/difference'
import { redrawing } from '#domain/simulation/redraw/redraw'
import { wholeOutcomes } from '#domain/simulation/redraw/whole-outcomes'
import { simulationSource } from '#domain/simulation/simulation-source'
import { areManyLeftOut } from '#domain/reports/randomisation-test'
import { describe, expect, it, test } from 'vitest'
import { blocks, minimised, simple } from '../../randomisation/designs'
import { everySequence, participants } from './every-sequence'

/*
 * The comparison of two groups with the draws of a reference set (Proschan & Dodd 2019; Rosenberger, Uschner & Wang
 * 2019).
 */

const CELLS = [[1], [2]]

/** The draws that a text such as `AABB` stands for. */
const drawn = (text: string): Uint16Array => Uint16Array.from(text, (letter) => 'ABC'.indexOf(letter))

const outcomesOf = (...values: (number | null)[]) =>
  values.flatMap((outcome, participant) => (outcome === null ? [] : [{ participant, outcome }]))

const comparison = (more: Partial<Comparison> & Pick<Comparison, 'drawn' | 'outcomes'>) => {
  const running = compareGroups({ groups: [1, 2], cells: CELLS, ...more })
  if (!running.ok) throw new Error(running.refusal)
  return running.value
}

/** Every sequence of two groups of this length. */
const everyText = (length: number): string[] =>
  length === 0 ? [''] : everyText(length - 1).flatMap((text) => [`${text}A`, `${text}B`])

const isEven = (text: string) => text.replaceAll('B', '').length * 2 === text.length

/** The result with a reference set of these sequences, each once. */
const against = (texts: readonly string[], of: Parameters<typeof comparison>[0]) => {
  const running = comparison(of)
  for (const text of texts) running.see(drawn(text))
  return resultOf(running)
}

const resultOf = (running: ReturnType<typeof comparison>) => {
  const result = running.result()
  if (!result.ok) throw new Error(result.refusal)
  return result.value
}

describe('over every sequence, each once, it is the permutation test', () => {
  it('of equal groups: 1 2 3 against 4 5 6 is as far apart as 2 of 20', () => {
    const even = everyText(6).filter(isEven)
    const result = against(even, { drawn: drawn('AAABBB'), outcomes: outcomesOf(1, 2, 3, 4, 5, 6) })
    expect(result).toMatchObject({ replicates: 20, as_extreme: 2, left_out: 0, difference: -3, p_value: 3 / 21 })
    expect(result.groups).toEqual([
      { group_id: 1, participants: 3, mean: 2 },
      { group_id: 2, participants: 3, mean: 5 },
    ])
  })

  it('of simple randomisation: sequences with an empty group are left out, and told', () => {
    const result = against(everyText(4), { drawn: drawn('AABB'), outcomes: outcomesOf(1, 2, 5, 6) })
    // |T| ≥ 4 in AABB and BBAA (4), but not in ABBB and BAAA, or AAAB and BBBA (10/3).
    expect(result).toMatchObject({ replicates: 14, left_out: 2, as_extreme: 2, p_value: 3 / 15 })
  })

  it('of blocks of four: by hand over 36 sequences', () => {
    const block = everyText(4).filter(isEven)
    const sequences = block.flatMap((first) => block.map((second) => first + second))
    const outcomes = [3, 1, 4, 1, 5, 9, 2, 6]
    const sumOfA = (text: string) => outcomes.reduce((sum, value, place) => sum + (text[place] === 'A' ? value : 0), 0)
    const total = outcomes.reduce((sum, value) => sum + value, 0)
    const distance = (text: string) => Math.abs(2 * sumOfA(text) - total)
    const expected = sequences.filter((text) => distance(text) >= distance('ABABBAAB')).length
    const result = against(sequences, { drawn: drawn('ABABBAAB'), outcomes: outcomesOf(...outcomes) })
    expect(result).toMatchObject({ replicates: 36, as_extreme: expected })
  })

  it('of proportions: 3 of 3 against 0 of 3', () => {
    const even = everyText(6).filter(isEven)
    const result = against(even, { drawn: drawn('AAABBB'), outcomes: outcomesOf(1, 1, 1, 0, 0, 0) })
    expect(result).toMatchObject({ as_extreme: 2, difference: 1 })
  })
})

describe('with a reference set of its own design', () => {
  const people = Array.from({ length: 8 }, (): [number] => [1])
  const outcomes = outcomesOf(3, 1, 4, 1, 5, 9, 2, 6)

  it.each([
    ['simple', simple(1, 1)],
    ['blocks of 4', blocks(4, 4, 1, 1)],
    ['a minimisation', minimised([1, 1])],
  ])('the p-value is that of all sequences by their chances: %s', (_, design) => {
    const epochs: GuessedEpoch[] = [{ design, participants: participants(design, ...people), moves: [] }]
    const observed = 'ABABBAAB'
    let extreme = 0
    let defined = 0
    for (const [sequence, chance] of everySequence(epochs)) {
      const text = sequence.replaceAll('1', 'A').replaceAll('2', 'B').replaceAll(' ', '')
      const alone = comparison({ drawn: drawn(observed), outcomes })
      alone.see(drawn(text))
      const one = alone.result()
      if (!one.ok) continue
      defined += chance
      extreme += one.value.as_extreme * chance
    }
    const exact = extreme / defined
    const { redraw } = redrawing(epochs)
    const source = simulationSource(11)
    const running = comparison({ drawn: drawn(observed), outcomes })
    const into = new Uint16Array(8)
    for (let replicate = 0; replicate < 40_000; replicate += 1) {
      redraw(source, into)
      running.see(into)
    }
    const { p_value, standard_error } = resultOf(running)
    expect(standard_error).toBeCloseTo(Math.sqrt((exact * (1 - exact)) / 40_000), 3)
    expect(Math.abs(p_value - exact)).toBeLessThan(4.9 * standard_error)
  })

  it('is uniform where no group makes a difference', () => {
    const design = minimised([1, 1])
    const many = Array.from({ length: 20 }, (): [number] => [1])
    const { redraw } = redrawing([{ design, participants: participants(design, ...many), moves: [] }])
    const source = simulationSource(2019)
    const bins = Array.from({ length: 10 }, () => 0)
    const into = new Uint16Array(20)
    for (let trial = 0; trial < 1000; trial += 1) {
      redraw(source, into)
      const values = Array.from({ length: 20 }, () => source.below(1_000_000) / 1000)
      const running = comparison({ drawn: into.slice(), outcomes: outcomesOf(...values) })
      for (let replicate = 0; replicate < 99; replicate += 1) {
        redraw(source, into)
        running.see(into)
      }
      const bin = Math.ceil(resultOf(running).p_value * 10) - 1
      bins[bin] = (bins[bin] ?? 0) + 1
    }
    const statistic = bins.reduce((sum, count) => sum + (count - 100) ** 2 / 100, 0)
    // The upper 0.1 % point of chi-squared with 9 degrees of freedom; the seed is fixed.
    expect(statistic).toBeLessThan(27.88)
  })
})

describe('who counts', () => {
  it('leaves out whoever has no outcome', () => {
    const result = against(['ABAB'], { drawn: drawn('ABAB'), outcomes: outcomesOf(4, 1, null, 3) })
    expect(result.groups.map(({ participants: number, mean }) => [number, mean])).toEqual([
      [1, 4],
      [2, 2],
    ])
  })

  it('has a third group as neither, and its people in the group that a replicate gives them', () => {
    const running = comparison({ cells: [[1], [2], [3]], drawn: drawn('ABC'), outcomes: outcomesOf(1, 2, 9) })
    running.see(drawn('CBA'))
    expect(resultOf(running)).toMatchObject({ difference: -1, replicates: 1, as_extreme: 1 })
  })

  it('compares one factor of a factorial trial over the other', () => {
    const cells = [
      [1, 3],
      [1, 4],
      [2, 3],
      [2, 4],
    ]
    const running = comparison({ cells, drawn: Uint16Array.of(0, 1, 2, 3), outcomes: outcomesOf(1, 3, 10, 20) })
    running.see(Uint16Array.of(0, 1, 2, 3))
    expect(resultOf(running)).toMatchObject({ difference: 2 - 15 })
  })

  it('refuses where one of the groups has no outcome', () => {
    const refused = compareGroups({
      groups: [1, 2],
      cells: CELLS,
      drawn: drawn('AAB'),
      outcomes: outcomesOf(1, 2, null),
    })
    expect(refused).toEqual({ ok: false, refusal: 'no_outcome_in_a_group' })
  })
})

describe('without a replicate that has an outcome in each group', () => {
  it('there is no p-value: it is not 1, and a difference was compared with nothing', () => {
    const running = comparison({ drawn: drawn('AB'), outcomes: outcomesOf(1, 9) })
    for (const text of ['AA', 'BB', 'AA']) running.see(drawn(text))
    expect(running.result()).toEqual({ ok: false, refusal: 'no_usable_replicate' })
  })

  test.each([
    [900, 100, false],
    [899, 101, true],
    [9000, 1000, false],
    [1, 999, true],
  ])('with %i used and %i left out, many are left out: %s', (replicates, left_out, expected) =>
    expect(areManyLeftOut({ replicates, left_out })).toBe(expected),
  )
})

describe('sums are exact', () => {
  it('so that 0.1, 0.2 and 0.3 tie as 1, 2 and 3 do', () => {
    const tenths = against(['AABB', 'BBAA'], { drawn: drawn('BAAB'), outcomes: outcomesOf(0.1, 0.3, 0.2, 0.6) })
    const whole = against(['AABB', 'BBAA'], { drawn: drawn('BAAB'), outcomes: outcomesOf(1, 3, 2, 6) })
    expect(tenths.as_extreme).toBe(whole.as_extreme)
    expect(tenths.difference).toBeCloseTo(whole.difference / 10, 12)
  })

  it('and means have the offset back', () => {
    const { groups, difference } = against(['AB'], { drawn: drawn('AB'), outcomes: outcomesOf(-1000.25, 1000.5) })
    expect(groups.map(({ mean }) => mean)).toEqual([-1000.25, 1000.5])
    expect(difference).toBe(-2000.75)
  })

  test.each([
    [[1.5, 2.25], { scale: 100, offset: 150, whole: [0, 75] }],
    [[1e-7, 2e-7], { scale: 1e7, offset: 1, whole: [0, 1] }],
    [[1e15, 1e15 - 1], { scale: 1, offset: 1e15 - 1, whole: [1, 0] }],
  ])('of %j', (values, expected) => expect(wholeOutcomes(values)).toEqual({ ok: true, value: expected }))

  test.each([[[0.1234567890123456, 1]], [[1e15, 0.5]], [[1e-20, 1]]])('%j has too many digits', (values) =>
    expect(wholeOutcomes(values)).toEqual({ ok: false, refusal: 'too_many_digits' }),
  )

  test('quotients that are equal count as equal', () => {
    expect(isAsExtreme({ numerator: 1, denominator: 3 }, { numerator: -2, denominator: 6 })).toBe(true)
    const big = { numerator: 2 ** 52 - 1, denominator: 9999 * 9998 }
    expect(isAsExtreme(big, { ...big, numerator: big.numerator + 1 })).toBe(false)
    expect(isAsExtreme({ ...big, numerator: big.numerator + 1 }, big)).toBe(true)
  })
})
