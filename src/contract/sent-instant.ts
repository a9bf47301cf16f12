import * as v from 'valibot'
import { instant } from './fields'

/** An instant that a device sends: a real day and time. */
export const sentInstant = v.pipe(instant, v.check(isRealInstant, 'Must be a real instant'))

function isRealInstant(text: string): boolean {
  const time = Date.parse(text)
  return !Number.isNaN(time) && new Date(time).toISOString() === text
}
