/** Jobs of one trial, taken in the order in which they came. */
export type TrialQueue<Job, Result> = { pass: (trialId: number, job: Job) => Promise<Result> }

type Waiting<Job, Result> = { job: Job; resolve: (result: Result) => void; reject: (error: unknown) => void }

type Turns<Job, Result> = {
  /** Answers a result for each job, in order. */
  perform: (trialId: number, jobs: readonly Job[]) => Promise<readonly Result[]>
  /** How many jobs share one turn. */
  most: number
  /** Whether a job may be performed again after this error: only where nothing of it can have been done. */
  mayRepeat: (error: unknown) => boolean
}

/**
 * Lets the jobs of one trial pass one turn at a time; those that came while a turn was under way share the next one. A
 * trial's row is held once for a whole turn, which is what lets a busy trial keep up. Where a shared turn fails, each of its
 * jobs that may be repeated gets a turn of its own, so that none fails for another.
 */
export const createTrialQueue = <Job, Result>({
  perform,
  most,
  mayRepeat,
}: Turns<Job, Result>): TrialQueue<Job, Result> => {
  const queues = new Map<number, Waiting<Job, Result>[]>()

  const turn = async (trialId: number, waiting: readonly Waiting<Job, Result>[]): Promise<void> => {
    try {
      const results = await perform(
        trialId,
        waiting.map(({ job }) => job),
      )
      for (const [index, result] of results.entries()) waiting[index]?.resolve(result)
    } catch (error) {
      for (const one of waiting) {
        if (waiting.length > 1 && mayRepeat(error)) await turn(trialId, [one])
        else one.reject(error)
      }
    }
  }

  const drain = async (trialId: number, queue: Waiting<Job, Result>[]): Promise<void> => {
    while (queue.length > 0) await turn(trialId, queue.splice(0, most))
    queues.delete(trialId)
  }

  return {
    pass: async (trialId, job) =>
      new Promise<Result>((resolve, reject) => {
        const queue = queues.get(trialId)
        if (queue) {
          queue.push({ job, resolve, reject })
          return
        }
        const opened = [{ job, resolve, reject }]
        queues.set(trialId, opened)
        // A microtask later, so that requests of the same moment share the first turn too.
        queueMicrotask(() => void drain(trialId, opened))
      }),
  }
}
