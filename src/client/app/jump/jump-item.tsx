import type { LinkProps } from '@tanstack/react-router'
import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { FindName } from '../../session/recent-finds'

/** A result of the search, and the page that it opens. */
export type JumpItem = {
  id: string
  label: string
  /** The text beside the label. */
  description?: string
  /** The content at the end of the row. */
  aside?: ReactNode
  icon: TablerIcon
  to: JumpPath
  /** Its name among the recent ones; screens have none. */
  recent?: FindName
  /** Called just before its page is opened. */
  before?: () => void
}

/** An address of `paths`. */
export type JumpPath = Pick<LinkProps, 'to' | 'params' | 'search'>

/** Items of one kind under their heading. */
export type JumpGroup = { title: string; items: readonly JumpItem[]; hasMore?: boolean }
