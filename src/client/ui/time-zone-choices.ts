/** The first choice among time zones, and what stands where a person has none. */
export const NO_TIME_ZONE = '<No time zone set>'

/** What a time zone is chosen from: none, the one that is set though it is not supported, and every supported one. */
export const timeZoneChoices = (supported: readonly string[], present: string | null) => [
  { value: '', label: NO_TIME_ZONE },
  ...(present === null || supported.includes(present) ? [] : [present]).map((zone) => ({ value: zone, label: zone })),
  ...supported.map((zone) => ({ value: zone, label: zone })),
]
