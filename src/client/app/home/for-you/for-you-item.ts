import type { TablerIcon } from '@tabler/icons-react'
import type { Tone } from '../../../ui/theme'
import type { ForYouPath } from './for-you-path'

/** A task of this person, with a link to its page. */
export type ForYouItem = {
  key: string
  tone: Tone
  icon: TablerIcon
  /** Words and ids in turn: every second one is an id. */
  sentence: readonly string[]
  detail: string
  link: { label: string; path: ForYouPath }
}
