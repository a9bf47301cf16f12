import { Semaphore, withTimeout } from 'async-mutex'
import { DatabaseAway } from './database-away'

/**
 * Divides the connections among trials: at most so many writes in one trial have a connection at once, and the others
 * wait without one, in order. So a trial whose row is locked for long does not block the others.
 */
export class TrialConnectionLimiter {
  readonly #limit: number
  readonly #timeoutMs: number
  readonly #trials = new Map<number, { connections: Semaphore; users: number }>()

  /** `timeoutMs`: the longest wait for a place, in milliseconds. */
  constructor({ limit, timeoutMs }: { limit: number; timeoutMs: number }) {
    this.#limit = limit
    this.#timeoutMs = timeoutMs
  }

  /**
   * Runs work that writes in a trial as soon as there is a place; null is no trial, and needs none. Rejects with
   * `DatabaseAway` after too long a wait.
   */
  async run<T>(trialId: number | null, work: () => Promise<T>): Promise<T> {
    if (trialId === null) return work()
    const trial = this.#trials.get(trialId) ?? { connections: new Semaphore(this.#limit), users: 0 }
    this.#trials.set(trialId, trial)
    trial.users += 1
    try {
      return await withTimeout(trial.connections, this.#timeoutMs, new DatabaseAway(BUSY)).runExclusive(work)
    } finally {
      trial.users -= 1
      if (trial.users === 0) this.#trials.delete(trialId)
    }
  }
}

const BUSY = 'What is written in this trial waits for something that does not end'
