import { Alert } from '@mantine/core'
import { IconClockExclamation } from '@tabler/icons-react'
import { useConnectionState } from './use-connection'
import { WHY_OLD } from './connection-pill'
import { useAgeWords } from './use-age-words'

/** Says that the content below is stored, and how old it is. `asOf` is in milliseconds since the epoch. */
export function AgeNotice({ asOf }: { asOf: number }) {
  const connectionState = useConnectionState()
  const age = useAgeWords(asOf)
  return (
    <Alert color="amber" mb="md" py="xs" icon={<IconClockExclamation aria-hidden="true" />}>
      {WHY_OLD[connectionState]} Last updated {age}.
    </Alert>
  )
}
