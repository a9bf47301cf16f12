/** The instant so many seconds before `now`. */
export const earlier = (now: string, seconds: number): string => later(now, -seconds)

/** The instant so many seconds after `now`. */
export const later = (now: string, seconds: number): string => laterByMs(now, seconds * 1000)

/** The instant so many milliseconds before `now`. */
export const earlierByMs = (now: string, milliseconds: number): string => laterByMs(now, -milliseconds)

/** The instant so many milliseconds after `now`. */
export const laterByMs = (now: string, milliseconds: number): string =>
  new Date(Date.parse(now) + milliseconds).toISOString()
