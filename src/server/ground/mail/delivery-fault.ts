/** The most characters of a fault that are stored. */
const MAX_CHARACTERS = 300

/** The stages at which the server refuses this one email: its recipient, or its content. */
const JUDGED = ['RCPT TO', 'DATA']

/** Faults in the form of this one email. Nodemailer finds them before it is sent, in its stage `API`. */
const MALFORMED = ['EENVELOPE', 'EMESSAGE']

/**
 * Why an attempt to send failed, in one line, and whether it is final: the server refused this email or its recipient
 * for good. Any other fault is tried again: no server, a full one, a wrong or missing password, a refused sender. `loggable` has no email
 * address: a mail server often repeats the recipient's.
 */
export const deliveryFault = (error: unknown): { reason: string; loggable: string; isFinal: boolean } => {
  const message = error instanceof Error ? error.message : String(error)
  const whole = message.replace(/\s+/g, ' ')
  // Redacted before it is cut: half an address may be a name.
  const reasons = { reason: whole.slice(0, MAX_CHARACTERS), loggable: withoutAddresses(whole).slice(0, MAX_CHARACTERS) }
  if (!(error instanceof Error && 'command' in error)) return { ...reasons, isFinal: false }
  const isForNow = 'permanent' in error && error.permanent === false
  return { ...reasons, isFinal: isOfThisEmail(error) && !isForNow }
}

const withoutAddresses = (text: string): string =>
  text.replace(/<?(?:"[^"]{0,64}"|[^\s<>(),;:]{1,64})@[^\s<>(),;]{1,255}>?/g, '<address>')

/** Whether a fault is of this email. In the stage `API` are also faults of the settings, such as a missing password. */
const isOfThisEmail = (error: Error & { command: unknown }): boolean =>
  error.command === 'API'
    ? 'code' in error && MALFORMED.some((code) => code === error.code)
    : JUDGED.some((command) => command === error.command)

const FIRST_RETRY_MS = 15_000
const LONGEST_PAUSE_MS = 6 * 60 * 60 * 1000

/**
 * The number of attempts, over four and a half days, before a message counts as failed and a person decides: a mail server may be
 * away for a long weekend (RFC 5321, 4.5.4.1).
 */
export const MAX_ATTEMPTS = 24

/** The milliseconds to wait after this number of attempts. Each wait is four times as long as the one before. */
export const pauseAfter = (attempts: number): number => Math.min(FIRST_RETRY_MS * 4 ** (attempts - 1), LONGEST_PAUSE_MS)
