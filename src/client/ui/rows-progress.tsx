import type { RowProgress } from '#contract/row-count'
import { Progress, Stack, Text, VisuallyHidden } from '@mantine/core'
import { counted, formatNumber } from './format-number'

type RowsProgressProps = {
  rows: RowProgress | null
  /** The name of the bar for screen readers. */
  label: string
  /** The noun for a row, in the singular. */
  noun: string
}

/** The number of received or sent rows, as a bar with figures; nothing until the total is known. */
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

/** The announced progress: by quarters, since every figure would be too much to listen to. */
const quartersOf = ({ done, of }: RowProgress, noun: string): string => {
  const quarters = Math.floor((4 * done) / of)
  return quarters > 0 ? `${25 * quarters}% of ${counted(of, noun)}` : ''
}
