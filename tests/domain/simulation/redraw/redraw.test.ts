import type { GuessedEpoch } from '#domain/simulation/guessed-epoch'
import { drawPacking } from '#domain/simulation/redraw/packed-draws'
import { drawReferenceSet } from '#domain/simulation/redraw/reference-set'
import { describe, expect, it, test } from 'vitest'
import {
  aDesign,
  biasedCoin,
  bigStick,
  blocks,
  chosenBlocks,
  crossed,
  efron,
  factors,
  maximal,
  minimised,
  simple,
  urn,
} from '../../randomisation/designs'
import { everyRedraw, everySequence, participants, type Sequences } from './every-sequence'

/* A trial is drawn again: the reference set of a randomisation test (Simon & Simon 2011). */

const epoch = (
  design: GuessedEpoch['design'],
  people: readonly (readonly [number, ...number[]])[],
  moves: GuessedEpoch['moves'] = [],
): GuessedEpoch => ({ design, participants: participants(design, ...people), moves })

const at = (...sites: number[]) => sites.map((site): [number] => [site])

const minimisedOverTwo = minimised([1, 1], { ...factors(2, 1), is_site_stratified: true })
const ofTwoOptions: [number, ...number[]][] = [
  [7, 0, 1],
  [7, 0, 0],
  [5, 1, 1],
  [7, 0, 1],
  [5, 1, 0],
  [7, 1, 1],
]

const TRIALS: Record<string, readonly GuessedEpoch[]> = {
  'simple, 2 : 1': [epoch(simple(2, 1), at(1, 1, 1, 1))],
  'blocks of 2 and 4 by site': [
    epoch(
      aDesign({ randomisation_method_id: 1, block_size_min: 2, block_size_max: 4, is_site_stratified: true }),
      at(7, 5, 7, 7, 5),
    ),
  ],
  'blocks of chosen sizes': [epoch(chosenBlocks('2:1, 4:3'), at(1, 1, 1, 1, 1))],
  'an urn': [epoch(urn([1, 0, 1], 1, 1), at(1, 1, 1, 1, 1))],
  'a big stick': [epoch(bigStick(2), at(1, 1, 1, 1, 1))],
  'a biased coin with tolerance': [epoch(biasedCoin(2, [2, 3]), at(1, 1, 1, 1, 1))],
  'Efron’s coin': [epoch(efron(2, 3), at(1, 1, 1, 1, 1))],
  'the maximal procedure': [epoch(maximal(2, 6), at(1, 1, 1, 1, 1, 1))],
  'a minimisation over two strata and sites': [epoch(minimisedOverTwo, ofTwoOptions)],
  'the same by range, 2 : 1': [
    epoch(minimised([2, 1], { ...factors(1, 1), minimisation_measure: 'range' }), [
      [1, 0, 1],
      [1, 1, 1],
      [1, 0, 0],
      [1, 0, 1],
      [1, 1, 1],
    ]),
  ],
  'a factorial minimisation': [
    epoch(aDesign({ ...crossed([1, 1], [1, 1]), randomisation_method_id: 3 }), at(1, 1, 1, 1)),
  ],
  'a minimisation with somebody out of the counts, and back': [
    epoch(minimisedOverTwo, ofTwoOptions, [
      { drawn: 2, participant: 0, by: -1 },
      { drawn: 4, participant: 1, by: -1 },
      { drawn: 5, participant: 0, by: 1 },
    ]),
  ],
  'an urn with somebody out of the counts': [
    epoch(urn([1, 0, 1], 1, 1), at(1, 1, 1, 1, 1), [{ drawn: 3, participant: 1, by: -1 }]),
  ],
  'two epochs, a group added in the second': [
    epoch(minimised([1, 1]), at(1, 1, 1)),
    epoch(blocks(3, 3, 1, 1, 1), at(1, 1, 1)),
  ],
}

describe('draws each sequence as likely as the engine does', () => {
  it.each(Object.entries(TRIALS))('exactly: %s', (_, epochs) => {
    const redrawn = everyRedraw(epochs)
    const expected = everySequence(epochs)
    const total = [...expected.values()].reduce((sum, chance) => sum + chance, 0)
    expect(total).toBeCloseTo(1, 12)
    expect([...redrawn.keys()].toSorted()).toEqual([...expected.keys()].toSorted())
    for (const [sequence, chance] of expected)
      expect(Math.abs((redrawn.get(sequence) ?? 0) - chance)).toBeLessThan(1e-12)
  })

  it('of blocks of 2: four sequences of four, each a quarter', () => {
    expect(Object.fromEntries(everyRedraw([epoch(blocks(2, 2, 1, 1), at(1, 1, 1, 1))]))).toEqual({
      '1 2 1 2': 0.25,
      '1 2 2 1': 0.25,
      '2 1 1 2': 0.25,
      '2 1 2 1': 0.25,
    })
  })

  it.each(Object.entries(TRIALS))('in a reference set, by a chi-squared test: %s', (_, epochs) => {
    const { statistic, degrees } = chiSquared(countedIn(epochs, 40_000, 20_261_127), everySequence(epochs), 40_000)
    // Wilson & Hilferty (1931): the upper 0.01 % point of each of these tests, whose seeds are fixed.
    const bound = degrees * (1 - 2 / (9 * degrees) + 3.719 * Math.sqrt(2 / (9 * degrees))) ** 3
    expect(statistic).toBeLessThan(bound)
  })
})

describe('a reference set', () => {
  const trial = [epoch(minimisedOverTwo, ofTwoOptions)]

  it('is the same for the same seed, and another for another', () => {
    const set = (seed: number) => Buffer.from(drawReferenceSet(trial, 1000, seed, () => {}).packed).toString('hex')
    expect(set(5)).toBe(set(5))
    expect(set(5)).not.toBe(set(6))
  })

  it('begins with the trial as it was drawn', () => {
    const design = blocks(2, 2, 1, 1)
    const drawn = participants(design, [1], [1], [1], [1]).map((one, index) => ({
      ...one,
      arm: [1, 0, 0, 1][index] ?? 0,
    }))
    const set = drawReferenceSet([{ design, participants: drawn, moves: [] }], 1000, 1, () => {})
    const into = new Uint16Array(4)
    drawPacking(set.cells.length, 4).unpack(set.packed, 0, into)
    expect(Array.from(into, (cell) => set.cells[cell])).toEqual([[2], [1], [1], [2]])
  })

  it('tells after each replicate how many are done', () => {
    const told: number[] = []
    drawReferenceSet(trial, 3, 1, (done) => told.push(done))
    expect(told).toEqual([1, 2, 3])
  })
})

test.each([2, 3, 4, 5, 16, 17, 256, 257])('draws between %i cells are packed and read back', (cells) => {
  const { bytes_per_replicate, pack, unpack } = drawPacking(cells, 13)
  const rows = [1, 2, 3].map((row) => Uint16Array.from({ length: 13 }, (_, index) => (7 * index * row + row) % cells))
  const packed = new Uint8Array(3 * bytes_per_replicate)
  for (const [row, draws] of rows.entries()) pack(draws, packed, row)
  const into = new Uint16Array(13)
  for (const [row, draws] of rows.entries()) {
    unpack(packed, row, into)
    expect(into).toEqual(draws)
  }
})

/** The number of times that each sequence is in a reference set. */
const countedIn = (epochs: readonly GuessedEpoch[], replicates: number, seed: number): ReadonlyMap<string, number> => {
  const { cells, participants: count, packed } = drawReferenceSet(epochs, replicates, seed, () => {})
  const { unpack } = drawPacking(cells.length, count)
  const into = new Uint16Array(count)
  const counts = new Map<string, number>()
  for (let replicate = 1; replicate <= replicates; replicate += 1) {
    unpack(packed, replicate, into)
    const sequence = Array.from(into, (cell) => cells[cell]?.join('+') ?? '').join(' ')
    counts.set(sequence, (counts.get(sequence) ?? 0) + 1)
  }
  return counts
}

/** Pearson's statistic; sequences that are expected fewer than five times are counted as one. */
const chiSquared = (counts: ReadonlyMap<string, number>, chances: Sequences, replicates: number) => {
  const bins: { observed: number; expected: number }[] = []
  const rare = { observed: 0, expected: 0 }
  for (const [sequence, chance] of chances) {
    const bin = { observed: counts.get(sequence) ?? 0, expected: replicates * chance }
    if (bin.expected >= 5) bins.push(bin)
    else {
      rare.observed += bin.observed
      rare.expected += bin.expected
    }
  }
  if (rare.expected > 0) bins.push(rare)
  const statistic = bins.reduce((sum, { observed, expected }) => sum + (observed - expected) ** 2 / expected, 0)
  return { statistic, degrees: bins.length - 1 }
}
