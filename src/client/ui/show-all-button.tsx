import { Button } from '@mantine/core'

type ShowAllButtonProps = {
  /** Whether it is a search or a filter that leaves the list empty. */
  isNarrowed: boolean
  /** "Show all trials" */
  children: string
  onShowAll: () => void
}

/** The way from a search or filters that leave a list empty to the whole of it; nothing where they are not why. */
export function ShowAllButton({ isNarrowed, children, onShowAll }: ShowAllButtonProps) {
  if (!isNarrowed) return null
  return (
    <Button variant="default" onClick={onShowAll}>
      {children}
    </Button>
  )
}
