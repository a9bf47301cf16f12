import { chancesUpTo } from './list-admission/chance'
import type { ComparedGroup } from './list-admission/group-pattern'
import { revealsGroups, type Mark } from './list-admission/group-patterns'
import { grouped } from '../grouped'

/** An unallocated pack as people who see packs know it, with its group. */
export type VisibleUnallocatedPack = {
  readonly id: number
  readonly study_group_id: number
  readonly study_pack_status_id: number
  readonly site_id: number | null
  readonly expire_on: string | null
  readonly duration: number | null
}

/** A stock of packs before and after a change, and the sites whose packs it touches. */
type ChangedStock = {
  readonly before: readonly VisibleUnallocatedPack[]
  readonly after: readonly VisibleUnallocatedPack[]
  readonly sites: readonly (number | null)[]
}

/**
 * The new patterns by which a changed stock reveals the study groups of its packs, in sentences: in the whole trial, or
 * at a site, where people see only its packs. Judged as a list is at its import. Earlier patterns are not repeated.
 * Source: src/decisions/0044-patterns-by-what-is-done-to-packs.md.
 */
export const newStockPatterns = (
  { before, after, sites }: ChangedStock,
  groups: readonly ComparedGroup[],
): string[] => {
  const factors = [...grouped(groups, ({ factorial_level }) => factorial_level).values()]
  const patterns = factors.flatMap((factor) => {
    const ids = new Set(factor.map(({ id }) => id))
    const packsByScope = (packs: readonly VisibleUnallocatedPack[]) => {
      const ofFactor = packs.filter(({ study_group_id }) => ids.has(study_group_id))
      return [ofFactor, ...sites.map((site) => ofFactor.filter(({ site_id }) => site_id === site))]
    }
    const [packsBefore, packsAfter] = [packsByScope(before), packsByScope(after)]
    return packsAfter.flatMap((packs, index) => {
      const earlier = new Set(patternsIn(packsBefore[index] ?? []))
      return patternsIn(packs).filter((message) => !earlier.has(message))
    })
  })
  return [...new Set(patterns)]
}

const patternsIn = (packs: readonly VisibleUnallocatedPack[]): string[] => {
  const chances = chancesUpTo(packs.length)
  return MARKS.filter((mark) => revealsGroups(mark, packs, chances)).map(({ message }) => message)
}

/** An action on a single pack reveals nothing: each value needs two packs. */
const SET = { isSet: true, min_packs: 2 }

const MARKS: readonly Mark<VisibleUnallocatedPack>[] = [
  { ...SET, message: 'The expiry date differs by study group', of: ({ expire_on }) => expire_on ?? '' },
  { ...SET, message: 'The duration differs by study group', of: ({ duration }) => String(duration ?? 0) },
  { ...SET, message: 'The site differs by study group', of: ({ site_id }) => String(site_id) },
  {
    ...SET,
    message: 'The status differs by study group',
    of: ({ study_pack_status_id }) => String(study_pack_status_id),
  },
]
