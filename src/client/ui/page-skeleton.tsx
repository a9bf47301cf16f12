import { Skeleton, Stack } from '@mantine/core'

type Block = readonly [height: string, width?: string]

/** A heading and a few lines. */
const ANY_PAGE: readonly Block[] = [['2.25rem', 'min(24rem, 80%)'], ['1rem', 'min(40rem, 95%)'], ['12rem']]

type PageSkeletonProps = {
  /** Its blocks from top to bottom, each as wide as the page unless it says otherwise. */
  blocks?: readonly Block[]
  maw?: string
}

/** The skeleton of a page, or of a part of one. */
export function PageSkeleton({ blocks = ANY_PAGE, maw = '100%' }: PageSkeletonProps) {
  return (
    <Stack gap="md" maw={maw} aria-hidden="true">
      {blocks.map(([height, width = '100%'], place) => (
        // oxlint-disable-next-line react/no-array-index-key -- blocks never move.
        <Skeleton key={place} height={height} width={width} />
      ))}
    </Stack>
  )
}
