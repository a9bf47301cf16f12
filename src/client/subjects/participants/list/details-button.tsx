import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'

/** Unfolds the details of a row; `of` names the row. */
export function DetailsButton({ isOpen, of, onPress }: { isOpen: boolean; of: string; onPress: () => void }) {
  const Icon = isOpen ? IconChevronUp : IconChevronDown
  return (
    <ActionIcon
      variant="subtle"
      aria-expanded={isOpen}
      aria-label={`Details of ${of}`}
      title={isOpen ? 'Hide details' : 'Show details'}
      onClick={onPress}
    >
      <Icon size={18} aria-hidden="true" />
    </ActionIcon>
  )
}
