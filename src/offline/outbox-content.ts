import { readAction, type PutAway } from '#contract/sealed-action'
import type { StoredAction } from '#contract/stored-action'
import type { ActionSeal } from './action-seal'
import type { OutboxRow } from './outbox-database'

/** An action as it can be read without opening it; `action` is there for its author alone. */
export type OutboxEntry = Pick<StoredAction, 'id' | 'author' | 'targets' | 'state'> & {
  /** Sealed; null where an older version stored the action in clear. */
  label: string | null
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
  /** Actions in the person's name that an older version stored in clear: none is sent before the person releases it. */
  legacy: readonly StoredAction[]
  unverified: readonly UnverifiedItem[]
  /** The ids of items that no version known to this one has stored. */
  unreadable: readonly string[]
}

/** A row as far as the person can read it. */
export type OpenedRow =
  | { kind: 'own'; entry: OutboxEntry; action: StoredAction }
  | { kind: 'legacy'; entry: OutboxEntry; action: StoredAction }
  | { kind: 'closed'; entry: OutboxEntry }
  | { kind: 'unverified'; item: UnverifiedItem }
  | { kind: 'put_away' }
  | { kind: 'unreadable'; id: string }

/** Opens a row with the person's seal, or reads it as far as possible without one. */
export const openRow = async (row: OutboxRow, seal: ActionSeal | null): Promise<OpenedRow> => {
  const read = readAction(row.item)
  if (read.kind === 'unreadable') return { kind: 'unreadable', id: row.id }
  const { author, targets, state, label } = read.action
  const entry = { id: row.id, author, targets, state, label: read.kind === 'sealed' ? label : null, action: null }
  if (read.kind === 'clear') {
    const isOwn = author.sub === seal?.sub && read.action.id === row.id
    return isOwn ? { kind: 'legacy', entry, action: read.action } : { kind: 'closed', entry }
  }
  if (author.sub !== seal?.sub) return row.put_away === undefined ? { kind: 'closed', entry } : { kind: 'put_away' }
  const action = await seal.open(row.id, read.action)
  if (action !== null) return { kind: 'own', entry: { ...entry, action }, action }
  const put_away = row.put_away === undefined ? null : await seal.openPutAway(row.id, row.put_away)
  return { kind: 'unverified', item: { id: row.id, put_away } }
}

/** The content of these rows for the owner of this seal; without a seal, what everybody may read. */
export const contentOf = async (rows: readonly OutboxRow[], seal: ActionSeal | null): Promise<OutboxContent> => {
  const opened = await Promise.all(rows.map((row) => openRow(row, seal)))
  return {
    entries: opened.flatMap((row) => ('entry' in row ? [row.entry] : [])),
    actions: opened.flatMap((row) => (row.kind === 'own' ? [row.action] : [])),
    legacy: opened.flatMap((row) => (row.kind === 'legacy' ? [row.action] : [])),
    unverified: opened.flatMap((row) => (row.kind === 'unverified' ? [row.item] : [])),
    unreadable: opened.flatMap((row) => (row.kind === 'unreadable' ? [row.id] : [])),
  }
}
