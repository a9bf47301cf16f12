import { Alert } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { IconClockExclamation } from '@tabler/icons-react'
import { useState } from 'react'
import { ageWords } from './age-words'
import type { ConnectionFace } from './connection'
import { useConnectionFace } from './use-connection'

/** How often the age is told anew, in milliseconds. */
const TOLD_EVERY_MS = 20_000

/** Says that what stands below is not what the server says now, and how old it is. `asOf` is in milliseconds since the epoch. */
export function AgeNotice({ asOf }: { asOf: number }) {
  const face = useConnectionFace()
  const [now, setNow] = useState(Date.now)
  useInterval(() => setNow(Date.now()), TOLD_EVERY_MS, { autoInvoke: true })
  return (
    <Alert color="amber" mb="md" py="xs" icon={<IconClockExclamation aria-hidden="true" />}>
      {WHY_OLD[face]} What you see is as of {ageWords(asOf, now)}.
    </Alert>
  )
}

/** Why it is not what the server says now. */
export const WHY_OLD: Record<ConnectionFace, string> = {
  online: 'The server has not answered yet.',
  degraded: 'The connection is slow, and the server has not answered yet.',
  offline: 'The server cannot be reached.',
  intercepted: 'The server cannot be reached until you sign in to the Wi-Fi.',
}
