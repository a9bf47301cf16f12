import { Button } from '@mantine/core'
import { EmptyState } from './empty-state'

/** The title where a page is past the end of the list. */
export const PAST_THE_END = 'There are no results on this page. Go back to an earlier one.'

/** The texts of a list without rows. */
export type EmptyListTexts = {
  /** "No trials found" */
  title: string
  /** The future content of the list, and who adds it. */
  empty: string
  /** The text where a search or a filter leaves no row. */
  narrowed: string
  /** "Show all trials": the button that clears them; none where another button on the screen does. */
  showAll?: string | undefined
}

type EmptyListProps = {
  texts: EmptyListTexts
  isNarrowed: boolean
  onShowAll: () => void
  /** Goes to the last page, where the page is past the end; null where the list itself is empty. */
  onLastPage?: (() => void) | null
}

/** A list without rows: its future content, or the way back to the other rows. */
export function EmptyList({ texts, isNarrowed, onShowAll, onLastPage = null }: EmptyListProps) {
  if (onLastPage !== null) {
    return (
      <EmptyState title={texts.title} action={<Button onClick={onLastPage}>Go to the last page</Button>}>
        {PAST_THE_END}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title={texts.title}
      action={
        isNarrowed &&
        texts.showAll !== undefined && (
          <Button variant="default" onClick={onShowAll}>
            {texts.showAll}
          </Button>
        )
      }
    >
      {isNarrowed ? texts.narrowed : texts.empty}
    </EmptyState>
  )
}
