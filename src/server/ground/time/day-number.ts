const DAY_MS = 86_400_000

/** A day, `YYYY-MM-DD`, as the days since the epoch. */
export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS

/** Days since the epoch as a day, `YYYY-MM-DD`. */
export const dayOfNumber = (days: number): string => new Date(days * DAY_MS).toISOString().slice(0, 10)
