import type { StudyPack } from '#contract/study-packs'
import { permitsAction } from '#domain/study-packs/study-pack-actions'

/** A row of the list: a batch above its packs, or one pack. */
export type PackRow = { kind: 'batch'; batch_id: string; count: number } | { kind: 'pack'; pack: StudyPack }

/**
 * Packs as rows, each batch under a heading of its own that says how many of it follow. Within a batch those that wait to be
 * dispensed come first.
 */
export const packRows = (packs: readonly StudyPack[]): PackRow[] =>
  byBatch(packs).flatMap((batch): PackRow[] => [
    { kind: 'batch', batch_id: batch[0].batch_id, count: batch.length },
    ...waitingFirst(batch).map((pack) => ({ kind: 'pack' as const, pack })),
  ])

type Batch = [StudyPack, ...StudyPack[]]

const byBatch = (packs: readonly StudyPack[]): Batch[] => {
  const batches: Batch[] = []
  for (const pack of packs) {
    const batch = batches.at(-1)
    if (batch === undefined || batch[0].batch_id !== pack.batch_id) batches.push([pack])
    else batch.push(pack)
  }
  return batches
}

const waitingFirst = (batch: Batch): readonly StudyPack[] => {
  const isWaiting = ({ study_pack_status_id }: StudyPack) => permitsAction(study_pack_status_id, 'dispense')
  return batch.some(isWaiting) ? [...batch.filter(isWaiting), ...batch.filter((pack) => !isWaiting(pack))] : batch
}

export const rowKey = (row: PackRow): string | number => (row.kind === 'batch' ? `batch ${row.batch_id}` : row.pack.id)
