import { Button, Group, Text } from '@mantine/core'

type NotLoadedProps = { children: string; onRetry: () => void }

/** Says what of a list is unknown: an unknown list is never shown as an empty one. */
export function NotLoaded({ children, onRetry }: NotLoadedProps) {
  return (
    <Group gap="sm" py="xs">
      <Text c="dimmed">{children}</Text>
      <Button variant="default" aria-label={`Try again: ${children}`} onClick={onRetry}>
        Try again
      </Button>
    </Group>
  )
}
