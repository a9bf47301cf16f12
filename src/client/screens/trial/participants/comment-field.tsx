import { flagParticipant } from '#contract/participants'
import { Textarea } from '@mantine/core'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import * as v from 'valibot'
import { useBusyWhile } from '../../../app/update/use-busy-while'
import { useWrittenInDialog } from '../../../ui/guarded-modal'

const { comment: commentSchema } = flagParticipant.body.entries

/** A comment while it is written: its text, why it cannot be sent yet, and whether it has been asked for. */
export const useComment = () => {
  const [text, setText] = useState('')
  const [isAskedFor, setIsAskedFor] = useState(false)
  useBusyWhile('form', text !== '')
  useWrittenInDialog(text !== '')
  const parsed = v.safeParse(commentSchema, text)
  return {
    text,
    write: setText,
    /** Nothing was written but spaces. */
    isMissing: text.trim() === '',
    fault: isAskedFor && !parsed.success ? parsed.issues[0].message : null,
    /** The comment as it is sent, or null: then its fault shows. */
    ask: (): string | null => {
      setIsAskedFor(true)
      return parsed.success ? parsed.output : null
    },
  }
}

type CommentFieldProps = {
  comment: ReturnType<typeof useComment>
  description: ReactNode
  /** Why the server refused, shown where the comment itself has no fault. */
  refusal: string | null
}

/** The comment that every act about a participant needs; what stands against the act shows under it. */
export function CommentField({ comment, description, refusal }: CommentFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  // The button that was pressed was disabled meanwhile: the focus goes to the reason.
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
        // Leaving it for the way out is no mistake.
        if (comment.isMissing && event.relatedTarget === null) comment.ask()
      }}
    />
  )
}
