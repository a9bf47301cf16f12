import { Skeleton, Stack } from '@mantine/core'

/** The skeleton of a page of unknown kind: a heading and a few lines. */
export function PageSkeleton() {
  return (
    <Stack gap="md" aria-hidden="true">
      <Skeleton height="2.25rem" width="min(24rem, 80%)" />
      <Skeleton height="1rem" width="min(40rem, 95%)" />
      <Skeleton height="12rem" />
    </Stack>
  )
}
