import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useFailureInPlace } from '../api/raised-failure'
import { fieldName } from '../ui/field-name'
import { writeFailureWords } from '../api/write-failure-words'

type ActionRefusedProps = {
  /** The title of the failure: "User creation failed". */
  title: string
  error: unknown
  /** Fields that show their own faults. */
  shownFields?: readonly string[]
}

/** Why an action failed, in the server's words, beside its form. */
export function ActionRefused({ title, error, shownFields = [] }: ActionRefusedProps) {
  const failure = useFailureInPlace(error)
  if (failure === null) return null
  const fields = failure.kind === 'refused' ? Object.entries(failure.problem.fields ?? {}) : []
  const text = writeFailureWords(title, failure)
  const others = fields.filter(([field]) => !shownFields.includes(field))
  return (
    <Refused title={text.title} cause={error}>
      {text.message}
      {others.length > 0 && (
        <ul>
          {others.map(([field, message]) => (
            <li key={field}>
              {fieldWords(field)}: {message}
            </li>
          ))}
        </ul>
      )}
    </Refused>
  )
}

type RefusedProps = {
  title?: string
  /** Amber where the person may go on all the same. */
  tone?: 'red' | 'amber'
  /** The last refusal. A new one takes the focus again. */
  cause: unknown
  children: ReactNode
}

/** An alert that takes the focus: the pressed button was disabled meanwhile. */
export function Refused({ title, tone = 'red', cause, children }: RefusedProps) {
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (cause !== null) alert.current?.focus()
  }, [cause])
  return (
    <Alert
      ref={alert}
      tabIndex={-1}
      role="alert"
      color={tone}
      title={title}
      icon={<IconAlertTriangle aria-hidden="true" />}
    >
      {children}
    </Alert>
  )
}

/** The label of a field of a request by its path. */
const fieldWords = (path: string): string => {
  const text = fieldName(path.split('.').at(-1) ?? path)
  return text.charAt(0).toUpperCase() + text.slice(1)
}
