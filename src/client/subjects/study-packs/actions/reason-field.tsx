import { reason as reasonSchema } from '#contract/fields'
import { Textarea } from '@mantine/core'
import { useState } from 'react'
import * as v from 'valibot'
import { useBusyWhile } from '../../../device/use-busy-while'
import { useWrittenInDialog } from '../../../ui/guarded-modal'
import { EVERYONE_READS } from '../../../ui/who-reads'

/**
 * A reason while it is written: its text, why it cannot be sent yet, and whether it has been asked for. While it stands there, the dialog
 * around it is not closed by the way, nor the page loaded again; `isMoreWritten` where that holds without it.
 */
export const useReason = (isMoreWritten = false) => {
  const [text, setText] = useState('')
  const [isAskedFor, setIsAskedFor] = useState(false)
  const isWritten = isMoreWritten || text !== ''
  useBusyWhile('form', isWritten)
  useWrittenInDialog(isWritten)
  const parsed = v.safeParse(reasonSchema, text)
  return {
    text,
    write: setText,
    /** Nothing was written but spaces. */
    isMissing: text.trim() === '',
    fault: isAskedFor && !parsed.success ? parsed.issues[0].message : null,
    /** The reason as it is sent, or null: then its fault shows. */
    ask: (): string | null => {
      setIsAskedFor(true)
      return parsed.success ? parsed.output : null
    },
  }
}

type ReasonFieldProps = {
  reason: ReturnType<typeof useReason>
  isHeld: boolean
  /** Whether nothing else is asked before it, so that the prompt begins here. */
  isFirst: boolean
}

/** The reason that every action on packs needs. */
export function ReasonField({ reason, isHeld, isFirst }: ReasonFieldProps) {
  return (
    <Textarea
      label="Reason"
      description={EVERYONE_READS}
      required
      autosize
      minRows={2}
      maxLength={2000}
      data-autofocus={isFirst || undefined}
      readOnly={isHeld}
      value={reason.text}
      error={reason.fault}
      onChange={(event) => reason.write(event.currentTarget.value)}
      onBlur={(event) => {
        // Leaving it for another field or the way out is no mistake.
        if (reason.isMissing && event.relatedTarget === null) reason.ask()
      }}
    />
  )
}
