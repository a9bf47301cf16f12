/** The instant so many seconds before `now`. */
export const earlier = (now: string, seconds: number): string => later(now, -seconds)

/** The instant so many seconds after `now`. */
export const later = (now: string, seconds: number): string => new Date(Date.parse(now) + seconds * 1000).toISOString()
