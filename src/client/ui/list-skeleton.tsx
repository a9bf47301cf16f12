import { Group, Skeleton, Stack } from '@mantine/core'
import { ROOM_FOR_BROAD_TABLES, useIsWide } from './use-is-wide'

type ListSkeletonProps = {
  /** How many columns the table has. */
  columns: number
  rows?: number
  /** Cards below 900 px, as the list itself. */
  isBroad?: boolean
}

/** The skeleton of a list, as a table or as cards. */
export function ListSkeleton({ columns, rows = 8, isBroad = false }: ListSkeletonProps) {
  const isWide = useIsWide(isBroad ? ROOM_FOR_BROAD_TABLES : undefined)
  const lines = Array.from({ length: rows }, (_, row) => row)
  if (!isWide) {
    return (
      <Stack gap="md" aria-hidden="true">
        {lines.map((row) => (
          <Skeleton key={row} height="6rem" />
        ))}
      </Stack>
    )
  }
  return (
    <Stack gap="md" py="sm" aria-hidden="true">
      {lines.map((row) => (
        <Group key={row} gap="xl" grow wrap="nowrap">
          {Array.from({ length: columns }, (_, column) => (
            <Skeleton key={column} height="1.75rem" />
          ))}
        </Group>
      ))}
    </Stack>
  )
}
