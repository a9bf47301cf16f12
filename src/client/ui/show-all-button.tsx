import { Button } from '@mantine/core'

type ShowAllButtonProps = {
  /** Whether a search or a filter is why the list is empty. */
  isNarrowed: boolean
  /** "Show all trials" */
  children: string
  onShowAll: () => void
}

/** Clears a search or filters that leave a list empty; hidden where they are not why. */
export function ShowAllButton({ isNarrowed, children, onShowAll }: ShowAllButtonProps) {
  if (!isNarrowed) return null
  return (
    <Button variant="default" onClick={onShowAll}>
      {children}
    </Button>
  )
}
