import { Textarea } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import * as v from 'valibot'
import { useBusyWhile } from '../browser/busy'
import { useWrittenInDialog } from './action-dialog'

/** Shown beside every text that blinded people of the trial may read, before it is sent. */
export const EVERYONE_READS = 'Everyone in the trial can read this. Do not name the study group.'

/**
 * A reason or comment while it is written, with its fault. As long as it is another text than the initial one, its dialog asks
 * before it closes and the page is not reloaded.
 */
export const useRequiredText = (schema: v.GenericSchema<string, string>, initial = '') => {
  const [text, setText] = useState(initial)
  const [isSubmitted, setIsSubmitted] = useState(false)
  useBusyWhile('form', text !== initial)
  useWrittenInDialog(text !== initial)
  const parsed = v.safeParse(schema, text)
  return {
    text,
    write: setText,
    /** Empty, or only spaces. */
    isMissing: text.trim() === '',
    fault: isSubmitted && !parsed.success ? parsed.issues[0].message : null,
    /** The text to send, or null: then its fault is shown. */
    read: (): string | null => {
      setIsSubmitted(true)
      return parsed.success ? parsed.output : null
    },
  }
}

type RequiredTextProps = {
  label: 'Reason' | 'Comment'
  description?: ReactNode
  text: ReturnType<typeof useRequiredText>
  /** The first field of its dialog. */
  isFirst?: boolean
}

/** The reason or comment that an action requires. */
export function RequiredText({ label, description, text, isFirst = false }: RequiredTextProps) {
  return (
    <Textarea
      label={label}
      description={description}
      required
      autosize
      minRows={2}
      maxLength={2000}
      data-autofocus={isFirst || undefined}
      value={text.text}
      error={text.fault}
      onChange={(event) => text.write(event.currentTarget.value)}
      onBlur={(event) => {
        // Leaving the field for the cancel button is no mistake.
        if (text.isMissing && event.relatedTarget === null) text.read()
      }}
    />
  )
}
