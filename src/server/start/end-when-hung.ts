import { Worker } from 'node:worker_threads'

/** What the watching thread is given. */
type HangWatch = {
  /** Grows each second in which the process's own thread does anything. */
  beats: Int32Array
  /** After so many seconds without a beat the process ends. */
  limit_s: number
}

/** A longer pause is no slow work: the longest known piece of it takes less than a second. */
const LIMIT_S = 120

const BEAT_MS = 1000

/**
 * Ends this process once its own thread has done nothing for two minutes, so that whatever started it starts it again. A thread
 * of its own watches: of a loop without an end the loop cannot tell. `hangWatch` is the program of that thread.
 */
export const endWhenHung = (hangWatch: URL, limit_s = LIMIT_S): void => {
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const workerData: HangWatch = { beats, limit_s }
  new Worker(hangWatch, { workerData, resourceLimits: { maxOldGenerationSizeMb: 16 } }).unref()
  setInterval(() => Atomics.add(beats, 0, 1), BEAT_MS).unref()
}
