import { Button, Group, Text } from '@mantine/core'

type NarrowedByProps = {
  /** The words searched for, and the names of what is ticked. */
  words: string
  statuses?: readonly string[]
  /** What clears both: "Show all trials". */
  clear: string
  onClear: () => void
}

/** What narrows a list while the fields that show it are closed, and the way back to the whole list. */
export function NarrowedBy({ words, statuses = [], clear, onClear }: NarrowedByProps) {
  const parts = [...(words === '' ? [] : [`“${words}”`]), ...statuses]
  if (parts.length === 0) return null
  return (
    <Group gap="0 sm" mb="xs">
      <Text>Shown: {parts.join(', ')}</Text>
      <Button variant="subtle" onClick={onClear}>
        {clear}
      </Button>
    </Group>
  )
}
