import type { StoredAction } from '#contract/stored-action'
import type { ActionSeal } from './action-seal'
import { dueItems, type SendConditions } from './due-items'
import { contentOf, type OutboxContent, type OutboxEntry, type RowReader } from './outbox-content'
import type { OutboxDatabase } from './outbox-database'
import { OPEN_STATES, type OutboxState } from './outbox-item'
import { withTimeout } from './timeout'

/**
 * Reads of the outbox only what a sender needs: a day's queue is long, and is read again for each few actions that are sent. Each
 * read asks the database: nothing of it is remembered but the opened content of rows that are still as they were.
 */
export const createQueueReader = (items: OutboxDatabase['items'], reader: RowReader) => {
  /** The places of the open items in the queue, oldest first. From the index alone, without the items. */
  const openPlaces = async (): Promise<number[]> => {
    const places = await Promise.all(OPEN_STATES.map((state) => items.where('item.state').equals(state).primaryKeys()))
    return places.flat().toSorted((one, other) => one - other)
  }

  const readAt = async (places: readonly number[], seal: ActionSeal): Promise<readonly OutboxEntry[]> => {
    const rows = await withTimeout(items.bulkGet([...places]))
    const present = rows.flatMap((row) => row ?? [])
    return contentOf(await reader.open(present, seal)).entries
  }

  return {
    /** The content of the items in some states. */
    readIn: async (states: readonly OutboxState[], seal: ActionSeal): Promise<OutboxContent> => {
      const read = states.map((state) => items.where('item.state').equals(state).toArray())
      const rows = (await withTimeout(Promise.all(read))).flat().toSorted((one, other) => one.number - other.number)
      return contentOf(await reader.open(rows, seal))
    },

    /**
     * The first actions that are due, as `dueItems` finds them, at most so many. Only later items than these are left unread, and
     * those block none of them.
     */
    readDue: async (conditions: SendConditions, most: number, seal: ActionSeal): Promise<StoredAction[]> => {
      const places = await withTimeout(openPlaces())
      const entries: OutboxEntry[] = []
      let due: StoredAction[] = []
      let from = 0
      // Each part is as long as all before it, so that a long front that is not due takes few reads.
      for (let to = most; from < places.length && due.length < most; [from, to] = [to, 2 * to]) {
        entries.push(...(await readAt(places.slice(from, to), seal)))
        due = dueItems(entries, conditions)
      }
      return due.slice(0, most)
    },
  }
}
