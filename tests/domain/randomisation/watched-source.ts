import { allocate, type DrawState } from '#domain/randomisation/allocate'
import type { AllocationDesign } from '#domain/randomisation/design'
import { randomSource, type RandomSource, type Words } from '#domain/randomisation/random-source'

/** What a draw asked of its chance. */
export type RecordedDraw =
  { readonly what: 'uniform'; readonly m: bigint } | { readonly what: 'pick'; readonly weights: readonly number[] }

/** The engine's own source over these words, which says what it is asked for before it takes a word. */
export const watchedSource = (words: Words, hear: (draw: RecordedDraw) => void): RandomSource => {
  const source = randomSource(words)
  return {
    uniform: (m) => {
      hear({ what: 'uniform', m: BigInt(m) })
      return source.uniform(m)
    },
    pick: (weights) => {
      hear({ what: 'pick', weights })
      return source.pick(weights)
    },
  }
}

/** The weights among which the engine picks at these states: balls of an urn, or how a minimisation weighs its arms. */
export const pickedWeights = (design: AllocationDesign, states: readonly (DrawState | null)[]): readonly number[] => {
  const picks: (readonly number[])[] = []
  const source = watchedSource(
    () => 0n,
    (draw) => {
      if (draw.what === 'pick') picks.push(draw.weights)
    },
  )
  allocate(design, states, source)
  return picks.flat()
}
