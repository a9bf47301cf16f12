import { DEFAULT_PAGE_SIZE, PAGE_SIZES, PAGE_WINDOW, pageCount, supportedPageSize } from '#domain/paging'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

describe('the page size', () => {
  it.each([0, 1, 9, 11, -10, 10.5, 1000, Number.NaN, Infinity])('%d becomes 10', (requested) => {
    expect(supportedPageSize(requested)).toBe(10)
  })

  it.each([10, 25, 50, 100])('%d stays', (requested) => {
    expect(supportedPageSize(requested)).toBe(requested)
  })

  it.each([
    [1000, 1000],
    [50, 50],
    [999, 10],
  ])('%d becomes %d where a list has 1000 of its own', (requested, size) => {
    expect(supportedPageSize(requested, [1000])).toBe(size)
  })

  it('has the page sizes that lists offer', () => {
    expect({ PAGE_SIZES, DEFAULT_PAGE_SIZE, PAGE_WINDOW }).toEqual({
      PAGE_SIZES: [10, 25, 50, 100],
      DEFAULT_PAGE_SIZE: 10,
      PAGE_WINDOW: 7,
    })
  })
})

describe('the number of pages', () => {
  it.each([
    [0, 10, 0],
    [1, 10, 1],
    [10, 10, 1],
    [11, 10, 2],
    [2001, 100, 21],
  ])('of %d rows by %d is %d', (total, size, pages) => {
    expect(pageCount(total, size)).toBe(pages)
  })

  it('holds every row and has no page too many', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.constantFrom(...PAGE_SIZES), (total, size) => {
        const pages = pageCount(total, size)
        expect(pages * size).toBeGreaterThanOrEqual(total)
        expect((pages - 1) * size).toBeLessThan(Math.max(total, 1))
      }),
    )
  })
})
