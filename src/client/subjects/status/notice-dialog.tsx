import { createNotice } from '#contract/notices'
import { Checkbox, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ActionDialog, type OpenDialog } from '../../action/action-dialog'
import { ActionForm } from '../../action/action-form'
import { ActionRefused } from '../../action/action-refused'
import { useAction } from '../../action/use-action'
import { DayInput } from '../../ui/day-input'

/** Asks for the words of a notice, and its first and last moment. */
export function NoticeDialog(dialog: OpenDialog) {
  return (
    <ActionDialog {...dialog} title="Write a notice">
      <NoticeForm onDone={dialog.onClose} />
    </ActionDialog>
  )
}

function NoticeForm({ onDone }: { onDone: () => void }) {
  const [text, setText] = useState('')
  const [from, setFrom] = useState({ day: '', time: '00:00' })
  const [until, setUntil] = useState({ day: '', time: '23:59' })
  const [isOnSignIn, setOnSignIn] = useState(true)
  const shown_from = momentOf(from)
  const shown_until = momentOf(until)
  const isReversed = shown_from !== null && shown_until !== null && shown_until <= shown_from
  const create = useAction(
    createNotice,
    (body: { text: string; shown_from: string; shown_until: string; is_on_sign_in: boolean }) => ({ body }),
    { onDone },
  )
  return (
    <ActionForm
      action={create}
      refusal={<ActionRefused title="The notice was not written" error={create.error} />}
      button="Show this notice"
      isDisabled={text.trim() === '' || shown_from === null || shown_until === null || isReversed}
      needsServer="viewStatus"
      onSubmit={() => {
        if (shown_from === null || shown_until === null) return
        create.mutate({ text, shown_from, shown_until, is_on_sign_in: isOnSignIn })
      }}
    >
      <Text>Everyone who is signed in sees it as one line, and may dismiss it.</Text>
      <TextInput
        label="Notice"
        description="One or two short sentences. Say when, and what people cannot do meanwhile."
        required
        maxLength={200}
        data-autofocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Text size="sm">
        Times are by the clock of this device, in {new Intl.DateTimeFormat().resolvedOptions().timeZone}.
      </Text>
      <Moment label="Shown from" value={from} onChange={setFrom} />
      <Moment
        label="Shown until"
        value={until}
        onChange={setUntil}
        error={isReversed ? 'Must be after the beginning' : undefined}
      />
      <Checkbox
        label="Also on the sign-in page"
        description="Strangers can read it there."
        checked={isOnSignIn}
        onChange={(event) => setOnSignIn(event.currentTarget.checked)}
      />
    </ActionForm>
  )
}

type MomentProps = {
  label: string
  value: { day: string; time: string }
  onChange: (value: { day: string; time: string }) => void
  error?: string | undefined
}

/** A day and a time by the clock of this device. */
function Moment({ label, value, onChange, error }: MomentProps) {
  return (
    <Group align="flex-start" gap="sm" wrap="nowrap">
      <DayInput
        label={label}
        required
        flex="2 1 0"
        value={value.day}
        error={error}
        onChange={(day) => onChange({ ...value, day })}
      />
      <TextInput
        label="Time"
        aria-label={`${label}, time`}
        required
        flex="1 1 0"
        placeholder="14:30"
        value={value.time}
        error={momentOf({ day: '2026-01-01', time: value.time }) === null ? 'Such as 14:30' : undefined}
        onChange={(event) => onChange({ ...value, time: event.currentTarget.value })}
      />
    </Group>
  )
}

/** A day, `YYYY-MM-DD`, and a time, `HH:MM`, by the clock of this device as an instant in UTC; null where either is none. */
const momentOf = ({ day, time }: { day: string; time: string }): string | null => {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || !/^([01]\d|2[0-3]):[0-5]\d$/.test(time.trim())) return null
  const at = new Date(`${day}T${time.trim()}:00`)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}
