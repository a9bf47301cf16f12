import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomSource } from '#domain/randomisation/random-source'
import { VECTORS, vectorWords } from './vectors'

const LARGEST_WORD = 2n ** 64n - 1n

/** A source of these words, which records each word that is read. Reading beyond them is an error. */
const listed = (...words: readonly bigint[]) => {
  const taken: number[] = []
  const source = randomSource((j) => {
    taken.push(j)
    const word = words[j]
    if (word === undefined) throw new Error(`word ${j} was not expected`)
    return word
  })
  return { ...source, taken }
}

describe('uniform', () => {
  it('is a defect, not a result, over nothing', () => {
    expect(() => listed(0n).uniform(0)).toThrow(RangeError)
  })

  it('gives the values of the vectors for m = 6 at t = 1, 2, …', () => {
    const { first_t, values } = VECTORS.uniform[0]
    expect(values.map((_, step) => Number(randomSource(vectorWords(first_t + step)).uniform(6)))).toEqual(values)
  })

  it('takes as many words as the vectors for m just over half of 2^64', () => {
    const { m, first_t, words_used, first_value } = VECTORS.uniform[1]
    const draws = words_used.map((_, step) => {
      let used = 0
      const words = vectorWords(first_t + step)
      const source = randomSource((j) => {
        used += 1
        return words(j)
      })
      return { value: source.uniform(BigInt(m)), used }
    })
    expect(draws.map(({ used }) => used)).toEqual(words_used)
    expect(draws[0]?.value).toBe(BigInt(first_value))
  })

  it.each([
    { m: 1n, words: [], value: 0n, reason: 'one case needs no word' },
    { m: 6n, words: [LARGEST_WORD - 4n], value: 5n, reason: 'the last word of the last whole six' },
    { m: 6n, words: [LARGEST_WORD - 3n, 8n], value: 2n, reason: 'four words are left over and rejected' },
    { m: 6n, words: [LARGEST_WORD, LARGEST_WORD - 3n, 3n], value: 3n, reason: 'and again' },
    { m: 8n, words: [LARGEST_WORD], value: 7n, reason: 'a power of two rejects nothing' },
    { m: 2n ** 64n, words: [LARGEST_WORD], value: LARGEST_WORD, reason: 'the whole word' },
  ])('over $m: $reason', ({ m, words, value }) => {
    const source = listed(...words)
    expect(source.uniform(m)).toBe(value)
    expect(source.taken).toEqual(words.map((_, j) => j))
  })

  it('continues with the next word within one source', () => {
    const source = listed(5n, LARGEST_WORD, 4n, 1n)
    expect([source.uniform(6), source.uniform(1), source.uniform(6), source.uniform(2)]).toEqual([5n, 0n, 4n, 1n])
    expect(source.taken).toEqual([0, 1, 2, 3])
  })

  it('accepts whole numbers and bigints alike', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, LARGEST_WORD - 1000n), fc.integer({ min: 2, max: 1000 }), (word, m) => {
        expect(listed(word).uniform(m)).toBe(listed(word).uniform(BigInt(m)))
      }),
    )
  })
})

describe('pick', () => {
  it.each([[[]], [[0, 0]]])('is a defect, not a result, among the weights %j', (weights) => {
    expect(() => listed(0n).pick(weights)).toThrow(RangeError)
  })

  it.each([
    { weights: [3, 2, 1], picks: [0, 0, 0, 1, 1, 2] },
    { weights: [0, 1, 0, 2, 0], picks: [1, 3, 3] },
    { weights: [2, 2], picks: [0, 0, 1, 1] },
    { weights: [1], picks: [0] },
  ])('gives each of the weights $weights its share, in order', ({ weights, picks }) => {
    expect(picks.map((_, word) => listed(BigInt(word)).pick(weights))).toEqual(picks)
  })

  it('gives each place exactly its weight of all words, whatever the weights', () => {
    const someWeights = fc
      .array(fc.nat(5), { minLength: 1, maxLength: 8 })
      .filter((weights) => weights.some((weight) => weight > 0))
    fc.assert(
      fc.property(someWeights, (weights) => {
        const sum = weights.reduce((total, weight) => total + weight, 0)
        const picks = Array.from({ length: sum }, (_, word) => listed(BigInt(word)).pick(weights))
        expect(weights.map((_, k) => picks.filter((pick) => pick === k).length)).toEqual(weights)
        expect(picks).toEqual(picks.toSorted((a, b) => a - b))
      }),
      { seed: 1 },
    )
  })

  it('uses no word where the weights leave one case', () => {
    const source = listed()
    expect(source.pick([0, 1, 0])).toBe(1)
    expect(source.taken).toEqual([])
  })
})
