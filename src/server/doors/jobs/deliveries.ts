import { setTimeout } from 'node:timers/promises'
import { deliverDue, type MailDependencies } from './deliver-due'

/** The delivering of one process, going on beside everything else. */
export type Deliveries = {
  /** Something was queued: look at once. */
  wake: () => void
  start: () => void
  /** Takes up nothing more, and resolves when what is being sent is sent, or `patience` milliseconds are over. */
  stop: (patience: number) => Promise<void>
}

/** How often it looks without being woken: for what other processes queued, and for what is to be tried again. */
const ROUND_MS = 5000

/** The deliveries of a process: begun with `start`, and woken within the process by whoever queues. */
export const createDeliveries = (dependencies: MailDependencies, roundMs = ROUND_MS): Deliveries => {
  let round = new AbortController()
  const stopping = new AbortController()
  let working: Promise<void> = Promise.resolve()

  const work = async () => {
    while (!stopping.signal.aborted) {
      round = new AbortController()
      try {
        await deliverDue(dependencies, () => stopping.signal.aborted)
      } catch (error) {
        // Such as a database that is away: what is queued stays so, and the next round finds it.
        dependencies.log.error({ error }, 'delivering emails failed')
      }
      await pause(round.signal, roundMs)
    }
  }

  return {
    wake: () => round.abort(),
    start: () => {
      working = work()
    },
    stop: async (patience) => {
      stopping.abort()
      round.abort()
      const graceTimer = new AbortController()
      await Promise.race([working, pause(graceTimer.signal, patience)])
      graceTimer.abort()
      dependencies.transport.close()
    },
  }
}

/** Waits, until it is woken. */
const pause = async (signal: AbortSignal, milliseconds: number): Promise<void> => {
  try {
    await setTimeout(milliseconds, undefined, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
