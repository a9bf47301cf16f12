import { FILTER_STATUS_KEYS, TRIAL_STATUSES, trialStatusOfKey, type TrialStatusKey } from '#domain/trials/trial-status'
import { Checkbox, Group, Stack } from '@mantine/core'
import { SearchField } from '../../../ui/search-field'
import classes from './trial-filters.module.css'

type TrialFiltersProps = {
  q: string
  status: readonly TrialStatusKey[]
  onSearch: (q: string) => void
  onStatus: (status: TrialStatusKey[]) => void
}

/** Narrows the trial list by text and status: by those that the filter offers, and by any other that the address asks for. */
export function TrialFilters({ q, status, onSearch, onStatus }: TrialFiltersProps) {
  const offered = TRIAL_STATUSES.map(({ key }) => key).filter(
    (key) => FILTER_STATUS_KEYS.some((one) => one === key) || status.includes(key),
  )
  const toggle = (key: TrialStatusKey) => onStatus(offered.filter((one) => status.includes(one) !== (one === key)))
  return (
    <Stack gap="xs" className={classes['filters']}>
      <SearchField label="Search" placeholder="Enter trial name or ID..." value={q} onSearch={onSearch} />
      <fieldset className={classes['statuses']}>
        <legend>Status</legend>
        <Group gap="0 1.5rem">
          {offered.map((key) => (
            <Checkbox
              key={key}
              label={trialStatusOfKey(key)?.name}
              checked={status.includes(key)}
              onChange={() => toggle(key)}
            />
          ))}
        </Group>
      </fieldset>
    </Stack>
  )
}
