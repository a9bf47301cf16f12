import { grouped } from '../../grouped'
import { drawMachine } from '../draw-machine'
import type { GuessedEpoch } from '../guessed-epoch'
import { placedParticipants } from '../placed-participants'
import { cellsOfDraws, type CountMove } from '../simulated-trial'
import type { SimulationSource } from '../simulation-source'

/** A trial that is ready to be drawn again, any number of times. */
type Redrawing = {
  readonly participants: number
  /** The study groups of each cell that some epoch has, in order of group id. A draw is an index into it. */
  readonly cells: readonly (readonly number[])[]
  /** Draws every participant once more, in order, into a list with a place for each. */
  readonly redraw: (source: SimulationSource, into: Uint16Array) => void
}

/**
 * Redraws the sequence of participants as it came: sites and options, the design of each epoch and later settings that
 * left its counts as they were, and the flags that moved counts, whose they were and when. Only the groups are drawn again, by the engine's own rules. In: the epochs of a trial's ledger.
 * Source: Simon & Simon (2011).
 */
export const redrawing = (epochs: readonly GuessedEpoch[]): Redrawing => {
  const cells = cellsOfEpochs(epochs)
  const parts = epochs.map((epoch) => redrawnEpoch(epoch, cells))
  return {
    participants: epochs.reduce((sum, epoch) => sum + epoch.participants.length, 0),
    cells,
    redraw: (source, into) => {
      let first = 0
      for (const part of parts) {
        part.redraw(source, into, first)
        first += part.participants
      }
    },
  }
}

/** What everybody drew in fact, in order, as the indexes of their cells. */
export const drawnCells = (epochs: readonly GuessedEpoch[], cells: readonly (readonly number[])[]): Uint16Array =>
  Uint16Array.from(
    epochs.flatMap((epoch) => {
      const cellOf = cellIndexes(epoch, cells)
      return epoch.participants.map(({ arm }) => cellOf[arm] ?? 0)
    }),
  )

/** The groups of each cell, each once. */
const cellsOfEpochs = (epochs: readonly GuessedEpoch[]): readonly (readonly number[])[] => {
  const named = new Map(
    epochs.flatMap(({ design }) => design.cells.map(({ group_ids }) => [group_ids.join(), group_ids] as const)),
  )
  return [...named.values()].sort((one, other) => (one[0] ?? 0) - (other[0] ?? 0) || (one[1] ?? 0) - (other[1] ?? 0))
}

/** For everything that a draw of this epoch can be, the index of its cell among all of the trial. */
const cellIndexes = ({ design }: GuessedEpoch, cells: readonly (readonly number[])[]): Uint16Array => {
  const places = new Map(cells.map((groupIds, place) => [groupIds.join(), place]))
  const ofDesign = design.cells.map(({ group_ids }) => places.get(group_ids.join()) ?? 0)
  return Uint16Array.from(cellsOfDraws(design), (cell) => ofDesign[cell] ?? 0)
}

const redrawnEpoch = (epoch: GuessedEpoch, cells: readonly (readonly number[])[]) => {
  const { recruits, keys } = placedParticipants(epoch)
  const keysOf = recruits.map(({ keys }) => keys)
  const machine = drawMachine(epoch.design, keys)
  const cellOf = cellIndexes(epoch, cells)
  const drawn = new Uint16Array(keysOf.length)
  const moves = movesByTime(epoch.moves)
  const designFrom = new Map((epoch.carried ?? []).map((one) => [one.drawn, one.design]))

  const moveAfter = (number: number) => {
    for (const { participant, by } of moves.get(number) ?? [])
      machine.move(keysOf[participant] ?? [], drawn[participant] ?? 0, by)
  }

  return {
    participants: keysOf.length,
    redraw: (source: SimulationSource, into: Uint16Array, first: number) => {
      machine.begin()
      for (let number = 0; number < keysOf.length; number += 1) {
        if (moves.size > 0) moveAfter(number)
        const later = designFrom.size > 0 ? designFrom.get(number) : undefined
        if (later !== undefined) machine.follow(later)
        const drawnIndex = machine.draw(keysOf[number] ?? [], source)
        drawn[number] = drawnIndex
        into[first + number] = cellOf[drawnIndex] ?? 0
      }
    },
  }
}

const movesByTime = (moves: readonly CountMove[]): ReadonlyMap<number, readonly CountMove[]> =>
  grouped(moves, ({ drawn }) => drawn)
