import { permitsAction } from '#domain/study-packs/study-pack-actions'
import { orderPacks } from '#domain/study-packs/study-pack-order'
import type { PackOrder } from '#domain/study-packs/study-pack-sorts'
import type { PackFromServerOrStore } from '../pack-from-server-or-store'
import type { SiteTitles } from '../site-titles'

/** A row of the list: a batch above its packs, or one pack. */
export type PackRow = { kind: 'batch'; batch_id: string; count: number } | { kind: 'pack'; pack: PackFromServerOrStore }

/** Packs as rows, each batch under a heading with the number of its rows. Within a batch, waiting packs are first. */
export const packRows = (packs: readonly PackFromServerOrStore[]): PackRow[] =>
  byBatch(packs).flatMap(({ batch_id, waiting, others }): PackRow[] => [
    { kind: 'batch', batch_id, count: waiting.length + others.length },
    ...[...waiting, ...others].map((pack) => ({ kind: 'pack' as const, pack })),
  ])

type Batch = { batch_id: string; waiting: PackFromServerOrStore[]; others: PackFromServerOrStore[] }

/** Reads each pack once: there may be twenty thousand. */
const byBatch = (packs: readonly PackFromServerOrStore[]): Batch[] => {
  const batches: Batch[] = []
  for (const pack of packs) {
    const { batch_id, study_pack_status_id } = pack
    let batch = batches.at(-1)
    if (batch?.batch_id !== batch_id) {
      batch = { batch_id, waiting: [], others: [] }
      batches.push(batch)
    }
    const isWaiting = permitsAction(study_pack_status_id, 'dispense')
    batch[isWaiting ? 'waiting' : 'others'].push(pack)
  }
  return batches
}

export const rowKey = (row: PackRow): string | number => (row.kind === 'batch' ? `batch ${row.batch_id}` : row.pack.id)

/** Packs as rows in an order. Any order but that of batches mixes the batches, one row for each pack. */
export const orderedRows = (
  packs: readonly PackFromServerOrStore[],
  place: PackOrder,
  siteTitle: SiteTitles,
): PackRow[] => {
  const ordered = orderPacks(packs, place, siteTitle)
  return place.sort === 'batch' ? packRows(ordered) : ordered.map((pack) => ({ kind: 'pack', pack }))
}
