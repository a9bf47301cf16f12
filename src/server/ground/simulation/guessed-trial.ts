import { guessRate } from '#contract/guessability'
import * as v from 'valibot'

/** The guessability of a trial as a worker thread returns it; null before the first participant. */
export const guessedTrial = v.nullable(
  v.strictObject({
    trial: guessRate,
    sites: v.array(v.strictObject({ site_id: v.number(), ...guessRate.entries })),
    unseeing_guesser: v.number(),
  }),
)
export type GuessedTrial = v.InferOutput<typeof guessedTrial>
