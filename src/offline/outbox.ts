import { STORED_ACTION_VERSION, type StoredAction } from '#contract/stored-action'
import type { StoredCall } from '#contract/stored-calls'
import { accepted, refused, type Outcome } from '#domain/outcome'
import type { ActionSeal } from './action-seal'
import { withTimeout } from './timeout'
import { effectOfCall, targetsOf } from './offline-actions'
import { contentOf, createRowReader, openRow, type OutboxContent, type OutboxEntry } from './outbox-content'
import type { OutboxDatabase, OutboxRow } from './outbox-database'
import { isOpen, deliveryStateAfter, OPEN_STATES, storedAt, type OutboxEvent, type OutboxState } from './outbox-item'
import { createQueueReader } from './queue-reader'
import { replaceUnchanged, type Replacement } from './replace-unchanged'

/** An action of a person before it is stored. */
export type NewAction = Pick<StoredAction, 'id' | 'author' | 'trial' | 'label' | 'packs'> & {
  call: StoredCall
}

export type Outbox = ReturnType<typeof createOutbox>

type Changed = Outcome<StoredAction, OutboxState | 'not_found'>

/**
 * The actions that wait on this device, each sealed by its author; a caller that changes one passes the author's seal. A row is
 * opened and sealed outside the transaction that writes it, since the browser would end the transaction meanwhile. It is
 * written only where it has not changed since; a failed write rejects, and nothing is saved.
 */
export const createOutbox = (database: OutboxDatabase, now: () => number) => {
  const newItem = ({ id, author, trial, label, packs, call }: NewAction, { session }: ActionSeal): StoredAction => ({
    id,
    version: STORED_ACTION_VERSION,
    author,
    trial,
    kind: call.kind,
    targets: targetsOf(call),
    label,
    ...(packs && { packs }),
    performed_at: call.body.performed_at,
    call,
    session,
    ...asStored(storedAt(now())),
  })

  const rowOf = (id: string): Promise<OutboxRow | undefined> =>
    withTimeout(database.items.where('id').equals(id).first())

  /**
   * Computes changes of rows until all can be written unchanged since they were read; another tab may change one in between.
   */
  const changeRows = async (ids: readonly string[], seal: ActionSeal, work: Work): Promise<Changed[]> => {
    for (;;) {
      const rows = await Promise.all(ids.map(rowOf))
      const afters = await Promise.all(rows.map((row) => computeChange(row, seal, work)))
      const replacements = afters.flatMap((after) => (after.ok ? [after.value.replacement] : []))
      if (await replaceUnchanged(database, replacements))
        return afters.map((after) => (after.ok ? accepted(after.value.action) : after))
    }
  }

  const change = async (id: string, seal: ActionSeal, work: Work): Promise<Changed> =>
    (await changeRows([id], seal, work))[0] ?? refused('not_found')

  const reader = createRowReader()
  const { readDue, readIn } = createQueueReader(database.items, reader)

  return {
    /**
     * Reads all items in the order in which they were done. A corrected item stands in the place of the one that it replaces.
     * What has not changed since the last read is the same object as then.
     */
    read: async (seal: ActionSeal | null): Promise<OutboxContent> => {
      const rows = await withTimeout(database.items.orderBy('number').toArray())
      reader.keepOnly(rows)
      return contentOf(await reader.open(rows, seal))
    },

    readDue,
    readIn,

    /** Stores an action; resolves when it is on the disk. An item that is stored already under this id stays unchanged. */
    store: async (action: NewAction, seal: ActionSeal): Promise<OutboxEntry> => {
      const unsealed = newItem(action, seal)
      const item = await seal.seal(unsealed)
      const { author, targets, state, label } = item
      const entry = { id: item.id, author, targets, state, label, action: unsealed }
      return database.transact(async () => {
        try {
          // The index refuses an id that exists: a look-up first would double the time that the person waits.
          await database.items.add({ id: item.id, item })
        } catch (error) {
          if ((await database.items.where('id').equals(item.id).count()) === 0) throw error
        }
        return entry
      })
    },

    /** Applies an event to an item. Refused with its state where the event cannot happen in it. */
    apply: (id: string, event: OutboxEvent, seal: ActionSeal): Promise<Changed> =>
      change(id, seal, (action) => afterEvent(action, event)),

    /**
     * Replaces a refused action by a new one, both or neither; `words` name what the new one leaves out. The new action takes
     * the place of the old one in the queue, before later actions on the same target.
     */
    correct: async (id: string, action: NewAction, words: string | null, seal: ActionSeal): Promise<Changed> => {
      const event: OutboxEvent = { kind: 'corrected', at: now(), words }
      const item = newItem(action, seal)
      const sealed = await seal.seal(item)
      for (;;) {
        const row = await rowOf(id)
        const closed = await computeChange(row, seal, (old) => afterEvent(old, event))
        if (!closed.ok) return closed
        const { replacement } = closed.value
        const inPlace = { row: replacement.row, after: { number: replacement.row.number, id: item.id, item: sealed } }
        // A closed item blocks nothing, so its place in the queue does not matter.
        const behind = { id, item: replacement.after.item }
        if (await replaceUnchanged(database, [inPlace], [behind])) return accepted(item)
      }
    },

    /** Releases the person's own actions of earlier sessions, to be sent in this one. */
    release: (ids: readonly string[], seal: ActionSeal): Promise<Changed[]> =>
      changeRows(ids, seal, (action) => {
        if (!isOpen(action)) return refused(action.state)
        const notes = [...action.notes, { at: now(), event: 'released' as const, words: null }]
        // The page that was sending it in an earlier session is gone.
        const state = action.state === 'attention' ? action.state : 'waiting'
        return accepted({ ...action, session: seal.session, state, due_at: now(), notes })
      }),

    /** Puts away an item that does not open, with the reason. It stays stored as it was found and is never sent. */
    putAway: async (id: string, reason: string, seal: ActionSeal): Promise<boolean> => {
      const row = await rowOf(id)
      const opened = row && (await openRow(row, seal))
      if (!row || opened?.kind !== 'unverified') return false
      const put_away = await seal.sealPutAway(id, { at: now(), reason })
      return replaceUnchanged(database, [{ row, after: { ...row, put_away } }])
    },

    /**
     * Marks the person's open items of a trial that they have lost as refused, all or none. Items being sent get the server's
     * own answer.
     */
    withdraw: async (trial_id: number, words: string, seal: ActionSeal): Promise<void> => {
      const { actions } = await readIn(OPEN_STATES, seal)
      const ids = actions.filter(({ trial }) => trial.id === trial_id).map(({ id }) => id)
      const event: OutboxEvent = { kind: 'withdrawn', at: now(), words }
      await changeRows(ids, seal, (action) => afterEvent(action, event))
    },
  }
}

type Work = (action: StoredAction) => Outcome<StoredAction, OutboxState | 'not_found'>

/** A changed row, sealed but not yet written. */
const computeChange = async (
  row: OutboxRow | undefined,
  seal: ActionSeal,
  work: Work,
): Promise<Outcome<{ replacement: Replacement; action: StoredAction }, OutboxState | 'not_found'>> => {
  const opened = row && (await openRow(row, seal))
  if (!row || opened?.kind !== 'own') return refused('not_found')
  const after = work(opened.action)
  if (!after.ok) return after
  return accepted({ replacement: { row, after: { ...row, item: await seal.seal(after.value) } }, action: after.value })
}

const afterEvent = (action: StoredAction, event: OutboxEvent): Outcome<StoredAction, OutboxState> => {
  const after = deliveryStateAfter(action, event)
  if (!after.ok) return after
  return accepted({ ...action, ...asStored(after.value), ...contentAfter(action, after.value) })
}

/** The content that stays of an item: all of it while it is open, its receipt once it is done, else nothing. */
const contentAfter = (
  { call }: StoredAction,
  settledAction: Pick<StoredAction, 'state'>,
): Pick<StoredAction, 'call' | 'receipt'> => {
  if (isOpen(settledAction)) return { call }
  if (settledAction.state !== 'done' || call === null) return { call: null }
  return { call: null, receipt: effectOfCall(call) }
}

const asStored = ({ state, attempts, due_at, notes }: ReturnType<typeof storedAt>) => ({
  state,
  attempts,
  due_at,
  notes: [...notes],
})
