import { Alert } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { IconClockExclamation } from '@tabler/icons-react'
import { useState } from 'react'
import { ageWords } from '../../ui/age-words'
import { useConnectionState } from './use-connection'
import { WHY_OLD } from './connection-pill'

/** The interval at which the age is updated, in milliseconds. */
const TOLD_EVERY_MS = 20_000

/** Says that the content below is stored, and how old it is. `asOf` is in milliseconds since the epoch. */
export function AgeNotice({ asOf }: { asOf: number }) {
  const connectionState = useConnectionState()
  const [now, setNow] = useState(Date.now)
  useInterval(() => setNow(Date.now()), TOLD_EVERY_MS, { autoInvoke: true })
  return (
    <Alert color="amber" mb="md" py="xs" icon={<IconClockExclamation aria-hidden="true" />}>
      {WHY_OLD[connectionState]} Last updated {ageWords(asOf, now)}.
    </Alert>
  )
}
