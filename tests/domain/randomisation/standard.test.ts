import { describe, expect, it } from 'vitest'
import { allocate } from '#domain/randomisation/allocate'
import { randomSource } from '#domain/randomisation/random-source'
import { aDesign, crossed, factors, simple, weighted } from './designs'
import { alike, drawParticipants, onlyGroups } from './draw-trial'
import { casesOf } from './exact-cases'
import { fraction } from './fraction'

describe('simple randomisation', () => {
  it.each([
    { word: 0n, drawn_index: 0, group_ids: [1] },
    { word: 1n, drawn_index: 0, group_ids: [1] },
    { word: 2n, drawn_index: 1, group_ids: [2] },
    { word: 3n, drawn_index: 0, group_ids: [1] },
  ])('of 2 : 1 draws by word $word group $group_ids, without a state', ({ word, drawn_index, group_ids }) => {
    expect(
      allocate(
        simple(2, 1),
        [],
        randomSource(() => word),
      ),
    ).toEqual({ drawn_index, group_ids, states: [] })
  })

  it('gives each group exactly its weight, and a group of weight 0 never', () => {
    expect(casesOf(simple(3, 0, 2), []).map(({ allocation, chance }) => [allocation.group_ids, chance])).toEqual([
      [[1], fraction(3, 5)],
      [[3], fraction(2, 5)],
    ])
  })

  it('records strata and does not use them', () => {
    const plain = casesOf(simple(3, 2), [])
    const named = { study_groups: weighted(3, 2), ...factors(1, 1), is_site_stratified: true }
    expect(casesOf(aDesign(named), [])).toEqual(plain)
  })

  it('gives one group of each factor of a factorial trial', () => {
    const design = aDesign(crossed([2, 1], [1, 0, 1]))
    expect(casesOf(design, []).map(({ allocation, chance }) => [allocation.group_ids, chance])).toEqual([
      [[1, 3], fraction(1, 3)],
      [[1, 5], fraction(1, 3)],
      [[2, 3], fraction(1, 6)],
      [[2, 5], fraction(1, 6)],
    ])
  })

  it('of one open group draws it without a word', () => {
    const noWords = () => () => {
      throw new Error('no word was expected')
    }
    expect(onlyGroups(drawParticipants(simple(0, 4, 0), alike(2), noWords))).toEqual([2, 2])
  })
})
