import { Badge } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import classes from './status-badge.module.css'
import type { Tone } from './theme'

/** A status with its icon, word and colour, never colour alone. The child is the word. */
export function StatusBadge({ tone, icon: Icon, children }: { tone: Tone; icon: TablerIcon; children: string }) {
  return (
    <Badge
      color={tone}
      variant="light"
      className={classes['badge']}
      classNames={{ label: classes['label'] ?? '' }}
      leftSection={<Icon size={16} aria-hidden="true" />}
    >
      {children}
    </Badge>
  )
}
