import { lastAllocationDate } from '#domain/study-packs/study-pack'
import { parseDuration, parseExpiry } from '#domain/study-packs/study-pack-selection'
import { Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { DayInput, NO_DAY } from '../../../ui/day-input'
import { counted } from '../../../ui/format-number'
import { formatDay } from '../../../ui/format-time'
import { readDay } from '../../../ui/read-day'
import { useWrittenInDialog } from '../../../action/action-dialog'
import { useBusyWhile } from '../../../browser/busy'
import type { PackFromServerOrStore } from '../pack-from-server-or-store'

type Expiration = { expire_on: string | null; duration: number | null }

/** Expiry date and duration while they are typed; they begin with the values that all packs share. */
export const useExpiration = (packs: readonly PackFromServerOrStore[]) => {
  const [was] = useState(() => ({
    date: sameFor(packs, ({ expire_on }) => expire_on ?? '') ?? '',
    duration: sameFor(packs, (pack) => String(pack.duration ?? '')) ?? '',
  }))
  const [date, setDate] = useState(was.date)
  const [duration, setDuration] = useState(was.duration)
  const [differs] = useState(
    () =>
      sameFor(packs, ({ expire_on }) => expire_on) === undefined ||
      sameFor(packs, (pack) => pack.duration) === undefined,
  )
  const isWritten = date !== was.date || duration !== was.duration
  useBusyWhile('form', isWritten)
  useWrittenInDialog(isWritten)
  const isNoDay = date !== '' && readDay(date) === null
  const typed: Expiration = { expire_on: isNoDay ? null : parseExpiry(date), duration: parseDuration(duration) }
  return {
    date,
    duration,
    isNoDay,
    /** Whether the packs have different dates or durations now. */
    differs,
    typed,
    writeDate: setDate,
    writeDuration: setDuration,
    /** The values to send; null while the typed text is no date, which is not a blank. */
    read: (): Expiration | null => (isNoDay ? null : typed),
  }
}

/** The new expiry date and duration of packs, and their effect. */
export function ExpirationFields({ expiration }: { expiration: ReturnType<typeof useExpiration> }) {
  const { date, duration, isNoDay, differs, typed } = expiration
  const last = lastAllocationDate(typed)
  return (
    <>
      {differs && <Text c="amber">The selected packs differ now. What you enter here will apply to all of them.</Text>}
      <Group gap="md" align="flex-start" grow>
        <DayInput
          label="Expiry date"
          data-autofocus
          value={date}
          error={isNoDay ? NO_DAY : null}
          onChange={expiration.writeDate}
        />
        <TextInput
          label="Duration (days)"
          inputMode="numeric"
          maxLength={12}
          value={duration}
          onChange={(event) => expiration.writeDuration(event.currentTarget.value)}
        />
      </Group>
      <Text aria-live="polite">
        {last === null ? (
          'Without an expiry date the packs never expire.'
        ) : (
          <>
            Last possible allocation date: <strong>{formatDay(last)}</strong>
            {typed.duration !== null && ` (duration ${counted(typed.duration, 'day')})`}
          </>
        )}
      </Text>
    </>
  )
}

/** The value that all packs share, or undefined where they differ. */
const sameFor = <Value,>(
  packs: readonly PackFromServerOrStore[],
  valueOf: (pack: PackFromServerOrStore) => Value,
): Value | undefined => {
  const [first, ...rest] = new Set(packs.map(valueOf))
  return rest.length === 0 ? first : undefined
}
