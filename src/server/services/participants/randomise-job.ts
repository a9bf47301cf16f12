import type { Refusal } from '#contract/errors'
import type { randomiseParticipant as endpoint } from '#contract/participants'
import type { Outcome } from '#domain/outcome'
import type { ParticipantRow } from '../../db/participants'
import type { Call } from '../../http/call'
import type { TrialView } from '../authorise'

/** One request to randomise, from a person who may do so in the trial. */
export type RandomiseJob = { call: Call<typeof endpoint>; view: TrialView }

export type Randomised = { row: ParticipantRow; replayed: boolean }
export type RandomiseResult = Outcome<Randomised, Refusal>
