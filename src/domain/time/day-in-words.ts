/** The months by their English names, January first. */
export const MONTH_NAMES =
  'January February March April May June July August September October November December'.split(' ')

/** A month `YYYY-MM` in words: `October 2026`. */
export const monthInWords = (month: string): string => {
  const [year, number] = month.split('-').map(Number)
  return `${MONTH_NAMES[(number ?? 1) - 1]} ${year}`
}

/** A day `YYYY-MM-DD` in words: `21 Nov 2026`, and `1 Sept 2026` as screens and letters have it. */
export const dayInWords = (day: string): string => {
  const [year, number, date] = day.split('-').map(Number)
  return `${date} ${MONTH_NAMES[(number ?? 1) - 1]?.slice(0, number === 9 ? 4 : 3)} ${year}`
}
