/** How many digits a PIN has. */
export const PIN_DIGITS = 6

/** How many PINs may be tried in a row. After that only a sign-in opens the tablet. */
export const PIN_TRIES = 5

/**
 * Why a PIN is not accepted:
 * - `incomplete`: it is not six digits
 * - `repeated`: one to three digits, repeated (111111, 121212, 123123)
 * - `in_order`: neighbouring digits, upwards or downwards (123456, 987654, 890123)
 */
export type PinFault = 'incomplete' | 'repeated' | 'in_order'

const REPEATED = /^(\d{1,3})\1+$/
const ROUND = 10

/** Why a typed PIN cannot be chosen; null where it can. */
export const pinFault = (pin: string): PinFault | null => {
  if (!isWholePin(pin)) return 'incomplete'
  if (REPEATED.test(pin)) return 'repeated'
  const digits = Array.from(pin, Number)
  const steps = digits.slice(1).map((digit, place) => (digit - (digits[place] ?? 0) + ROUND) % ROUND)
  return steps.every((step) => step === 1) || steps.every((step) => step === ROUND - 1) ? 'in_order' : null
}

/** Whether it is six digits, of whichever script's 0 to 9 alone. */
export const isWholePin = (pin: string): boolean => new RegExp(`^[0-9]{${PIN_DIGITS}}$`).test(pin)
