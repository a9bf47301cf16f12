import { counted } from '../../ui/format-number'
import type { JumpGroup } from './jump-item'

/** How many results there are, as it is read out: "3 results: Participants 1, Trials 2". */
export const resultsInWords = (groups: readonly JumpGroup[]): string => {
  const total = groups.reduce((sum, { items }) => sum + items.length, 0)
  if (total === 0) return ''
  return `${counted(total, 'result')}: ${groups.map(({ title, items }) => `${title} ${items.length}`).join(', ')}`
}
