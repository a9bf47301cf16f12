import { newStockPatterns, type VisibleUnallocatedPack } from '#domain/study-packs/stock-patterns'
import { describe, expect, it } from 'vitest'

/* The features by which a change of a stock reveals the study groups of its packs. */

const GROUPS = [
  { id: 1, factorial_level: null, weight: 1 },
  { id: 2, factorial_level: null, weight: 1 },
]

/** Twenty packs, ten of each group, with half of each group at each site. */
const STOCK: readonly VisibleUnallocatedPack[] = Array.from({ length: 20 }, (_, index) => ({
  id: index + 1,
  study_group_id: 1 + (index % 2),
  study_pack_status_id: 1,
  site_id: 1 + (Math.floor(index / 2) % 2),
  expire_on: '2030-01-31',
  duration: null,
}))

const changed = (which: (pack: VisibleUnallocatedPack) => boolean, change: Partial<VisibleUnallocatedPack>) =>
  STOCK.map((pack) => (which(pack) ? { ...pack, ...change } : pack))

const patternsAfter = (after: readonly VisibleUnallocatedPack[], before = STOCK) =>
  newStockPatterns({ before, after, sites: [1, 2] }, GROUPS)

const isFirst = ({ study_group_id }: VisibleUnallocatedPack) => study_group_id === 1

describe('a changed stock', () => {
  it.each<[says: string, change: Partial<VisibleUnallocatedPack>, message: string]>([
    ['another expiry date', { expire_on: '2031-01-31' }, 'The expiry date differs by study group'],
    ['another duration', { duration: 7 }, 'The duration differs by study group'],
    ['another site', { site_id: 2 }, 'The site differs by study group'],
    ['another status', { study_pack_status_id: 2 }, 'The status differs by study group'],
  ])('reveals groups where the packs of one group alone get %s', (_says, change, message) => {
    expect(patternsAfter(changed(isFirst, change))).toEqual([message])
    expect(patternsAfter(changed(({ id }) => id <= 10, change))).not.toContain('The status differs by study group')
  })

  it('reveals them at a site, where groups are equal in the whole trial', () => {
    const crossed = changed((pack) => isFirst(pack) === (pack.site_id === 1), { expire_on: '2031-01-31' })
    expect(patternsAfter(crossed)).toEqual(['The expiry date differs by study group'])
  })

  it('reveals nothing by a single pack, or by unchanged ones', () => {
    expect(patternsAfter(changed(({ id }) => id === 1, { study_pack_status_id: 4 }))).toEqual([])
    expect(patternsAfter(STOCK)).toEqual([])
  })

  it('repeats no earlier pattern', () => {
    const dated = changed(isFirst, { expire_on: '2031-01-31' })
    expect(patternsAfter(dated, dated)).toEqual([])
  })
})
