import { flagParticipant } from '#contract/participants'
import { Textarea } from '@mantine/core'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import * as v from 'valibot'
import { useBusyWhile } from '../../../device/use-busy-while'
import { useWrittenInDialog } from '../../../ui/guarded-modal'

const { comment: commentSchema } = flagParticipant.body.entries

/** The state of a comment: its text, its fault, and whether it was submitted. */
export const useComment = () => {
  const [text, setText] = useState('')
  const [isAskedFor, setIsAskedFor] = useState(false)
  useBusyWhile('form', text !== '')
  useWrittenInDialog(text !== '')
  const parsed = v.safeParse(commentSchema, text)
  return {
    text,
    write: setText,
    /** Nothing but spaces was typed. */
    isMissing: text.trim() === '',
    fault: isAskedFor && !parsed.success ? parsed.issues[0].message : null,
    /** The comment to send, or null: then its fault is shown. */
    ask: (): string | null => {
      setIsAskedFor(true)
      return parsed.success ? parsed.output : null
    },
  }
}

type CommentFieldProps = {
  comment: ReturnType<typeof useComment>
  description: ReactNode
  /** The server's refusal, shown where the comment itself has no fault. */
  refusal: string | null
}

/** The required comment of every act on a participant, with the refusal of the act below it. */
export function CommentField({ comment, description, refusal }: CommentFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  // The pressed button was disabled meanwhile, so the focus goes to the reason.
  useEffect(() => {
    if (refusal !== null) field.current?.focus()
  }, [refusal])
  return (
    <Textarea
      ref={field}
      label="Comment"
      description={description}
      required
      autosize
      minRows={2}
      maxLength={2000}
      data-autofocus
      value={comment.text}
      error={comment.fault ?? refusal}
      onChange={(event) => comment.write(event.currentTarget.value)}
      onBlur={(event) => {
        // Leaving the field for the cancel button is no mistake.
        if (comment.isMissing && event.relatedTarget === null) comment.ask()
      }}
    />
  )
}
