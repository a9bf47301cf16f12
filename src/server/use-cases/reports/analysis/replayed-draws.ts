import { randomSource } from '#domain/randomisation/random-source'
import { startRecount } from '#domain/randomisation/recount'
import { chanceOfGroup, watchedSource } from '#domain/randomisation/watched-source'
import { findLedgerRecords } from '../../../ground/db/ledger'
import type { LongReading } from '../../../ground/db/long-reading'
import { readLedgerRecord } from '../../../ground/ledger/read-ledger-record'
import type { AllocationRecord } from '../../../ground/ledger/ledger-records'
import { drawWords } from '../../../ground/ledger/words'

/** One draw as the ledger has it, with the cell that its arm belongs to and the chance that each group had. */
export type ReplayedDraw = {
  record: AllocationRecord
  cell: number
  chanceOf: (groupId: number) => number
}

type Replayed = { trial_id: number; draw_key: Uint8Array; ledger_length: number }

/** So many records are read and drawn again at once: some 20 ms. */
const PIECE = 500

/**
 * The draws of a ledger up to a record, in order, each drawn again from the trial's key. A record that cannot follow the ones before
 * it is a defect, of which the self-check tells too: no chance is given out that was not the one of the draw.
 */
export async function* replayedDraws(
  reading: LongReading,
  { trial_id, draw_key, ledger_length }: Replayed,
): AsyncGenerator<ReplayedDraw, void, undefined> {
  let picked: () => readonly number[] = () => []
  const recount = startRecount((counter) => {
    const watched = watchedSource(randomSource(drawWords(draw_key, counter)))
    picked = watched.picked
    return watched.source
  })
  for (let after = 0; after < ledger_length; after += PIECE) {
    const span = { after, upTo: Math.min(after + PIECE, ledger_length) }
    for (const { i, rec } of await reading.readPiece((queries) => findLedgerRecords(queries, trial_id, span))) {
      const read = readLedgerRecord(rec)
      const counted = read.ok ? recount.add(read.value) : read
      if (!read.ok || !counted.ok) throw new Error(`record ${i} of trial ${trial_id} cannot be drawn again`)
      const { design } = recount.recounted()
      if (read.value.type !== 'allocation' || design === null) continue
      const weights = picked()
      const record = read.value
      yield {
        record,
        cell: design.cells.findIndex(({ group_ids }) => group_ids.join() === record.groups.join()),
        chanceOf: (groupId) => {
          const { of, outOf } = chanceOfGroup(design, weights, groupId)
          return of / outOf
        },
      }
    }
  }
}
