import type { EffectivePermission } from './permissions'

/** How much a viewer sees of study groups: their names, their labels, or nothing. */
export type Sight = (typeof SIGHTS)[number]

/** From the least to the most. */
const SIGHTS = ['nothing', 'labels', 'names'] as const

/** Whether the one sees more than the other. */
export const seesMore = (one: Sight, other: Sight): boolean => SIGHTS.indexOf(one) > SIGHTS.indexOf(other)

export const sightOf = (permission: Pick<EffectivePermission, 'is_blinded_whole' | 'is_blinded_partial'>): Sight => {
  if (permission.is_blinded_whole) return 'nothing'
  return permission.is_blinded_partial ? 'labels' : 'names'
}

export type StudyGroup = { id: number; name: string; label: string; weight: number }

/** What a fully blinded viewer reads in place of every group's name. */
export const BLINDED_NAME = 'Blinded'

/** A participant's group as a viewer may see it. */
export const shownGroup = (
  sight: Sight,
  group: Pick<StudyGroup, 'name' | 'label'>,
): { name: string; is_blinded: boolean } => {
  if (sight === 'nothing') return { name: BLINDED_NAME, is_blinded: true }
  return sight === 'labels' ? { name: group.label, is_blinded: true } : { name: group.name, is_blinded: false }
}

const byLabel = (a: { label: string; id: number }, b: { label: string; id: number }) => {
  if (a.label === b.label) return a.id - b.id
  return a.label < b.label ? -1 : 1
}

/** A trial's groups as a viewer may see them: labels come without ids or weights and in the order of the labels. */
export const shownGroups = (
  sight: Sight,
  groups: readonly StudyGroup[],
): { id?: number; name: string; weight?: number; is_blinded: boolean }[] => {
  if (sight === 'nothing') return []
  if (sight === 'labels') return [...groups].sort(byLabel).map(({ label }) => ({ name: label, is_blinded: true }))
  return groups.map(({ id, name, weight }) => ({ id, name, weight, is_blinded: false }))
}

/**
 * Figures by group as a viewer may see them. Where weights differ, figures by label would tell which label hides which
 * group, so there are none.
 */
export const shownGroupCounts = (
  sight: Sight,
  groups: readonly (StudyGroup & { count: number })[],
): { id?: number; name: string; count: number }[] => {
  if (sight === 'nothing') return []
  if (sight === 'names') return groups.map(({ id, name, count }) => ({ id, name, count }))
  if (new Set(groups.map(({ weight }) => weight)).size > 1) return []
  return [...groups].sort(byLabel).map(({ label, count }) => ({ name: label, count }))
}
