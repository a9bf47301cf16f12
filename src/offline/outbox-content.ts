import { readSealedAction, type PutAway } from '#contract/sealed-action'
import type { StoredAction } from '#contract/stored-action'
import type { ActionSeal } from './action-seal'
import type { OutboxRow } from './outbox-database'
import { isSameRow } from './replace-unchanged'

/** An action as it can be read without opening it; `action` is there for its author alone. */
export type OutboxEntry = Pick<StoredAction, 'id' | 'author' | 'targets' | 'state'> & {
  /** Sealed. */
  label: string
  /** The whole action, where it opened: only then it may be sent. */
  action: StoredAction | null
}

/** An item in the person's name that does not open: planted, damaged, or sealed with a former key. It is never sent. */
export type UnverifiedItem = { id: string; put_away: PutAway | null }

/** The content of the outbox, as far as the signed-in person can read it. */
export type OutboxContent = {
  /** Everybody's open and settled items, in the order in which they were done, without those put away or unverified. */
  entries: readonly OutboxEntry[]
  /** The person's own actions. */
  actions: readonly StoredAction[]
  unverified: readonly UnverifiedItem[]
  /** The ids of items that no version known to this one has stored. */
  unreadable: readonly string[]
}

/** A row as far as the person can read it. */
export type OpenedRow =
  | { kind: 'own'; entry: OutboxEntry; action: StoredAction }
  | { kind: 'closed'; entry: OutboxEntry }
  | { kind: 'unverified'; item: UnverifiedItem }
  | { kind: 'put_away' }
  | { kind: 'unreadable'; id: string }

/** Opens a row with the person's seal, or reads it as far as possible without one. */
export const openRow = async (row: OutboxRow, seal: ActionSeal | null): Promise<OpenedRow> => {
  const sealed = readSealedAction(row.item)
  if (sealed === null) return { kind: 'unreadable', id: row.id }
  const { author, targets, state, label } = sealed
  const entry = { id: row.id, author, targets, state, label, action: null }
  if (seal === null || author.sub !== seal.sub)
    return row.put_away === undefined ? { kind: 'closed', entry } : { kind: 'put_away' }
  const action = await seal.open(row.id, sealed)
  if (action !== null) return { kind: 'own', entry: { ...entry, action }, action }
  const put_away = row.put_away === undefined ? null : await seal.openPutAway(row.id, row.put_away)
  return { kind: 'unverified', item: { id: row.id, put_away } }
}

/** Opens rows as `openRow` does, and each row again only after it was written or the seal is another one. */
export const createRowReader = () => {
  let owner: ActionSeal | null = null
  const openedRows = new Map<number, { row: OutboxRow; opened: OpenedRow }>()
  const read = async (row: OutboxRow, seal: ActionSeal | null): Promise<OpenedRow> => {
    const before = openedRows.get(row.number)
    if (before !== undefined && isSameRow(before.row, row)) return before.opened
    const opened = await openRow(row, seal)
    if (owner === seal) openedRows.set(row.number, { row, opened })
    return opened
  }
  return {
    open: (rows: readonly OutboxRow[], seal: ActionSeal | null): Promise<OpenedRow[]> => {
      if (owner !== seal) openedRows.clear()
      owner = seal
      return Promise.all(rows.map((row) => read(row, seal)))
    },
    /** Drops what was opened of rows that are no longer stored. */
    keepOnly: (rows: readonly OutboxRow[]): void => {
      const numbers = new Set(rows.map(({ number }) => number))
      for (const number of openedRows.keys()) if (!numbers.has(number)) openedRows.delete(number)
    },
  }
}

export type RowReader = ReturnType<typeof createRowReader>

/** The content of opened rows. */
export const contentOf = (opened: readonly OpenedRow[]): OutboxContent => ({
  entries: opened.flatMap((row) => ('entry' in row ? [row.entry] : [])),
  actions: opened.flatMap((row) => (row.kind === 'own' ? [row.action] : [])),
  unverified: opened.flatMap((row) => (row.kind === 'unverified' ? [row.item] : [])),
  unreadable: opened.flatMap((row) => (row.kind === 'unreadable' ? [row.id] : [])),
})
