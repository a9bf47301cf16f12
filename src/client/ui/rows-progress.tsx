import type { RowProgress } from '#contract/row-count'
import { Progress, Stack, Text, VisuallyHidden } from '@mantine/core'
import { counted, formatNumber } from './format-number'

type RowsProgressProps = {
  rows: RowProgress | null
  /** What the bar stands for, for those who hear it. */
  label: string
  /** What a row is of, in the singular. */
  noun: string
}

/** How many rows have come or gone, as a bar with figures; nothing until it is known how many there will be. */
export function RowsProgress({ rows, label, noun }: RowsProgressProps) {
  return (
    <>
      {rows !== null && rows.of > 0 && (
        <Stack gap="xs" maw="40rem" mt="md">
          <Progress value={Math.floor((100 * rows.done) / rows.of)} size="md" color="petrol" aria-label={label} />
          <Text className="figures" ta="start">
            {formatNumber(rows.done)} of {counted(rows.of, noun)}
          </Text>
        </Stack>
      )}
      <VisuallyHidden aria-live="polite">{rows === null ? '' : quartersOf(rows, noun)}</VisuallyHidden>
    </>
  )
}

/** What is read out: by quarters, since nobody could listen to every figure. */
const quartersOf = ({ done, of }: RowProgress, noun: string): string => {
  const quarters = Math.floor((4 * done) / of)
  return quarters > 0 ? `${25 * quarters}% of ${counted(of, noun)}` : ''
}
