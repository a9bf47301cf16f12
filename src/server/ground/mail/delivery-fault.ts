/** The longest account of a fault that is kept. */
const MAX_CHARACTERS = 300

/** Stages at which this one e-mail is judged: who shall get it, what it says, and whether it can be written at all. */
const JUDGED = ['RCPT TO', 'DATA', 'API']

/**
 * What an attempt to send failed of, in one line, and whether another one is in vain: this very e-mail or its recipient was
 * refused for good. A server that is away, full, wrongly signed in to or unwilling to take our sender is tried again.
 */
export const deliveryFault = (error: unknown): { reason: string; isFinal: boolean } => {
  const message = error instanceof Error ? error.message : String(error)
  const reason = message.replace(/\s+/g, ' ').slice(0, MAX_CHARACTERS)
  if (!(error instanceof Error && 'command' in error)) return { reason, isFinal: false }
  const isForNow = 'permanent' in error && error.permanent === false
  return { reason, isFinal: JUDGED.some((command) => command === error.command) && !isForNow }
}

const FIRST_RETRY_MS = 15_000
const LONGEST_PAUSE_MS = 6 * 60 * 60 * 1000

/** How often a message is tried before it is failed: over some twelve hours, and then a person decides. */
export const MAX_ATTEMPTS = 8

/** Milliseconds to wait after so many attempts: four times as long after each. */
export const pauseAfter = (attempts: number): number => Math.min(FIRST_RETRY_MS * 4 ** (attempts - 1), LONGEST_PAUSE_MS)
