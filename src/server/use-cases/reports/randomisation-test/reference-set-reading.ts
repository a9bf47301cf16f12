import { refusal, type Refusal } from '#contract/errors'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { drawPacking } from '#domain/simulation/redraw/packed-draws'
import type { LongReading } from '../../../ground/db/long-reading'
import { findRandomisationTest, type RandomisationTestRow } from '../../../ground/db/randomisation-tests'
import { findReferenceSetPiece } from '../../../ground/db/reference-sets'

/** A reference set, one draw of the trial after another. */
export type ReferenceSetReading = {
  test: RandomisationTestRow
  /** The study groups of each cell, which the draws are indexes of. */
  cells: readonly (readonly number[])[]
  /** The trial as it was drawn, then each replicate. The list is filled again for the next one. */
  draws: () => AsyncGenerator<Uint16Array, void, undefined>
}

/** The reference set of a test; refused where the trial has no such test, and where it has none yet. */
export const readReferenceSet = async (
  reading: LongReading,
  trialId: number,
  testId: number,
): Promise<Outcome<ReferenceSetReading, Refusal>> => {
  const test = await reading.read((queries) => findRandomisationTest(queries, trialId, testId))
  if (!test) return refused(refusal('not_found'))
  const { state, cells } = test
  if (state !== 'done' || cells === null) return refused(refusal('reference_set_not_ready'))
  return accepted({ test, cells, draws: () => drawsOf(reading, test, cells.length) })
}

async function* drawsOf(
  reading: LongReading,
  { id, participants, replicates }: RandomisationTestRow,
  cells: number,
): AsyncGenerator<Uint16Array, void, undefined> {
  const { bytes_per_replicate, unpack } = drawPacking(cells, participants)
  const draws = new Uint16Array(participants)
  let read = 0
  for (let piece = 0; read <= replicates; piece += 1) {
    const packed = await reading.readPiece((queries) => findReferenceSetPiece(queries, id, piece))
    if (packed === undefined) throw new Error(`randomisation test ${id} has ${read} of ${1 + replicates} draws`)
    const count = packed.length / bytes_per_replicate
    for (let replicate = 0; replicate < count; replicate += 1) {
      unpack(packed, replicate, draws)
      yield draws
    }
    read += count
  }
}
