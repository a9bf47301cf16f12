import { simulationSource, xoshiro128 } from '#domain/simulation/simulation-source'
import { describe, expect, it } from 'vitest'

const unsigned = (words: readonly number[]) => words.map((word) => word >>> 0)
const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make)

describe('xoshiro128**', () => {
  it('gives the words of the reference implementation', () => {
    // From the state 1, 2, 3, 4, with which ports of the authors' program check themselves.
    expect(unsigned(times(4, xoshiro128(1, 2, 3, 4)))).toEqual([11520, 0, 5927040, 70819200])
    // Words that the authors' program produced for edorfaus/xoshiro-6502 from this state.
    const next = xoshiro128(0x964d4a0c, 0xd40ab895, 0xad7fdecb, 0x3006f0f0)
    expect(unsigned(times(4, next))).toEqual([0xf1391922, 0x6fe53806, 0xa5be2840, 0xf510ee70])
  })
})

describe('the chance of a simulation', () => {
  const draws = (seed: number) => {
    const { below } = simulationSource(seed)
    return times(20, () => below(1000))
  }

  it('is the same for the same seed and another for every other', () => {
    expect(draws(7)).toEqual(draws(7))
    const seeds = [0, 1, 2, 7, 2 ** 31, 2 ** 32 - 1]
    expect(new Set(seeds.map((seed) => draws(seed).join())).size).toBe(seeds.length)
  })

  it.each([1, 2, 3, 7, 10, 1000, 2 ** 30 + 1, 2 ** 31])('stays below %d', (m) => {
    const { below } = simulationSource(1)
    const drawn = times(2000, () => below(m))
    expect(drawn.every((value) => Number.isInteger(value) && value >= 0 && value < m)).toBe(true)
  })

  it.each([2, 3, 5, 6, 10])('is even among %d, within 4.9 standard errors', (m) => {
    const { below } = simulationSource(2)
    const draws = 200_000
    const counts = times(m, () => 0)
    for (let i = 0; i < draws; i += 1) {
      const value = below(m)
      counts[value] = (counts[value] ?? 0) + 1
    }
    const error = Math.sqrt(draws * (1 / m) * (1 - 1 / m))
    expect(counts.filter((count) => Math.abs(count - draws / m) > 4.9 * error)).toEqual([])
  })

  it('rejects the incomplete round: two thirds of 2^31 favour no remainder', () => {
    const m = Math.floor((2 / 3) * 2 ** 31)
    const { below } = simulationSource(3)
    const low = times(60_000, () => below(m)).filter((value) => value < m / 2).length
    expect(Math.abs(low - 30_000)).toBeLessThan(4.9 * Math.sqrt(15_000))
  })

  it('picks in proportion to weights, never one of weight 0, and reports the weights', () => {
    const { pick, offered } = simulationSource(4)
    const weights = [3, 0, 1]
    const picked = times(40_000, () => pick(weights))
    expect(offered()).toBe(weights)
    expect(picked.filter((index) => index === 1)).toEqual([])
    const first = picked.filter((index) => index === 0).length
    expect(Math.abs(first - 30_000)).toBeLessThan(4.9 * Math.sqrt(7500))
  })

  it('provides all that the engine needs of a source', () => {
    const { uniform, pick } = simulationSource(5)
    expect(uniform(1)).toBe(0n)
    const wide = times(50, () => uniform(2n ** 64n))
    expect(wide.some((word) => word >= 2n ** 63n)).toBe(true)
    expect(wide.some((word) => word < 2n ** 63n)).toBe(true)
    const heavy = times(400, () => pick([2 ** 40, 2 ** 40]))
    expect(Math.abs(heavy.filter((index) => index === 0).length - 200)).toBeLessThan(49)
  })
})
