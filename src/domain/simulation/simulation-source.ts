import { randomSource, type RandomSource } from '../randomisation/random-source'

/** The chance of simulations alone: fast, seeded, and predictable. No trial's participant is ever drawn with it. */
export type SimulationSource = RandomSource & {
  /** An unbiased integer in [0, m) for whole m from 1 to 2^31. */
  readonly below: (m: number) => number
  /** The weights among which the latest `pick` chose: the possible results and their chances. */
  readonly offered: () => readonly number[]
}

const BITS_31 = 2 ** 31

/** The same seed, an integer from 0 to 2^32 − 1, gives the same chance. Unbiased by rejection. */
export const simulationSource = (seed: number): SimulationSource => {
  const next = xoshiro128(...seedWords(seed))
  const wide = randomSource(() => (BigInt(next() >>> 0) << 32n) | BigInt(next() >>> 0))
  let weightsOffered: readonly number[] = []

  const below = (m: number): number => {
    if (m === 1) return 0
    for (;;) {
      const word = next() >>> 1
      const remainder = word % m
      // The last, incomplete round of m among the 2^31 words is thrown away.
      if (word - remainder + m <= BITS_31) return remainder
    }
  }

  const pick = (weights: readonly number[]): number => {
    weightsOffered = weights
    let sum = 0
    for (const weight of weights) sum += weight
    if (sum > BITS_31) return wide.pick(weights)
    let remaining = below(sum)
    let index = 0
    for (const weight of weights) {
      if (remaining < weight) break
      remaining -= weight
      index += 1
    }
    return index
  }

  const uniform = (m: bigint | number): bigint => (m > BITS_31 ? wide.uniform(m) : BigInt(below(Number(m))))

  return { below, pick, uniform, offered: () => weightsOffered }
}

type Words = readonly [number, number, number, number]

/**
 * xoshiro128** 1.1 from a state of four words, not all of them 0: words of 32 bits, signed.
 * Source: D. Blackman, S. Vigna, Scrambled linear pseudorandom number generators, ACM TOMS 47 (2021), public domain.
 */
export const xoshiro128 = (...state: Words): (() => number) => {
  let [s0, s1, s2, s3] = state
  return () => {
    const result = Math.imul(rotated(Math.imul(s1, 5), 7), 9)
    const shifted = s1 << 9
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    s3 = rotated(s3, 11)
    return result
  }
}

const rotated = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits))

const GOLDEN_GAMMA = 0x9e3779b9

/** Four words that no two seeds share, so that seeds that differ in one bit start far apart. */
const seedWords = (seed: number): Words => [
  mixed(seed + GOLDEN_GAMMA),
  mixed(seed + 2 * GOLDEN_GAMMA),
  mixed(seed + 3 * GOLDEN_GAMMA),
  mixed(seed + 4 * GOLDEN_GAMMA),
]

/** The finaliser of MurmurHash3 (A. Appleby, public domain): one to one on 32 bits. */
const mixed = (word: number): number => {
  const mixed = Math.imul(word ^ (word >>> 16), 0x85ebca6b)
  const twice = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return twice ^ (twice >>> 16)
}
