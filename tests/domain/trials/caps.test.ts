import { capFault, capNews, isReached, nearFrom } from '#domain/trials/caps'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'

const MOST = fc.integer({ min: 1, max: 5000 })
const PERCENT = fc.integer({ min: 1, max: 100 })

describe('a cap', () => {
  it('is reached at its number, and one that is not set never', () => {
    expect([isReached(3, 2), isReached(3, 3), isReached(3, 4), isReached(null, 9)]).toEqual([false, true, true, false])
  })

  test.each([
    [40, 90, 36],
    [7, 90, 7],
    [1, 1, 1],
    [101, 50, 51],
  ])('of %i is near at %i percent from %i on', (most, percent, from) => {
    expect(nearFrom(most, percent)).toBe(from)
  })

  it('is told once as near and once as reached on its way, and once where both are one', () => {
    fc.assert(
      fc.property(MOST, PERCENT, (most, percent) => {
        const told = Array.from({ length: most + 3 }, (_, before) => capNews(most, before + 1, percent))
        const near = nearFrom(most, percent)
        expect(told.filter((news) => news !== null)).toEqual(near === most ? ['reached'] : ['near', 'reached'])
        expect(told.indexOf('reached')).toBe(most - 1)
      }),
    )
  })

  it('is never set below the participants that there are', () => {
    expect(capFault(null, 9)).toBeNull()
    expect(capFault(9, 9)).toBeNull()
    expect(capFault(8, 9)).toBe('9 participants are randomised already, so it cannot be lower.')
    expect(capFault(0, 1)).toBe('1 participant is randomised already, so it cannot be lower.')
  })
})
