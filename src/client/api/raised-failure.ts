import { createStore, useStore } from '../browser/store'
import { failureOf, isGlobal, type Failure } from './failure'

/** The failure that the global error dialog shows, or null. */
export const raisedFailure = createStore<Failure | null>(null)

/**
 * Shows a failure in the global dialog, unless the screen shows it in place. Of several failures the first stays, since the
 * others say the same.
 */
export const raise = (failure: Failure, isShownInPlace = false): void => {
  if (isGlobal(failure) && !isShownInPlace && raisedFailure.get() === null) raisedFailure.set(failure)
}

const unlessShown = (failure: Failure | null, shown: Failure | null): Failure | null =>
  failure === shown ? null : failure

/** The failure to show in place; null where there is none, or while the dialog shows it. */
export const useFailureInPlace = (error: unknown): Failure | null =>
  unlessShown(failureOf(error), useStore(raisedFailure))

/** The same for a toast, read once. */
export const failureInPlace = (error: unknown): Failure | null => unlessShown(failureOf(error), raisedFailure.get())
