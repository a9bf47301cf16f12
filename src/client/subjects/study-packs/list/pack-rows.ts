import type { StudyPack } from '#contract/study-packs'

/** A row of the list: a batch above its packs, or one pack. */
export type PackRow = { kind: 'batch'; batch_id: string; count: number } | { kind: 'pack'; pack: StudyPack }

/** Packs as rows, each batch under a heading of its own that says how many of it follow. */
export const packRows = (packs: readonly StudyPack[]): PackRow[] => {
  const rows: PackRow[] = []
  let heading: Extract<PackRow, { kind: 'batch' }> | null = null
  for (const pack of packs) {
    if (heading === null || heading.batch_id !== pack.batch_id) {
      heading = { kind: 'batch', batch_id: pack.batch_id, count: 0 }
      rows.push(heading)
    }
    heading.count += 1
    rows.push({ kind: 'pack', pack })
  }
  return rows
}

export const rowKey = (row: PackRow): string | number => (row.kind === 'batch' ? `batch ${row.batch_id}` : row.pack.id)
