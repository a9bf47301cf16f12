import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'

/** Unfolds the details of a row; `of` names the row. */
export function DetailsButton({ isOpen, of, onPress }: { isOpen: boolean; of: string; onPress: () => void }) {
  const Icon = isOpen ? IconChevronUp : IconChevronDown
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      aria-expanded={isOpen}
      aria-label={`Details of ${of}`}
      rightSection={<Icon size={18} aria-hidden="true" />}
      onClick={onPress}
    >
      Details
    </Button>
  )
}
