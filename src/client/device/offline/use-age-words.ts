import { useInterval } from '@mantine/hooks'
import { useState } from 'react'
import { ageWords } from '../../ui/age-words'

/** The interval at which the age is updated, in milliseconds. */
const TOLD_EVERY_MS = 20_000

/** How old stored content is, in words that stay true while it is shown. `asOf` is in milliseconds since the epoch. */
export const useAgeWords = (asOf: number): string => {
  const [now, setNow] = useState(Date.now)
  useInterval(() => setNow(Date.now()), TOLD_EVERY_MS, { autoInvoke: true })
  return ageWords(asOf, now)
}
