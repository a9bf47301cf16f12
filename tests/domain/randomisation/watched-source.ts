import { allocate, type DrawState } from '#domain/randomisation/allocate'
import type { OneRatioDesign } from '#domain/randomisation/design'
import { randomSource, type RandomSource, type Words } from '#domain/randomisation/random-source'

/** A draw's request to its source of chance. */
export type RecordedDraw =
  { readonly kind: 'uniform'; readonly m: bigint } | { readonly kind: 'pick'; readonly weights: readonly number[] }

/** The engine's own source over these words. It reports each request before it reads a word. */
export const watchedSource = (words: Words, hear: (draw: RecordedDraw) => void): RandomSource => {
  const source = randomSource(words)
  return {
    uniform: (m) => {
      hear({ kind: 'uniform', m: BigInt(m) })
      return source.uniform(m)
    },
    pick: (weights) => {
      hear({ kind: 'pick', weights })
      return source.pick(weights)
    },
  }
}

/**
 * The weights from which the engine picks in these states: the balls of an urn, or the weights of a minimisation's
 * arms.
 */
export const pickedWeights = (design: OneRatioDesign, states: readonly (DrawState | null)[]): readonly number[] => {
  const picks: (readonly number[])[] = []
  const source = watchedSource(
    () => 0n,
    (draw) => {
      if (draw.kind === 'pick') picks.push(draw.weights)
    },
  )
  allocate(design, states, source)
  return picks.flat()
}
