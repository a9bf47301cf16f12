import type { ListRow } from '#domain/own-lists/list-row'
import type { BuiltTrial } from './a-trial'

/** The groups of blocks of 4 that no usual seed makes, by their names. */
export const groupsInBlocks = ({ study_groups: [a, b] }: BuiltTrial, blocks: readonly string[] = BLOCKS): string[] =>
  blocks.flatMap((block) => block.split('').map((letter) => (letter === 'A' ? a : b)?.name ?? ''))

const BLOCKS = ['ABBA', 'BBAA', 'ABAB', 'AABB', 'BABA']

/** Rows of the whole trial from a position on. */
export const rowsOf = (groups: readonly string[], first = 1, more: Partial<ListRow> = {}): ListRow[] =>
  groups.map((group, index) => ({ site: null, options: [], position: first + index, study_groups: [group], ...more }))
