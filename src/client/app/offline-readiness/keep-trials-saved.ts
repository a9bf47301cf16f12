import { CancelledError, isCancelledError, type QueryClient } from '@tanstack/react-query'
import { failureOf } from '../../api/failure'
import { pause } from '../../browser/pause'
import { deviceSnapshots, reportStoreError, whenOwned } from '../../device/offline/device-snapshots'
import { openedTrials } from '../../device/readiness/opened-trials'
import { whenIdle } from '../../device/when-idle'
import { maySaveNow } from './may-save-now'
import { saveTrials } from './save-trials'

/** How long the page is left alone after a sign-in or a load, and when it is busy, in milliseconds. */
const LEAVES_ALONE_MS = 5000
/** The pause between two passes, in milliseconds. A pass that finds everything fresh asks the server nothing. */
const PASSES_EVERY_MS = 60_000
/** One tab saves at a time; the others find it saved. */
const LOCK = 'equipoise-saver'

/**
 * Keeps a person's active trials saved on this device, in the background, until the signal is aborted
 * (src/specification/offline.md#ready-before-it-is-needed). A failure is shown to nobody: the next pass tries again.
 */
export const keepTrialsSaved = async (client: QueryClient, sub: string, signal: AbortSignal): Promise<void> => {
  const whenFree = async () => {
    while (!maySaveNow(client)) await pause(LEAVES_ALONE_MS, signal)
    await whenIdle()
    signal.throwIfAborted()
  }
  /** A page that stays busy or hidden gives its turn back, so that another tab can save. */
  const whenStillFree = async () => {
    if (!maySaveNow(client)) await pause(LEAVES_ALONE_MS, signal)
    if (!maySaveNow(client)) throw new CancelledError()
    await whenIdle()
    signal.throwIfAborted()
  }
  const pass = async () => {
    await whenOwned()
    const snapshots = await deviceSnapshots()
    const survey = (scopes: readonly string[]) => snapshots.survey(sub, scopes)
    await saveTrials({ client, survey, whenFree: whenStillFree, opened: openedTrials.get(), now: Date.now })
  }
  try {
    await pause(LEAVES_ALONE_MS, signal)
    for (;;) {
      await whenFree()
      await alone(pass).catch((error: unknown) => {
        if (!signal.aborted) noteFailure(error)
      })
      await pause(PASSES_EVERY_MS, signal)
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/** Runs work where no other tab does. */
const alone = async (work: () => Promise<void>): Promise<void> => {
  await navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (lock !== null) await work()
  })
}

/** Notes defects for the diagnostics page: such an error comes from the store. */
const noteFailure = (error: unknown): void => {
  if (failureOf(error) === null && !isCancelledError(error)) reportStoreError(error)
}
