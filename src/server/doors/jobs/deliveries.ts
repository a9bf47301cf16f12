import { setTimeout } from 'node:timers/promises'
import { deliverDue, type MailDependencies } from './deliver-due'

/** The mail delivery of a process, beside its other work. */
export type Deliveries = {
  /** Called when a message was queued: delivers at once. */
  wake: () => void
  start: () => void
  /** Claims no more messages; resolves when those being sent are done, or `patience` milliseconds are over. */
  stop: (patience: number) => Promise<void>
}

/** The interval of rounds without being woken: for messages of other processes, and for retries. */
const ROUND_MS = 5000

/**
 * The mail delivery of a process: begun with `start`, and woken within the process when a message is queued. Its times are the
 * database's, which all processes share: one whose clock is wrong still sends, and leaves what another one has claimed.
 */
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
        // Such as a database that is away: queued messages stay, and the next round finds them.
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
