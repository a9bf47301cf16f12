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
  const inState = (state: OutboxState) => items.where('item.state').equals(state)

  /**
   * What is read of each state, in one view of the database: an item that another tab moves to another state meanwhile would be in neither,
   * and a later one on its target would be sent before it.
   */
  const inOneView = async <T>(
    states: readonly OutboxState[],
    read: (state: OutboxState) => PromiseLike<T[]>,
  ): Promise<T[]> => {
    const parts = items.db.transaction('r', items, () => Promise.all(states.map(read)))
    return (await withTimeout(parts)).flat()
  }

  /** The places of the open items in the queue, oldest first. From the index alone, without the items. */
  const openPlaces = async (): Promise<number[]> => {
    const places = await inOneView(OPEN_STATES, (state) => inState(state).primaryKeys())
    return places.toSorted((one, other) => one - other)
  }

  const readAt = async (places: readonly number[], seal: ActionSeal): Promise<readonly OutboxEntry[]> => {
    const rows = await withTimeout(items.bulkGet([...places]))
    const present = rows.flatMap((row) => row ?? [])
    return contentOf(await reader.open(present, seal)).entries
  }

  return {
    /** The content of the items in some states. */
    readIn: async (states: readonly OutboxState[], seal: ActionSeal): Promise<OutboxContent> => {
      const rows = await inOneView(states, (state) => inState(state).toArray())
      const inOrder = rows.toSorted((one, other) => one.number - other.number)
      return contentOf(await reader.open(inOrder, seal))
    },

    /**
     * The first actions that are due, as `dueItems` finds them, at most so many. Only later items than these are left unread, and
     * those block none of them.
     */
    readDue: async (conditions: SendConditions, most: number, seal: ActionSeal): Promise<StoredAction[]> => {
      const places = await openPlaces()
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
