import { createStore } from '../store'
import { isGlobal, type Failure } from './failure'

/** The failure that the global error dialog shows, or null. */
export const raisedFailure = createStore<Failure | null>(null)

/**
 * Raises a failure to the global dialog where it belongs there (specification 000, section 8) and no screen shows it in
 * place. The first of a series stays: the others tell the same.
 */
export const raise = (failure: Failure, isShownInPlace = false): void => {
  if (isGlobal(failure) && !isShownInPlace && raisedFailure.get() === null) raisedFailure.set(failure)
}
