import { drawPacking } from '#domain/simulation/redraw/packed-draws'
import * as v from 'valibot'
import { findLedgerRecords } from '../db/ledger'
import { noteReplicates, settleRandomisationTest, type ClaimedTest } from '../db/randomisation-tests'
import { inReadingTurn } from '../db/reading-turn'
import { storeReferenceSetPiece } from '../db/reference-sets'
import type { Queries } from '../db/transaction'
import { beginWork, type BackgroundWork } from './background-work'
import type { WorkDependencies } from './simulation-work'

/** A reference set as a worker thread answers it. */
const drawnSet = v.strictObject({
  cells: v.array(v.array(v.number())),
  participants: v.number(),
  packed: v.instance(Uint8Array),
})

/** So many records are read at once. */
const RECORDS = 500

/** Bytes of a reference set that are stored and read as one piece, at most: some ten milliseconds for the embedded database. */
const PIECE_BYTES = 256 * 1024

/** Whole replicates of so many bytes that make a piece. */
const replicatesOfPiece = (bytesPerReplicate: number): number =>
  Math.max(1, Math.floor(PIECE_BYTES / bytesPerReplicate))

/** Begins to work on a randomisation test that this process has claimed. */
export const beginRandomisationTest = async (
  { database: { queries }, log, now, openWorker }: WorkDependencies,
  { id, trial_id, replicates, seed, ledger_length }: ClaimedTest,
): Promise<BackgroundWork> => {
  const records = await readRecords(queries, trial_id, ledger_length)
  return beginWork(
    { log, openWorker },
    {
      of: 'randomisation test',
      id,
      job: { kind: 'reference_set', records, replicates, seed },
      noteProgress: (done) => noteReplicates(queries, id, done, now()),
      storeAnswer: async (answer) => {
        const parsed = v.safeParse(drawnSet, answer)
        if (!parsed.success) return false
        const { cells, participants, packed } = parsed.output
        const bytes = drawPacking(cells.length, participants).bytes_per_replicate
        await storePieces(queries, id, packed, bytes * replicatesOfPiece(bytes))
        await settleRandomisationTest(queries, id, { state: 'done', cells, replicates_done: replicates })
        return true
      },
      storeFailure: () => settleRandomisationTest(queries, id, { state: 'failed' }),
      storeRelease: () => settleRandomisationTest(queries, id, { state: 'waiting', replicates_done: 0 }),
    },
  )
}

const readRecords = async (queries: Queries, trialId: number, length: number): Promise<string[]> => {
  const records: string[] = []
  for (let after = 0; after < length; after += RECORDS) {
    const span = { after, upTo: Math.min(after + RECORDS, length) }
    const links = await inReadingTurn(queries, () => findLedgerRecords(queries, trialId, span))
    for (const { rec } of links) records.push(rec)
  }
  return records
}

/** One after another, each in a reading turn, so that whoever randomises goes first. */
const storePieces = async (queries: Queries, id: number, packed: Uint8Array, bytes: number): Promise<void> => {
  for (let first = 0; first < packed.length; first += bytes) {
    const piece = packed.subarray(first, first + bytes)
    await inReadingTurn(queries, () => storeReferenceSetPiece(queries, id, first / bytes, piece))
  }
}
