import { Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** The heading of a tab, which takes the focus when the tab opens. */
export function TabHeading({ children, actions }: { children: string; actions?: ReactNode }) {
  return (
    <Group justify="space-between" gap="md" mb="md">
      <Title order={2} id="tab-heading" tabIndex={-1}>
        {children}
      </Title>
      {actions}
    </Group>
  )
}
