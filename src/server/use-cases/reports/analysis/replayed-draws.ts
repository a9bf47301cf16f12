import type { ListStratum } from '#domain/randomisation/own-list'
import { randomSource } from '#domain/randomisation/random-source'
import { startRecount } from '#domain/randomisation/recount'
import { chanceOfGroup, watchedSource } from '#domain/randomisation/watched-source'
import { findLedgerRecords } from '../../../ground/db/ledger'
import type { LongReading } from '../../../ground/db/long-reading'
import { readLedgerRecord } from '../../../ground/ledger/read-ledger-record'
import type { AllocationRecord } from '../../../ground/ledger/ledger-records'
import { drawWords } from '../../../ground/ledger/words'

/** One draw of the ledger, with the cell of its arm and the chance of each group. */
export type ReplayedDraw = {
  record: AllocationRecord
  cell: number
  /** Null where the group came from an uploaded list: how that was made is not known. */
  chanceOf: (groupId: number) => number | null
}

type Replayed = {
  trial_id: number
  draw_key: Uint8Array
  ledger_length: number
  /** The rows of each uploaded list, by its number. */
  lists: ReadonlyMap<number, readonly ListStratum[]>
}

/** How many records are read and drawn again at once: some 20 ms. */
const PIECE = 500

/**
 * The draws of a ledger up to a record, in order, each drawn again from the trial's key. A record that cannot follow
 * those before it is a defect, which the self-check reports too: a chance is only returned if it was that of the draw.
 */
export async function* replayedDraws(
  reading: LongReading,
  { trial_id, draw_key, ledger_length, lists }: Replayed,
): AsyncGenerator<ReplayedDraw, void, undefined> {
  let picked: () => readonly number[] = () => []
  const recount = startRecount(
    (counter) => {
      const watched = watchedSource(randomSource(drawWords(draw_key, counter)))
      picked = watched.picked
      return watched.source
    },
    (number) => lists.get(number),
  )
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
          return design.method === 'list' ? null : of / outOf
        },
      }
    }
  }
}
