import type { JumpGroup } from './jump-item'

/** How many results there are, as it is read out: "3 results: Participants 1, Trials 2". */
export const counted = (groups: readonly JumpGroup[]): string => {
  const total = groups.reduce((sum, { items }) => sum + items.length, 0)
  if (total === 0) return ''
  const parts = groups.map(({ title, items }) => `${title} ${items.length}`)
  return `${total} ${total === 1 ? 'result' : 'results'}: ${parts.join(', ')}`
}
