/**
 * The day so many days before another, both `YYYY-MM-DD` of the Gregorian calendar, without zone or clock. Stops at the first
 * day that four digits can write.
 */
export const daysBefore = (day: string, days: number): string => {
  const [year = 1, month = 1, date = 1] = day.split('-').map(Number)
  return dayOfNumber(Math.max(FIRST_DAY, numberOfDay(year, month, date) - days))
}

const DAYS_IN_400_YEARS = 146_097

/** Days since 0000-03-01: a year that begins in March has its leap day at its end. */
const numberOfDay = (year: number, month: number, date: number): number => {
  const years = month > 2 ? year : year - 1
  const leapDays = Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400)
  return years * 365 + leapDays + daysBeforeMonth((month + 9) % 12) + date - 1
}

/** Days of a year that begins in March before its month `month`, counted from 0. */
const daysBeforeMonth = (month: number): number => Math.floor((153 * month + 2) / 5)

const FIRST_DAY = numberOfDay(1, 1, 1)

const dayOfNumber = (number: number): string => {
  const cycle = Math.floor(number / DAYS_IN_400_YEARS)
  const inCycle = number - cycle * DAYS_IN_400_YEARS
  const leapDays = Math.floor(inCycle / 1460) - Math.floor(inCycle / 36_524) + Math.floor(inCycle / 146_096)
  const years = Math.floor((inCycle - leapDays) / 365)
  const inYear = inCycle - (365 * years + Math.floor(years / 4) - Math.floor(years / 100))
  const month = Math.floor((5 * inYear + 2) / 153)
  const date = inYear - daysBeforeMonth(month) + 1
  const year = cycle * 400 + years + (month >= 10 ? 1 : 0)
  return [written(year, 4), written(((month + 2) % 12) + 1, 2), written(date, 2)].join('-')
}

const written = (number: number, digits: number): string => String(number).padStart(digits, '0')
