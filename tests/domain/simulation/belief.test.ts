import type { DrawState } from '#domain/randomisation/allocate'
import type { OneRatioDesign } from '#domain/randomisation/design'
import { firstBelief, FOR_MANY_STATES, FOR_SIMULATION, type Belief } from '#domain/simulation/belief'
import { everyDraw } from '#domain/simulation/every-draw'
import { cellsOfDraws } from '#domain/simulation/simulated-trial'
import { expect, it } from 'vitest'
import { blocks, minimised } from '../randomisation/designs'

type Histories = Map<string, { state: DrawState | null; chance: number }[]>

/**
 * The share of right guesses at draw 1, … `last` by a person who has seen the groups. Every history of the engine is
 * followed in full.
 */
const inFull = (design: OneRatioDesign, last: number): number[] => {
  const cells = cellsOfDraws(design)
  let histories: Histories = new Map([['', [{ state: null, chance: 1 }]]])
  return Array.from({ length: last }, () => {
    const next: Histories = new Map()
    let right = 0
    for (const [seen, ways] of histories) {
      const ofCells = design.cells.map(() => 0)
      for (const { state, chance } of ways)
        for (const draw of everyDraw(design, [state])) {
          const cell = cells[draw.drawn_index] ?? 0
          ofCells[cell] = (ofCells[cell] ?? 0) + chance * draw.chance
          const name = `${seen}${cell}`
          const branches = next.get(name) ?? []
          next.set(name, [...branches, { state: draw.states[0] ?? null, chance: chance * draw.chance }])
        }
      right += Math.max(...ofCells)
    }
    histories = next
    return right
  })
}

const byBelief = (belief: Belief, last: number): number[] => {
  let now: { belief: Belief; chance: number }[] = [{ belief, chance: 1 }]
  return Array.from({ length: last }, () => {
    const right = now.reduce((sum, one) => sum + one.chance * Math.max(...one.belief.chances), 0)
    now = now.flatMap((one) =>
      one.belief.chances.flatMap((chance, cell) =>
        chance > 0 ? [{ belief: one.belief.afterDraw(cell), chance: one.chance * chance }] : [],
      ),
    )
    return right
  })
}

it.each([
  { of: 'a minimisation at 2 : 1', design: minimised([2, 1]), settings: FOR_MANY_STATES, last: 7 },
  { of: 'blocks of 3 and 6 at 2 : 1', design: blocks(3, 6, 2, 1), settings: FOR_SIMULATION, last: 9 },
])('the seen groups of $of give the same belief as all histories', ({ design, settings, last }) => {
  const full = inFull(design, last)
  for (const [index, right] of byBelief(firstBelief(design, settings), last).entries())
    expect(right).toBeCloseTo(full[index] ?? NaN, 2)
})
