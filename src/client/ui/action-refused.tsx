import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useFailureInPlace } from '../api/raised-failure'
import { writeFailureWords } from '../app/write-failure-words'

type ActionRefusedProps = {
  /** What did not come about: "User creation failed". */
  title: string
  error: Error | null
  /** Fields whose fault is shown at the field itself. */
  shownFields?: readonly string[]
}

/** Why something was not done, in the server's words, above the form it was asked for in. */
export function ActionRefused({ title, error, shownFields = [] }: ActionRefusedProps) {
  const alert = useRef<HTMLDivElement>(null)
  // The button that was pressed was disabled meanwhile: the focus goes to the reason.
  useEffect(() => {
    if (error !== null) alert.current?.focus()
  }, [error])
  const failure = useFailureInPlace(error)
  if (failure === null) return null
  const fields = failure.kind === 'refused' ? Object.entries(failure.problem.fields ?? {}) : []
  const words = writeFailureWords(title, failure)
  const others = fields.filter(([field]) => !shownFields.includes(field))
  return (
    <Alert
      ref={alert}
      tabIndex={-1}
      role="alert"
      color="red"
      title={words.title}
      icon={<IconAlertTriangle aria-hidden="true" />}
    >
      {words.message}
      {others.length > 0 && (
        <ul>
          {others.map(([field, message]) => (
            <li key={field}>
              {fieldWords(field)}: {message}
            </li>
          ))}
        </ul>
      )}
    </Alert>
  )
}

/** The field of a request in words: "selected_timezone" is "Selected timezone". */
const fieldWords = (path: string): string => {
  const words = (path.split('.').at(-1) ?? path).replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
