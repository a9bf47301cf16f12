import { readStoredAction, STORED_ACTION_VERSION, type StoredAction, type StoredCall } from '#contract/stored-action'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { inTime } from './in-time'
import type { OutboxDatabase, OutboxRow } from './outbox-database'
import { isOpen, standingAfter, storedAt, type OutboxEvent, type OutboxState } from './outbox-item'

/** What a person did, before it is stored. */
export type NewAction = Pick<StoredAction, 'id' | 'author' | 'trial' | 'targets' | 'label' | 'packs'> & {
  call: StoredCall
}

/** Everything in the outbox: what can be read, and the ids of what cannot. */
export type OutboxContent = { actions: readonly StoredAction[]; unreadable: readonly string[] }

export type Outbox = ReturnType<typeof createOutbox>

/** How long the receipt of what is done stays, in milliseconds. */
const RECEIPT_LIFE_MS = 24 * 60 * 60 * 1000

/**
 * The actions that wait on this device for the server's word. Each change of an item is one transaction that reads it first,
 * so that two tabs cannot undo each other. A write that fails rejects: then nothing is saved, and the caller says so.
 */
export const createOutbox = (database: OutboxDatabase, now: () => number) => {
  const newItem = ({ id, author, trial, targets, label, packs, call }: NewAction): StoredAction => ({
    id,
    version: STORED_ACTION_VERSION,
    author,
    trial,
    kind: call.kind,
    targets,
    label,
    ...(packs && { packs }),
    performed_at: call.body.performed_at,
    call,
    ...asStored(storedAt(now())),
  })

  const add = async (item: StoredAction): Promise<StoredAction> => {
    await database.items.add({ id: item.id, item })
    return item
  }

  /** The row of an item as it is after an event, not yet written. */
  const rowAfter = async (id: string, event: OutboxEvent): Promise<Outcome<ChangedRow, OutboxState | 'not_found'>> => {
    const row = await database.items.where('id').equals(id).first()
    const item = row && readStoredAction(row.item)
    if (!row || !item) return refused('not_found')
    const after = standingAfter(item, event)
    if (!after.ok) return after
    return accepted({ ...row, item: { ...item, ...asStored(after.value), ...contentAfter(item, after.value) } })
  }

  const change = async (id: string, event: OutboxEvent): Promise<Outcome<StoredAction, OutboxState | 'not_found'>> => {
    const row = await rowAfter(id, event)
    if (!row.ok) return row
    await database.items.put(row.value)
    return accepted(row.value.item)
  }

  return {
    /** Everything there is, in the order in which it was done; what took the place of another stands where that one stood. */
    read: async (): Promise<OutboxContent> => contentOf(await inTime(database.items.orderBy('number').toArray())),

    /** Keeps an action; resolves when it is on the disk. One that is stored already under its id stays as it is. */
    store: (action: NewAction): Promise<StoredAction> =>
      database.transact(async () => {
        try {
          // Its index refuses an id that is there: to look first would double the time for which a press waits.
          return await add(newItem(action))
        } catch (error) {
          const row = await database.items.where('id').equals(action.id).first()
          const item = row && readStoredAction(row.item)
          if (!item) throw error
          return item
        }
      }),

    /** Applies an event to an item, by its id; refused with its state where that cannot happen to it. */
    apply: (id: string, event: OutboxEvent) => database.transact(() => change(id, event)),

    /**
     * Puts a new action in the place of one that was refused, both or neither; `words` say what of it the new one leaves out. It goes
     * out before whatever was done after that one, as that one would have: the last act on a target stays the last.
     */
    correct: (id: string, action: NewAction, words: string | null = null) =>
      database.transact(async () => {
        const closed = await rowAfter(id, { kind: 'corrected', at: now(), words })
        if (!closed.ok) return closed
        const item = newItem(action)
        await database.items.put({ number: closed.value.number, id: item.id, item })
        // What is closed holds nobody up, wherever it stands.
        await add(closed.value.item)
        return accepted(item)
      }),

    /**
     * Hands back what a person has open in a trial that is no longer his, all of it or nothing. What is being sent hears the
     * server's own word.
     */
    withdraw: ({ sub, trial_id }: { sub: string; trial_id: number }, words: string): Promise<void> =>
      database.transact(async () => {
        const { actions } = contentOf(await database.items.orderBy('number').toArray())
        const his = actions.filter(({ author, trial }) => author.sub === sub && trial.id === trial_id)
        for (const { id } of his) await change(id, { kind: 'withdrawn', at: now(), words })
      }),

    /** Forgets what was done more than a day ago, and answers whether there was any. Nothing else ever leaves by age. */
    forgetReceipts: async (): Promise<boolean> => {
      // What is done stays done, so that no other tab can undo it meanwhile. A press does not wait for a transaction that writes nothing.
      const rows = await inTime(database.items.toArray())
      const old = rows.filter(({ item }) => isOldReceipt(readStoredAction(item), now() - RECEIPT_LIFE_MS))
      if (old.length > 0) await database.transact(() => database.items.bulkDelete(old.map(({ number }) => number)))
      return old.length > 0
    },
  }
}

type ChangedRow = OutboxRow & { item: StoredAction }

const contentOf = (rows: readonly OutboxRow[]): OutboxContent => {
  const read = rows.map(({ id, item }) => ({ id, action: readStoredAction(item) }))
  return {
    actions: read.flatMap(({ action }) => (action === null ? [] : [action])),
    unreadable: read.flatMap(({ id, action }) => (action === null ? [id] : [])),
  }
}

const isOldReceipt = (action: StoredAction | null, before: number): boolean =>
  action?.state === 'done' && (action.notes.at(-1)?.at ?? before) < before

/** What is kept of what an item asks for: all of it while it is open, of a flag that is done which one it is, and else nothing. */
const contentAfter = (
  { call }: StoredAction,
  standing: Pick<StoredAction, 'state'>,
): Pick<StoredAction, 'call' | 'receipt'> => {
  if (isOpen(standing)) return { call }
  if (standing.state !== 'done' || call?.kind !== 'flag') return { call: null }
  return { call: null, receipt: { flag_status: call.body.flag_status } }
}

const asStored = ({ state, attempts, due_at, notes }: ReturnType<typeof storedAt>) => ({
  state,
  attempts,
  due_at,
  notes: [...notes],
})
