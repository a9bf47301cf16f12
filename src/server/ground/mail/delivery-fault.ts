/** The most characters of a fault that are stored. */
const MAX_CHARACTERS = 300

/** The stages at which this one email is refused: its recipient, its content, or its form. */
const JUDGED = ['RCPT TO', 'DATA', 'API']

/**
 * Why an attempt to send failed, in one line, and whether it is final: the server refused this email or its recipient
 * for good. Any other fault is tried again: no server, a full one, a wrong password, a refused sender.
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

/** The number of attempts, over about twelve hours, before a message counts as failed and a person decides. */
export const MAX_ATTEMPTS = 8

/** The milliseconds to wait after this number of attempts. Each wait is four times as long as the one before. */
export const pauseAfter = (attempts: number): number => Math.min(FIRST_RETRY_MS * 4 ** (attempts - 1), LONGEST_PAUSE_MS)
