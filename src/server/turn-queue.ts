import { setImmediate } from 'node:timers/promises'

/** Lets jobs of one key wait for a turn and share it. */
export type TurnQueue<Key, Job, Result> = { pass: (key: Key, job: Job) => Promise<Result> }

type Waiting<Job, Result> = { job: Job; resolve: (result: Result) => void; reject: (error: unknown) => void }

type Turns<Key, Job, Result> = {
  /** Takes the jobs that wait by then, once and as late as it can, and answers a result for each, in order. */
  perform: (key: Key, take: () => readonly Job[]) => Promise<readonly Result[]>
  /** How many jobs share one turn. */
  most: number
  /** Whether a job may be performed again after this error: only where nothing of it can have been done. */
  mayRepeat: (error: unknown) => boolean
}

/**
 * Gives each key one turn at a time; jobs that come while a turn is under way share the next one. What a turn costs once,
 * such as the lock of a row, is then paid once for many, which is what lets a busy trial keep up. Where a shared turn fails,
 * each of its jobs that may be repeated gets a turn of its own, so that none fails for another.
 */
export const createTurnQueue = <Key, Job, Result>({
  perform,
  most,
  mayRepeat,
}: Turns<Key, Job, Result>): TurnQueue<Key, Job, Result> => {
  const queues = new Map<Key, Waiting<Job, Result>[]>()

  const turn = async (key: Key, queue: Waiting<Job, Result>[]): Promise<void> => {
    const taken: Waiting<Job, Result>[] = []
    const take = () => {
      taken.push(...queue.splice(0, most))
      return taken.map(({ job }) => job)
    }
    try {
      const results = await perform(key, take)
      for (const [index, result] of results.entries()) taken[index]?.resolve(result)
    } catch (error) {
      // A turn that failed before it took anything fails for those who would have shared it.
      if (taken.length === 0) take()
      for (const one of taken) {
        if (taken.length > 1 && mayRepeat(error)) await turn(key, [one])
        else one.reject(error)
      }
    }
  }

  const drain = async (key: Key, queue: Waiting<Job, Result>[]): Promise<void> => {
    while (queue.length > 0) {
      // The embedded database works without ever coming back to the event loop: without this, requests that have arrived
      // would be heard only when the turn that they could share is over.
      await setImmediate()
      await turn(key, queue)
    }
    queues.delete(key)
  }

  return {
    pass: async (key, job) =>
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
