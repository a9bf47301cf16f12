import type { OneRatioDesign } from '../randomisation/design'
import { firstBelief, FOR_EXACT, type Belief } from './belief'
import { isBlockDesign } from '../randomisation/block-sizes'
import { canBeFiltered } from './guessed-by'

/** Beliefs looked at before a design is given up as too many-branched: about a second. */
const MAX_BELIEFS = 3000

/** Beliefs less likely than this are left out. */
const NEGLIGIBLE = 1e-9

/**
 * How likely a guesser who sees the groups of a key, and names the one of the largest conditional probability, is right
 * about the participants in place 1, 2, … `last` of it: by going through all possible beliefs. Fewer where those are
 * too many, and none in a minimisation, where the virtual arms always make too many.
 */
export const exactGuesses = (design: OneRatioDesign, last: number): readonly number[] => {
  if (!isBlockDesign(design) || !canBeFiltered(design)) return []
  const steps: number[] = []
  let beliefs = new Map<Belief, number>([[firstBelief(design, FOR_EXACT), 1]])
  let looked = 0
  while (steps.length < last) {
    let right = 0
    const next = new Map<Belief, number>()
    for (const [belief, chance] of beliefs) {
      looked += 1
      if (looked > MAX_BELIEFS) return steps
      right += chance * Math.max(...belief.chances)
      for (const [cell, ofCell] of belief.chances.entries()) {
        const jointChance = chance * ofCell
        if (jointChance < NEGLIGIBLE) continue
        const after = belief.afterDraw(cell)
        next.set(after, jointChance + (next.get(after) ?? 0))
      }
    }
    steps.push(right)
    beliefs = next
  }
  return steps
}
