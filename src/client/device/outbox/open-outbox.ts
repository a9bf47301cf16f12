import type { Outbox } from '#offline/outbox'
import type { OutboxDatabase, OutboxLost, OutboxUnavailable } from '#offline/outbox-database'

type Dependencies = {
  database_name: string
  now: () => number
  /** Called after each attempt to open it: with the reason for a failure, or null. */
  onOpened: (unavailable: OutboxUnavailable | null) => void
  /** Called when the connection to the database is lost. */
  onLost: () => void
}

export type OpenOutbox = { outbox: Outbox; database: OutboxDatabase }

/**
 * Returns the open outbox, or null where there is none. It is opened by the first call, and by the next one after the
 * browser closed it; never automatically, which might not end.
 */
export const outboxOpener = ({ database_name, now, onOpened, onLost }: Dependencies) => {
  let opened: Promise<OpenOutbox | null> | null = null
  const lose = (cause: OutboxLost) => {
    opened = cause === 'closed' ? null : Promise.resolve(null)
    if (cause === 'upgraded') onOpened({ cause: 'newer', words: 'The outbox was closed. Reload this page' })
    onLost()
  }
  const open = async (): Promise<OpenOutbox | null> => {
    // Loaded on first use, since a first visit needs neither the database library nor the outbox.
    const [{ openOutboxDatabase }, { createOutbox }] = await Promise.all([
      import('#offline/outbox-database'),
      import('#offline/outbox'),
    ])
    const outcome = await openOutboxDatabase(database_name, lose)
    onOpened(outcome.ok ? null : outcome.refusal)
    if (outcome.ok) return { outbox: createOutbox(outcome.value, now), database: outcome.value }
    // The next use tries again: iPads fail here once, and then succeed.
    if (outcome.refusal.cause === 'not_kept') opened = null
    return null
  }
  return (): Promise<OpenOutbox | null> =>
    (opened ??= open().catch((error: unknown) => {
      opened = null
      throw error
    }))
}
