/** How long ago a person last touched the device that asks, in seconds, as the app says with each request. */
export const IDLE_SECONDS = 'X-Idle-Seconds'

/** Whether the header is sound where it is sent. */
export const isIdleSeconds = (sent: string): boolean => /^\d{1,9}$/.test(sent)

/** The seconds of the header; none where it is missing or malformed, as of a program that a person runs. */
export const idleSecondsOf = (sent: string | undefined): number =>
  sent !== undefined && isIdleSeconds(sent) ? Number(sent) : 0
