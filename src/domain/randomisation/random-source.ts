/** Word j = 0, 1, … of one allocation: an unsigned 64-bit integer, the same at each call. */
export type Words = (j: number) => bigint

/** The chance of one allocation; the words are used in order, each once. */
export type RandomSource = {
  /** An unbiased integer in [0, m) for 1 ≤ m ≤ 2^64. m = 1 uses no word. */
  readonly uniform: (m: bigint | number) => bigint
  /** The smallest k with uniform(Σ weights) < weight 0 + … + weight k. Weights are integers ≥ 0, not all of them 0. */
  readonly pick: (weights: readonly number[]) => number
}

const WORD_RANGE = 2n ** 64n

/**
 * Makes the chance of one allocation out of its words: unbiased by rejection, without floating point. Nothing to pick
 * from (m = 0) is a defect, never an answer. Source: src/specification/rct-alloc-1.md#unbiased-integers.
 */
export const randomSource = (words: Words): RandomSource => {
  let j = 0

  const uniform = (m: bigint | number): bigint => {
    const range = BigInt(m)
    if (range === 1n) return 0n
    const limit = (WORD_RANGE / range) * range
    for (;;) {
      const word = words(j)
      j += 1
      if (word < limit) return word % range
    }
  }

  const pick = (weights: readonly number[]): number => {
    let remaining = Number(uniform(weights.reduce((sum, weight) => sum + weight, 0)))
    let k = 0
    for (const weight of weights) {
      if (remaining < weight) break
      remaining -= weight
      k += 1
    }
    return k
  }

  return { uniform, pick }
}
