import { until } from '../support/until'
import type { FaultedPlace } from './faulted-place'

/** The fate of the emails to people. */
export type Letters = {
  /** The number of emails received more than once so far. */
  twice: () => number
  /**
   * Sends the waiting emails. Returns the numbers that were recorded as sent and never received, and that have failed
   * for good.
   */
  settle: () => Promise<{ sent: number; lost: number; failed: number }>
}

const PATIENCE = 300_000

/** Counts the emails of a place by their message ids, without storing them. */
export const countLetters = ({ mail, server }: FaultedPlace): Letters => {
  const ids = new Set<string>()
  let taken = 0
  const count = () => {
    for (const { headers } of mail.taken.splice(0)) {
      taken += 1
      ids.add(headers.get('message-id') ?? '')
    }
  }
  const counts = async () => {
    const rows = await (server?.process.run('select state, count(*)::int as many from messages group by state') ?? [])
    return (state: string) => Number(rows.find((row) => row['state'] === state)?.['many'] ?? 0)
  }
  return {
    twice: () => {
      count()
      return taken - ids.size
    },
    settle: async () => {
      await until(
        'every email is sent',
        async () => {
          // Ends the pauses after which a mail server is tried again.
          await server?.process.run(
            "update messages set next_attempt_at = now() - interval '1 hour' where state = 'queued'",
          )
          const of = await counts()
          return of('queued') + of('sending') === 0
        },
        PATIENCE,
      )
      count()
      const of = await counts()
      return { sent: of('sent'), lost: Math.max(0, of('sent') - ids.size), failed: of('failed') }
    },
  }
}
