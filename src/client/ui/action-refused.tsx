import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { messageOf } from '../api/failure'
import { useFailureInPlace } from '../api/raised-failure'

type ActionRefusedProps = {
  /** What did not come about: "User creation failed". */
  title: string
  error: Error | null
  /** Fields whose fault is shown at the field itself. */
  shownFields?: readonly string[]
}

/** Why something was not done, in the server's words, above the form it was asked for in (specification 001, section 8). */
export function ActionRefused({ title, error, shownFields = [] }: ActionRefusedProps) {
  const alert = useRef<HTMLDivElement>(null)
  // The button that was pressed was disabled meanwhile: the focus goes to the reason.
  useEffect(() => {
    if (error !== null) alert.current?.focus()
  }, [error])
  const failure = useFailureInPlace(error)
  if (failure === null) return null
  const fields = failure.kind === 'refused' ? Object.entries(failure.problem.fields ?? {}) : []
  const others = fields.filter(([field]) => !shownFields.includes(field))
  return (
    <Alert
      ref={alert}
      tabIndex={-1}
      role="alert"
      color="red"
      title={title}
      icon={<IconAlertTriangle aria-hidden="true" />}
    >
      {messageOf(failure)}
      {others.length > 0 && (
        <ul>
          {others.map(([field, message]) => (
            <li key={field}>
              {field}: {message}
            </li>
          ))}
        </ul>
      )}
    </Alert>
  )
}
