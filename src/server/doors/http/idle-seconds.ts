/** The header with the seconds since a person last touched the device, which the app sends with each request. */
export const IDLE_SECONDS = 'X-Idle-Seconds'

/** Whether the header is valid. */
export const isIdleSeconds = (sent: string): boolean => /^\d{1,9}$/.test(sent)

/** The seconds of the header; none where it is missing or malformed, as from a program that a person runs. */
export const idleSecondsOf = (sent: string | undefined): number =>
  sent !== undefined && isIdleSeconds(sent) ? Number(sent) : 0
