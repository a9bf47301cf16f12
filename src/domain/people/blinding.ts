import type { EffectivePermission } from './permissions'

/** How much a viewer sees of study groups: their names, their labels, or nothing. */
export type Visibility = (typeof VISIBILITIES)[number]

/** From the least to the most. */
export const VISIBILITIES = ['nothing', 'labels', 'names'] as const

/** Whether the one sees more than the other. */
export const seesMore = (one: Visibility, other: Visibility): boolean =>
  VISIBILITIES.indexOf(one) > VISIBILITIES.indexOf(other)

export const visibilityOf = (
  permission: Pick<EffectivePermission, 'is_blinded_whole' | 'is_blinded_partial'>,
): Visibility => {
  if (permission.is_blinded_whole) return 'nothing'
  return permission.is_blinded_partial ? 'labels' : 'names'
}

export type StudyGroup = { id: number; name: string; label: string; weight: number; max_participants?: number | null }

/** The text for a fully blinded viewer in place of every group's name. */
export const BLINDED_NAME = 'Blinded'

/** A participant's group as a viewer may see it. */
export const shownGroup = (
  visibility: Visibility,
  group: Pick<StudyGroup, 'name' | 'label'>,
): { name: string; is_blinded: boolean } => {
  if (visibility === 'nothing') return { name: BLINDED_NAME, is_blinded: true }
  return visibility === 'labels' ? { name: group.label, is_blinded: true } : { name: group.name, is_blinded: false }
}

const byLabel = (a: { label: string; id: number }, b: { label: string; id: number }) => {
  if (a.label === b.label) return a.id - b.id
  return a.label < b.label ? -1 : 1
}

/** A trial's groups as a viewer may see them: labels come without ids or weights and in the order of the labels. */
export const shownGroups = (
  visibility: Visibility,
  groups: readonly StudyGroup[],
): { id?: number; name: string; weight?: number; is_blinded: boolean }[] => {
  if (visibility === 'nothing') return []
  if (visibility === 'labels') return [...groups].sort(byLabel).map(({ label }) => ({ name: label, is_blinded: true }))
  return groups.map(({ id, name, weight }) => ({ id, name, weight, is_blinded: false }))
}

/**
 * Whether a viewer is shown which participants have the same group. Equal or missing labels hide it, and figures for each group would
 * reveal it: one count rises with each participant (decision 0004).
 */
export const seesGroupsApart = (
  visibility: Visibility,
  groups: readonly { readonly label: string | null }[],
): boolean => {
  if (visibility !== 'labels') return visibility === 'names'
  return new Set(groups.map(({ label }) => label ?? BLINDED_NAME)).size === groups.length
}

/**
 * Figures by group as a viewer may see them: only where they see groups apart. Where weights differ, figures by label would tell which
 * label hides which group, so there are none; nor where the ratio differs by an option, nor where a group has or had a cap, for they
 * would tell which one is full, or was.
 */
export const shownGroupCounts = (
  visibility: Visibility,
  groups: readonly (StudyGroup & { count: number })[],
  areLabelsTelling = false,
): { id?: number; name: string; count: number }[] => {
  if (!seesGroupsApart(visibility, groups)) return []
  if (visibility === 'names') return groups.map(({ id, name, count }) => ({ id, name, count }))
  if (new Set(groups.map(({ weight }) => weight)).size > 1) return []
  if (areLabelsTelling || groups.some(({ max_participants = null }) => max_participants !== null)) return []
  return [...groups].sort(byLabel).map(({ label, count }) => ({ name: label, count }))
}
