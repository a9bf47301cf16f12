import { MONTH_NAMES } from '#domain/time/day-in-words'

const WITH_A_WORD = /^(\d{1,2})[\s.-]*([a-z]{3,9})[\s,.-]*(\d{4})$/
const DAY_FIRST = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/
const YEAR_FIRST = /^(\d{4})-(\d{1,2})-(\d{1,2})$/

/**
 * Parses a typed day to `YYYY-MM-DD`: `12 Jan 2026`, `12/01/2026` with the day first, or `2026-01-12`. Null for anything else,
 * a two-digit year, or a day that does not exist.
 */
export const readDay = (typed: string): string | null => {
  const text = typed.trim().toLowerCase()
  const [, wordDay, word, wordYear] = WITH_A_WORD.exec(text) ?? []
  if (word !== undefined) return dayOf(wordYear, monthOf(word), wordDay)
  const [, day, month, year] = DAY_FIRST.exec(text) ?? []
  if (day !== undefined) return dayOf(year, Number(month), day)
  const [, isoYear, isoMonth, isoDay] = YEAR_FIRST.exec(text) ?? []
  return isoDay === undefined ? null : dayOf(isoYear, Number(isoMonth), isoDay)
}

/** The month of a full name or its first three letters or more: 1 to 12, or 0 for none. */
const monthOf = (word: string): number =>
  word === 'sept' ? 9 : MONTH_NAMES.findIndex((month) => month.toLowerCase().startsWith(word)) + 1

const dayOf = (year: string | undefined, month: number, day: string | undefined): string | null => {
  const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  const at = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, text.length) !== text ? null : text
}
