import { Skeleton, Stack } from '@mantine/core'

/** What stands here while the trial, the participant or the pack is fetched. */
export function DispenseSkeleton() {
  return (
    <Stack gap="lg" maw="44rem" aria-hidden="true">
      <Skeleton height="2.25rem" width="16rem" />
      <Skeleton height="4rem" />
      <Skeleton height="4rem" width="14rem" />
    </Stack>
  )
}
