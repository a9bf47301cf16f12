import type { OwnAllocationList } from '#contract/allocation-lists'
import { FACTORIAL_LEVELS } from '#domain/trials/trial-methods'
import { Text } from '@mantine/core'
import { formatNumber } from '../../../ui/format-number'

/** What each column of the file holds, in the names of the trial. */
export function ListColumns({ list }: { list: OwnAllocationList }) {
  const { sites, strata, study_groups, is_factorial, places } = list
  const open = study_groups.filter(({ weight }) => weight > 0)
  const [first, second] = is_factorial
    ? FACTORIAL_LEVELS.map((factor) => open.filter(({ factorial_level }) => factorial_level === factor))
    : [open]
  const named = (groups: typeof open = []) => groups.map(({ name, weight }) => `${name} (weight ${weight})`).join(', ')
  return (
    <div>
      <Text>
        Upload a CSV file with one row for each place, sealed: no one can read it afterwards. Its columns are:
      </Text>
      <ul>
        {sites.length > 0 && (
          <li>
            <code>site</code>: {sites.join(', ')}
          </li>
        )}
        {strata.map(({ name, options }, place) => (
          <li key={name}>
            <code>stratum {place + 1}</code>: {name}, one of {options.join(', ')}
          </li>
        ))}
        <li>
          <code>position</code>: the place within its stratum, from {formatNumber(places[0]?.next_position ?? 1)}
        </li>
        <li>
          <code>group</code>: {named(first)}
        </li>
        {is_factorial && (
          <li>
            <code>group 2</code>: {named(second)}
          </li>
        )}
      </ul>
      <Text>
        {places.length === 1
          ? `The list needs ${formatNumber(places[0]?.fewest_rows ?? 0)} rows or more.`
          : `There are ${formatNumber(places.length)} strata. Each needs ${formatNumber(places[0]?.fewest_rows ?? 0)} rows or more.`}
      </Text>
    </div>
  )
}
