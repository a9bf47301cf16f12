import { useInterval } from '@mantine/hooks'
import { useState } from 'react'

/** How often what depends on the time is looked at anew, in milliseconds. */
const LOOKED_AT_EVERY_MS = 20_000

/** What the time is by this device's clock, in milliseconds since the epoch; the component is drawn again as it passes. */
export const useNow = (): number => {
  const [now, setNow] = useState(Date.now)
  useInterval(() => setNow(Date.now()), LOOKED_AT_EVERY_MS, { autoInvoke: true })
  return now
}
