import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import { useId } from '@mantine/hooks'
import { IconCalendar } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import classes from './day-input.module.css'
import { formatDay } from './format-time'
import { readDay } from './read-day'

type DayInputProps = Omit<TextInputProps, 'type' | 'value' | 'onChange'> & {
  /** `YYYY-MM-DD`, an empty text, or an invalid text as it was typed; set by the form. */
  value?: string
  onChange: (value: string) => void
}

/** The message at a field with an invalid date. */
export const NO_DAY = 'Enter a date such as 12 Jan 2026 or 12/01/2026'

/**
 * A date, typed in the portal's format or chosen in the browser's calendar. An invalid text stays in the field and is passed to
 * the form, since it must not count as empty.
 */
export function DayInput({ value = '', onChange, error, readOnly = false, ...input }: DayInputProps) {
  const [text, setText] = useState(() => shown(value))
  const [seen, setSeen] = useState(value)
  const [isLeft, setIsLeft] = useState(true)
  const calendar = useRef<HTMLInputElement>(null)
  const id = useId(input.id)
  if (value !== seen) {
    setSeen(value)
    if (dayFrom(text) !== value) setText(shown(value))
  }
  const isNoDay = isLeft && text.trim() !== '' && readDay(text) === null
  return (
    <TextInput
      placeholder="day month year"
      autoComplete="off"
      {...input}
      id={id}
      readOnly={readOnly}
      value={text}
      error={isNoDay ? NO_DAY : error}
      onFocus={() => setIsLeft(false)}
      onBlur={() => {
        setIsLeft(true)
        setText(shown(value))
      }}
      onChange={(event) => {
        setText(event.currentTarget.value)
        onChange(dayFrom(event.currentTarget.value))
      }}
      rightSectionWidth="2.75rem"
      rightSection={
        <>
          <input
            ref={calendar}
            type="date"
            className={classes['calendar']}
            tabIndex={-1}
            aria-hidden="true"
            value={readDay(value) ?? ''}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          <ActionIcon
            variant="subtle"
            aria-label="Open the calendar"
            // Mantine's id of the label: a form has several days.
            aria-describedby={`${id}-label`}
            disabled={readOnly}
            onClick={() => calendar.current?.showPicker()}
          >
            <IconCalendar size={20} aria-hidden="true" />
          </ActionIcon>
        </>
      }
    />
  )
}

const dayFrom = (text: string): string => readDay(text) ?? text.trim()

const shown = (value: string): string => {
  const day = readDay(value)
  return day === null ? value : formatDay(day)
}
