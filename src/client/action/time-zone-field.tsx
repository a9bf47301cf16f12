import { NativeSelect, Text, type NativeSelectProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOf, messageOf } from '../api/failure'
import { timeDisplayQuery, timezonesQuery } from '../api/user-queries'

/** The first choice among time zones, and the text for a person without one. */
export const NO_TIME_ZONE = '<No time zone set>'

/** The choices of a time zone: none, the present one even if unsupported, and every supported one. */
export const timeZoneChoices = (supported: readonly string[], present: string | null) => [
  { value: '', label: NO_TIME_ZONE },
  ...(present === null || supported.includes(present) ? [] : [present]).map((zone) => ({ value: zone, label: zone })),
  ...supported.map((zone) => ({ value: zone, label: zone })),
]

type TimeZoneFieldProps = Omit<NativeSelectProps, 'label' | 'value' | 'data' | 'defaultValue' | 'onChange'> & {
  /** The present zone; null: none. */
  defaultValue?: string | null
  onChange: (zone: string | null) => void
}

/** The zone in which a person is shown times, with its present local time. */
export function TimeZoneField({ defaultValue = null, onChange, error, ...input }: TimeZoneFieldProps) {
  // The saved zone stays among the choices while others are tried.
  const [present] = useState(defaultValue)
  const [zone, setZone] = useState(defaultValue)
  const zones = useQuery(timezonesQuery)
  const failure = failureOf(zones.error)
  return (
    <div>
      <NativeSelect
        {...input}
        label="Time zone"
        value={zone ?? ''}
        data={timeZoneChoices(zones.data?.data ?? [], present)}
        error={error ?? (failure === null ? undefined : `The time zones could not be loaded: ${messageOf(failure)}`)}
        onChange={(event) => {
          const chosen = event.currentTarget.value === '' ? null : event.currentTarget.value
          setZone(chosen)
          onChange(chosen)
        }}
      />
      {zone !== null && <TimePreview zone={zone} />}
    </div>
  )
}

/** How often the shown time is updated, in milliseconds: it has minutes. */
const SHOWN_AGAIN_EVERY_MS = 20_000

/** The present local time of a zone. */
export function TimePreview({ zone }: { zone: string }) {
  const { data } = useQuery({ ...timeDisplayQuery(zone), refetchInterval: SHOWN_AGAIN_EVERY_MS })
  return (
    <Text c="dimmed" mt="0.25rem" mih="1.5em">
      {data !== undefined && `Current time: ${data.time}`}
    </Text>
  )
}
