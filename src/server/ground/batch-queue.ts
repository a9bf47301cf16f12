import { setImmediate } from 'node:timers/promises'

/** Collects the jobs of one key and runs them in batches. */
export type BatchQueue<Key, Job, Result> = {
  enqueue: (key: Key, job: Job) => Promise<Result>
  /** How many jobs wait for their batch. */
  waiting: () => number
}

type Waiting<Job, Result> = { job: Job; resolve: (result: Result) => void; reject: (error: unknown) => void }

type BatchWork<Key, Job, Result> = {
  /** Calls `dequeue` once, as late as it can, for the jobs that wait by then, and returns a result for each, in order. */
  perform: (key: Key, dequeue: () => readonly Job[]) => Promise<readonly Result[]>
  /** The most jobs in one batch. */
  maxBatchSize: number
  /** Whether a job may be repeated after this error: only where it cannot have had an effect. */
  mayRepeat: (error: unknown) => boolean
}

/**
 * Runs one batch of each key at a time; jobs that arrive meanwhile share the next one. A cost of each batch, such as the lock
 * of a row, is then paid once for many jobs. After a failed shared batch each repeatable job runs alone, so that none fails
 * because of another.
 */
export const createBatchQueue = <Key, Job, Result>({
  perform,
  maxBatchSize,
  mayRepeat,
}: BatchWork<Key, Job, Result>): BatchQueue<Key, Job, Result> => {
  const queues = new Map<Key, Waiting<Job, Result>[]>()

  const runBatch = async (key: Key, queue: Waiting<Job, Result>[]): Promise<void> => {
    const batch: Waiting<Job, Result>[] = []
    const dequeue = () => {
      batch.push(...queue.splice(0, maxBatchSize))
      return batch.map(({ job }) => job)
    }
    try {
      const results = await perform(key, dequeue)
      for (const [index, result] of results.entries()) batch[index]?.resolve(result)
    } catch (error) {
      // A batch that failed before it took its jobs fails for all that would have shared it.
      if (batch.length === 0) dequeue()
      for (const one of batch) {
        if (batch.length > 1 && mayRepeat(error)) await runBatch(key, [one])
        else one.reject(error)
      }
    }
  }

  const drain = async (key: Key, queue: Waiting<Job, Result>[]): Promise<void> => {
    while (queue.length > 0) {
      // The embedded database never yields to the event loop: without this, requests that have arrived would be read only after
      // the batch that they could share.
      await setImmediate()
      await runBatch(key, queue)
    }
    queues.delete(key)
  }

  return {
    waiting: () => [...queues.values()].reduce((sum, queue) => sum + queue.length, 0),
    enqueue: async (key, job) =>
      new Promise<Result>((resolve, reject) => {
        const queue = queues.get(key)
        if (queue) {
          queue.push({ job, resolve, reject })
          return
        }
        const opened = [{ job, resolve, reject }]
        queues.set(key, opened)
        void drain(key, opened)
      }),
  }
}
