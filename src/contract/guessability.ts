import * as v from 'valibot'
import { endpoint } from './endpoint'
import { id, idInAddress } from './fields'
import { checkedEstimate, designWarning } from './simulation-figures'
import { inTrial } from './needs'

/** How often the best guesser is right about some participants of a trial. */
export const guessRate = v.strictObject({
  participants: v.number(),
  /** The share of right guesses of the best guesser so far, from 0 to 1. */
  observed: v.number(),
  /** The same share by the design: over simulated trials of the same participants, beside the exact rate where known. */
  expected: checkedEstimate,
  /** The share of allocations that the guesser can be certain of, by the design. */
  certain: v.number(),
})

/** The guessability of a trial so far. Guessers begin again with each epoch, and see flags that change counts. */
const guessability = v.strictObject({
  /** For a guesser who sees every allocation of the trial and names the most probable group; null before the first one. */
  trial: v.nullable(guessRate),
  /** For guessers who each see only their own site and its sequence numbers, at each site with participants, by id. */
  sites: v.array(v.strictObject({ site: v.strictObject({ id, title: v.string() }), ...guessRate.entries })),
  /**
   * The share of right guesses for somebody who sees nothing and always names the group of the largest weight; null before the
   * first.
   */
  unseeing_guesser: v.nullable(v.number()),
  warnings: v.array(designWarning),
})
export type Guessability = v.InferOutput<typeof guessability>

export const getGuessability = endpoint({
  method: 'GET',
  path: 'trials/{trial_id}/guessability',
  summary: 'Read how often the best guesser would have been right, in the trial and at each site',
  needs: inTrial('viewGuessability'),
  parameters: { trial_id: idInAddress },
  status: 200,
  response: guessability,
})
