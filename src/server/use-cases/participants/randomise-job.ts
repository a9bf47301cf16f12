import { refusal, type Refusal } from '#contract/errors'
import type { randomiseParticipant as endpoint } from '#contract/participants'
import type { Outcome } from '#domain/outcome'
import type { ParticipantRow } from '../../ground/db/participants'
import type { Call } from '../call/call'
import type { TrialView } from '../call/view'

/** One request to randomise. */
export type RandomiseJob = { call: Call<typeof endpoint> }

/** The same, from a person who may randomise in the trial. */
export type AuthorisedJob = RandomiseJob & { view: TrialView }

/** A participant as they were randomised, and how the one who asked sees the trial. */
type Randomised = { row: ParticipantRow; view: TrialView; replayed: boolean }
export type RandomiseResult = Outcome<Randomised, Refusal>

/** Another transaction is at work under the key of a request: nothing of the request was done, and it may be tried again. */
export const KEY_IN_USE: Refusal = refusal('unavailable')
