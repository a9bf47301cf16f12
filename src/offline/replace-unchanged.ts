import type { OutboxDatabase, OutboxRow } from './outbox-database'

/** A row as it was read, and its replacement. */
export type Replacement = { row: OutboxRow; after: OutboxRow }

/** Whether a row was not written in between: each sealing gives other bytes. */
export const isSameRow = (one: OutboxRow, other: OutboxRow): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * Replaces and adds rows where each replaced row is still as it was read; returns false where one is not, and then nothing is
 * written. Each sealing gives other bytes, so an equal row was not written since.
 */
export const replaceUnchanged = async (
  { items, transact }: Pick<OutboxDatabase, 'items' | 'transact'>,
  replacements: readonly Replacement[],
  added: readonly Omit<OutboxRow, 'number'>[] = [],
): Promise<boolean> => {
  if (replacements.length === 0) return true
  return transact(async () => {
    for (const { row } of replacements) {
      const stored = await items.get(row.number)
      if (stored === undefined || !isSameRow(stored, row)) return false
    }
    await items.bulkPut(replacements.map(({ after }) => after))
    await items.bulkAdd([...added])
    return true
  })
}
