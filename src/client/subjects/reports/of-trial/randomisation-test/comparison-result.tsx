import type { TestResult } from '#contract/randomisation-tests'
import { areManyLeftOut } from '#domain/reports/randomisation-test'
import { Alert, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { Announced } from '../../../../ui/announced'
import { atFirstUse } from '../../../../ui/at-first-use'
import { Definitions } from '../../../../ui/definitions'
import { counted, formatNumber } from '../../../../ui/format-number'

/** The p-value with its Monte-Carlo standard error, and all that it was made of. */
export function ComparisonResult({ result }: { result: TestResult }) {
  const { groups, compared, difference, p_value, standard_error, as_extreme, replicates, left_out, missing } = result
  const [first, second] = groups
  const mean = compared === 'means' ? 'Mean' : 'Proportion'
  return (
    <Announced>
      <Stack gap="xs">
        <Alert color="petrol" icon={<IconCircleCheck aria-hidden="true" />} title={`p = ${figure(p_value)}`}>
          Two-sided. Monte-Carlo standard error {figure(standard_error)}. Calculated as (1 + {formatNumber(as_extreme)})
          / (1 + {formatNumber(replicates)}).
        </Alert>
        <Definitions
          items={[
            [
              `${mean}, ${first.study_group.name}`,
              `${figure(first.mean)} (${counted(first.participants, 'participant')})`,
            ],
            [
              `${mean}, ${second.study_group.name}`,
              `${figure(second.mean)} (${counted(second.participants, 'participant')})`,
            ],
            ['Difference', figure(difference)],
            ['Missing outcomes, left out', formatNumber(missing)],
          ]}
        />
        <LeftOut replicates={replicates} left_out={left_out} />
      </Stack>
    </Announced>
  )
}

/** Replicates that no difference could be calculated from; with a warning where they are many. */
function LeftOut({ replicates, left_out }: Pick<TestResult, 'replicates' | 'left_out'>) {
  if (left_out === 0) return null
  const words = `${counted(left_out, 'replicate')} left out: one of the two groups had no outcome.`
  if (!areManyLeftOut({ replicates, left_out })) return <Text>{words}</Text>
  return (
    <Alert color="amber" icon={<IconAlertTriangle aria-hidden="true" />} title="Many replicates were left out">
      {words} The p-value holds only for draws in which both groups have an outcome. The smallest possible p-value is{' '}
      {figure(1 / (1 + replicates))}.
    </Alert>
  )
}

/** Five significant digits, or three decimals where these are more: a mean of 1,234,567 is not 1,234,600. */
const precise = atFirstUse(
  () =>
    new Intl.NumberFormat('en-GB', {
      maximumSignificantDigits: 5,
      maximumFractionDigits: 3,
      roundingPriority: 'morePrecision',
    }),
)

const figure = (value: number): string => precise().format(value)
