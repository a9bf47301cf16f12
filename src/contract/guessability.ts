import * as v from 'valibot'
import { endpoint, none, nothing } from './endpoint'
import { id, idInAddress } from './fields'
import { checkedEstimate, designWarning } from './simulation-figures'
import { inTrial } from './needs'

/** How often the best guesser is right about some participants of a trial. */
export const guessRate = v.strictObject({
  participants: v.number(),
  /** How often the best guesser would have been right about them, a share from 0 to 1. */
  observed: v.number(),
  /** How often it is right by the design: over simulated trials of the same participants, beside the exact rate if known. */
  expected: checkedEstimate,
  /** The share of allocations that the guesser knows for certain, by the design likewise. */
  certain: v.number(),
})

/** How guessable a trial has been so far. Guessers begin again with each epoch, and see the flags that moved counts. */
const guessability = v.strictObject({
  /** Of a guesser who sees every allocation of the trial, and names the most probable group; null before the first one. */
  trial: v.nullable(guessRate),
  /** Of guessers who each see their own site and its sequence numbers alone, at each site that has participants, in order of id. */
  sites: v.array(v.strictObject({ site: v.strictObject({ id, title: v.string() }), ...guessRate.entries })),
  /** How often one is right who has seen nothing and always names what has the largest weight; null before the first. */
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
  errors: ['forbidden', 'blinded'],
  query: none,
  body: nothing,
})
