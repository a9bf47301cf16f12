import { Worker } from 'node:worker_threads'

/** No known piece of work keeps the main thread for more than a second. */
const LIMIT_S = 120

/**
 * Ends this process after its main thread did nothing for `limit_s` seconds, so that whatever started it starts it again. A worker thread
 * watches, with the program `hangWatch`: a blocked thread cannot check itself. `onUnwatched` is called if that thread fails.
 */
export const endWhenHung = (hangWatch: URL, onUnwatched: (error: unknown) => void, limit_s = LIMIT_S): void => {
  const counts = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  // Nothing that is loaded into this process is loaded into the watching thread too.
  const watch = new Worker(hangWatch, { workerData: { counts, limit_s }, execArgv: [], env: {} })
  watch.on('error', onUnwatched)
  watch.unref()
  setInterval(() => Atomics.add(counts, 0, 1), 1000).unref()
}
