import { daysInMonth } from '../time/real-day'

/** How long after its end a trial expires. */
const MONTHS_TO_EXPIRY = 6
const LAST_YEAR = 9999

/**
 * The day on which a trial expires that ends on `endOn`, both `YYYY-MM-DD`: six months later, at the end of a shorter month,
 * and at the latest the last day that four digits can write.
 */
export const expiryOf = (endOn: string): string => {
  const [year = 1, month = 1, day = 1] = endOn.split('-').map(Number)
  const months = year * 12 + month - 1 + MONTHS_TO_EXPIRY
  const [inYear, inMonth] = [Math.floor(months / 12), (months % 12) + 1]
  if (inYear > LAST_YEAR) return `${LAST_YEAR}-12-31`
  const onDay = Math.min(day, daysInMonth(inYear, inMonth))
  return [inYear, inMonth, onDay].map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0')).join('-')
}
