/** A day, `YYYY-MM-DD`, and a time, `HH:MM`, by the clock of this device as an instant in UTC; null where either is none. */
export const momentOf = ({ day, time }: { day: string; time: string }): string | null => {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || !/^([01]\d|2[0-3]):[0-5]\d$/.test(time.trim())) return null
  const at = new Date(`${day}T${time.trim()}:00`)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}
