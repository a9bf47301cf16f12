import { lastAllocationDate } from '#domain/study-packs/study-pack'
import { parseDuration, parseExpiry } from '#domain/study-packs/study-pack-selection'
import { Checkbox, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { DayInput, NO_DAY } from '../../../ui/day-input'
import { counted } from '../../../ui/format-number'
import { formatDay } from '../../../ui/format-time'
import { readDay } from '../../../ui/read-day'
import { useWrittenInDialog } from '../../../action/action-dialog'
import { useBusyWhile } from '../../../browser/busy'
import type { PackFromServerOrStore } from '../pack-from-server-or-store'

type Expiration = { expire_on: string | null; duration: number | null }

/**
 * A field while it is typed; untouched, it has the value that all packs share. Where they differ it is empty, and undecided until
 * something is typed or it is cleared for all: an untouched field must not clear what differs.
 */
const useFieldOfAll = (shared: string | undefined) => {
  const [typed, setTyped] = useState<string | null>(null)
  const [isCleared, setCleared] = useState(false)
  const text = typed ?? shared ?? ''
  return {
    text,
    isCleared,
    differs: shared === undefined,
    isUndecided: shared === undefined && text.trim() === '' && !isCleared,
    isWritten: text !== (shared ?? '') || isCleared,
    write: (written: string) => {
      // Where the packs differ, an emptied field is an untouched one.
      setTyped(shared === undefined && written.trim() === '' ? null : written)
      setCleared(false)
    },
    clear: (cleared: boolean) => {
      setTyped(cleared ? '' : null)
      setCleared(cleared)
    },
  }
}

/** Expiry date and duration of packs while they are typed; what is typed stays where packs are left out. */
export const useExpiration = (packs: readonly PackFromServerOrStore[]) => {
  const date = useFieldOfAll(sameFor(packs, ({ expire_on }) => expire_on ?? ''))
  const duration = useFieldOfAll(sameFor(packs, (pack) => String(pack.duration ?? '')))
  const isWritten = date.isWritten || duration.isWritten
  useBusyWhile('form', isWritten)
  useWrittenInDialog(isWritten)
  const isNoDay = date.text !== '' && readDay(date.text) === null
  const typed: Expiration = {
    expire_on: isNoDay ? null : parseExpiry(date.text),
    duration: parseDuration(duration.text),
  }
  const isUndecided = date.isUndecided || duration.isUndecided
  return {
    date,
    duration,
    isNoDay,
    isUndecided,
    typed,
    /** The values to send; null while the typed text is no date, which is not a blank, or a field is undecided. */
    read: (): Expiration | null => (isNoDay || isUndecided ? null : typed),
  }
}

const UNDECIDED =
  'These packs differ. Enter one value for all, clear it for all, or change packs of one value at a time'

type ExpirationFieldsProps = {
  expiration: ReturnType<typeof useExpiration>
  /** Whether the form was sent, so that undecided fields are at fault. */
  isSubmitted: boolean
}

/** The new expiry date and duration of packs, and their effect. */
export function ExpirationFields({ expiration, isSubmitted }: ExpirationFieldsProps) {
  const { date, duration, isNoDay, isUndecided, typed } = expiration
  const undecided = (field: { isUndecided: boolean }) => (isSubmitted && field.isUndecided ? UNDECIDED : null)
  return (
    <>
      {(date.differs || duration.differs) && (
        <Text c="amber">The selected packs differ now. What you enter here will apply to all of them.</Text>
      )}
      <Group gap="md" align="flex-start" grow>
        <DayInput
          label="Expiry date"
          data-autofocus
          value={date.text}
          error={isNoDay ? NO_DAY : undecided(date)}
          onChange={date.write}
        />
        <TextInput
          label="Duration (days)"
          inputMode="numeric"
          maxLength={12}
          value={duration.text}
          error={undecided(duration)}
          onChange={(event) => duration.write(event.currentTarget.value)}
        />
      </Group>
      <ClearOfAll field={date} label="Clear the expiry date of all these packs" />
      <ClearOfAll field={duration} label="Clear the duration of all these packs" />
      {/* Always there: a live region that appears with its text is not read out. */}
      <Text aria-live="polite">{!isUndecided && <LastDay typed={typed} />}</Text>
    </>
  )
}

function LastDay({ typed }: { typed: Expiration }) {
  const last = lastAllocationDate(typed)
  if (last === null) return 'Without an expiry date the packs never expire.'
  return (
    <>
      Last possible allocation date: <strong>{formatDay(last)}</strong>
      {typed.duration !== null && ` (duration ${counted(typed.duration, 'day')})`}
    </>
  )
}

function ClearOfAll({ field, label }: { field: ReturnType<typeof useFieldOfAll>; label: string }) {
  if (!field.differs) return null
  return (
    <Checkbox label={label} checked={field.isCleared} onChange={(event) => field.clear(event.currentTarget.checked)} />
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
