import type { GuessedEpoch } from '../guessed-epoch'
import { simulationSource } from '../simulation-source'
import { drawPacking } from './packed-draws'
import { drawnCells, redrawing } from './redraw'

/** A trial as it was drawn, and drawn again so many times, packed. */
type ReferenceSet = {
  /** The study groups of each cell, which the draws are indexes of. */
  readonly cells: readonly (readonly number[])[]
  readonly participants: number
  /** The trial as it was drawn first, then one replicate after another. */
  readonly packed: Uint8Array<ArrayBuffer>
}

/**
 * Draws a trial again: one replicate after another, all from one seed, an integer from 0 to 2^32 − 1. The same ledger, number of
 * replicates and seed give the same set. `onProgress` hears after each replicate how many are done.
 */
export const drawReferenceSet = (
  epochs: readonly GuessedEpoch[],
  replicates: number,
  seed: number,
  onProgress: (done: number) => void,
): ReferenceSet => {
  const { participants, cells, redraw } = redrawing(epochs)
  const { bytes_per_replicate, pack } = drawPacking(cells.length, participants)
  const source = simulationSource(seed)
  const draws = new Uint16Array(participants)
  const packed = new Uint8Array((1 + replicates) * bytes_per_replicate)
  pack(drawnCells(epochs, cells), packed, 0)
  for (let replicate = 1; replicate <= replicates; replicate += 1) {
    redraw(source, draws)
    pack(draws, packed, replicate)
    onProgress(replicate)
  }
  return { cells, participants, packed }
}
