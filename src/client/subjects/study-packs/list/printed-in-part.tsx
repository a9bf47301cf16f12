import { Text } from '@mantine/core'

/** Says on paper that not all packs of a very long list are printed. */
export function PrintedInPart({ drawn, rows }: { drawn: number; rows: number }) {
  if (drawn >= rows) return null
  return <Text className="print-only">Not all packs are printed. Export the list to have all of them.</Text>
}
