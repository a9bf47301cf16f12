import { createStore } from '../store'
import { failureOf, isGlobal, type Failure } from './failure'

/** The failure that the global error dialog shows, or null. */
export const raisedFailure = createStore<Failure | null>(null)

/**
 * Raises a failure to the global dialog where it belongs there (specification 000, section 8) and no screen shows it in
 * place. The first of a series stays: the others tell the same.
 */
export const raise = (failure: Failure, isShownInPlace = false): void => {
  if (!isGlobal(failure) || isShownInPlace || raisedFailure.get() !== null) return
  raised.add(failure)
  raisedFailure.set(failure)
}

/** Every failure that the dialog has shown. */
const raised = new WeakSet<Failure>()

/** Whether the dialog shows it, or has shown it, so that a screen would show it a second time. */
export const isRaised = (failure: Failure): boolean => raised.has(failure)

/** The failure that a screen shows in place, or null where there is none or the dialog shows it. */
export const failureInPlace = (error: unknown): Failure | null => {
  const failure = failureOf(error)
  return failure === null || isRaised(failure) ? null : failure
}
