import { indexDrawer } from '#domain/simulation/index-drawer'
import { simulationSource } from '#domain/simulation/simulation-source'
import { describe, expect, it } from 'vitest'

const DRAWS = 60_000

describe('places are drawn', () => {
  it.each([
    { as: 'one alone', shares: [5] },
    { as: 'alike', shares: [1, 1, 1] },
    { as: 'by shares', shares: [1, 2, 3] },
    { as: 'never with share 0', shares: [0, 7, 0, 1, 0] },
    { as: 'among many', shares: Array.from({ length: 100 }, (_, index) => index % 5) },
  ])('$as', ({ shares }) => {
    const source = simulationSource(1)
    const draw = indexDrawer(shares)
    const counts = shares.map(() => 0)
    for (let i = 0; i < DRAWS; i += 1) {
      const index = draw(source)
      counts[index] = (counts[index] ?? 0) + 1
    }
    const sum = shares.reduce((total, share) => total + share, 0)
    const off = shares.map((share, index) => {
      const chance = share / sum
      const error = Math.sqrt(DRAWS * chance * (1 - chance))
      return Math.abs((counts[index] ?? 0) - DRAWS * chance) <= 4.9 * error
    })
    expect(off).toEqual(shares.map(() => true))
  })
})
