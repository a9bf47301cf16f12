import { Group, Stack, Text, Title } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Tone } from './theme'

/** Replaces missing content: an icon, a title, a few words, and an action. */
export function StateNotice(props: {
  tone: Tone
  icon: TablerIcon
  title: string
  children: ReactNode
  action?: ReactNode
}) {
  const { tone, icon: Icon, title, children, action } = props
  return (
    <Group align="flex-start" wrap="nowrap" gap="md" py="xl" maw="40rem">
      <Icon size={32} stroke={1.5} color={`var(--eq-${tone})`} aria-hidden="true" style={{ flex: 'none' }} />
      <Stack gap="xs" align="flex-start">
        <Title order={2} size="h3">
          {title}
        </Title>
        <Text component="div">{children}</Text>
        {action}
      </Stack>
    </Group>
  )
}
