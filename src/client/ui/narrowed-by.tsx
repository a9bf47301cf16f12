import { Button, Group, Text } from '@mantine/core'

type NarrowedByProps = {
  /** The search words, and the names of the chosen filters. */
  words: string
  statuses?: readonly string[]
  /** The label of the button that clears both: "Show all trials". */
  clear: string
  onClear: () => void
}

/** Shows the search and filters of a list while their fields are closed, with a button that clears them. */
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
