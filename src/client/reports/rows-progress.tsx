import type { RowProgress } from '#contract/row-count'
import { Progress, Stack, Text, VisuallyHidden } from '@mantine/core'
import { counted, formatNumber } from '../ui/format-number'

/** How many participants of a report have come, as a bar with figures; nothing until it is known how many there will be. */
export function RowsProgress({ rows }: { rows: RowProgress | null }) {
  return (
    <>
      {rows !== null && rows.of > 0 && (
        <Stack gap="xs" maw="40rem" mt="md">
          <Progress
            value={Math.floor((100 * rows.done) / rows.of)}
            size="md"
            color="petrol"
            aria-label="Participants in the report"
          />
          <Text className="figures" ta="start">
            {formatNumber(rows.done)} of {counted(rows.of, 'participant')}
          </Text>
        </Stack>
      )}
      <VisuallyHidden aria-live="polite">{rows === null ? '' : quartersOf(rows)}</VisuallyHidden>
    </>
  )
}

/** What is read out: by quarters, since nobody could listen to every figure. */
const quartersOf = ({ done, of }: RowProgress): string => {
  const quarters = Math.floor((4 * done) / of)
  return quarters > 0 ? `${25 * quarters}% of ${counted(of, 'participant')}` : ''
}
