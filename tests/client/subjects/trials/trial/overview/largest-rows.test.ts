import { describe, expect, test } from 'vitest'
import { largestRows } from '../../../../../../src/client/subjects/trials/trial/overview/largest-rows'

const countries = (...counts: number[]) => counts.map((count, index) => ({ name: `C${index}`, count }))

describe('the bars of a chart', () => {
  test('are all rows in their own order, up to ten', () => {
    const rows = countries(0, 3, 1, 2, 0, 0, 0, 0, 0, 9)
    const { shown, rest } = largestRows(rows)
    expect(shown.map(({ name }) => name)).toEqual(rows.map(({ name }) => name))
    expect(rest).toEqual({ rows: 0, count: 0 })
  })

  test('are the ten largest of more, the largest first, each with its own place among all', () => {
    const { shown, rest } = largestRows(countries(0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4))
    expect(shown.slice(0, 4)).toEqual([
      { name: 'C11', count: 4, place: 11 },
      { name: 'C10', count: 2, place: 10 },
      { name: 'C9', count: 1, place: 9 },
      { name: 'C0', count: 0, place: 0 },
    ])
    expect(shown).toHaveLength(10)
    expect(rest).toEqual({ rows: 2, count: 0 })
  })

  test('leave a rest whose participants are counted together', () => {
    expect(largestRows(countries(...Array.from({ length: 13 }, () => 5))).rest).toEqual({ rows: 3, count: 15 })
  })
})
