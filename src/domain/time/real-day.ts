/** Whether a text is a day of the Gregorian calendar, written `YYYY-MM-DD`, from the year 1 on. */
export const isRealDay = (text: string): boolean => {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  return year >= 1 && day >= 1 && day <= daysInMonth(year, month)
}

/** How many days a month has, counted from 1; 0 where there is no such month. */
export const daysInMonth = (year: number, month: number): number => {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  return lengths[month - 1] ?? 0
}
