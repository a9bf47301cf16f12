import { ERRORS, type ErrorCode } from '#contract/errors'
import { isAnswerLost, messageOf, type Failure } from '../../api/failure'

/** The next step after a failed sign-in: the same again, another account, or nothing that the person can do here. */
export type WayOn = 'again' | 'another_account' | 'none'

/** A failed sign-in: the reason in words, the advice, and the next step. */
export type SignInFailure = { message: string; advice: string; way_on: WayOn }

const WAIT = 'Wait a moment before you try again.'

/** The advice and next step for each refusal of a sign-in. */
const AFTER: Partial<Record<ErrorCode, Pick<SignInFailure, 'advice' | 'way_on'>>> = {
  identity_unknown: {
    advice: 'You may have used a different account. New here? Open the link in your invitation email.',
    way_on: 'another_account',
  },
  identity_taken: { advice: 'Your invitation is still valid.', way_on: 'another_account' },
  ref_invalid: {
    advice: 'The page was reloaded, or opened in a different browser. Sign in again.',
    way_on: 'again',
  },
  provider_refused: { advice: 'The problem is at the sign-in provider, not in this service.', way_on: 'again' },
  unavailable: { advice: WAIT, way_on: 'again' },
  overloaded: { advice: WAIT, way_on: 'again' },
  too_many_requests: { advice: WAIT, way_on: 'again' },
  account_inactive: { advice: 'Signing in again does not help.', way_on: 'none' },
  account_expired: { advice: 'The service can extend it. Signing in again does not help.', way_on: 'none' },
  association_token_invalid: {
    advice: 'If you have already chosen an account, sign in with it.',
    way_on: 'again',
  },
}

/** The failure that the server's callback reported to the return page by its code. */
export const refusedOnReturn = (code: ErrorCode): SignInFailure => refusedWith(code, ERRORS[code].message)

/** The failure of the exchange. */
export const failedSignIn = (failure: Failure): SignInFailure => {
  if (failure.kind === 'refused') return refusedWith(failure.problem.code, messageOf(failure))
  return {
    message: messageOf(failure),
    advice: isAnswerLost(failure) ? 'Check the connection before you try again.' : '',
    way_on: 'again',
  }
}

/** A return page that was opened without a request to the provider. */
export const NO_REF: SignInFailure = {
  message: 'Ref code not found',
  advice: 'You cannot open this page directly. Sign in from the start.',
  way_on: 'again',
}

/** A new token from the server that has already expired by this device's clock. */
export const WRONG_CLOCK: SignInFailure = {
  message: 'The clock of this device is wrong.',
  advice: 'Set the clock, then sign in again.',
  way_on: 'again',
}

const refusedWith = (code: string, message: string): SignInFailure => {
  const guidance = Object.entries(AFTER).find(([one]) => one === code)?.[1]
  return { message, ...(guidance ?? { advice: '', way_on: 'again' }) }
}
