import { problem, type Problem } from '#contract/problem'
import { randomiseParticipant, type Participant } from '#contract/participants'
import * as v from 'valibot'
import type { SignedIn } from './sign-in'

/** The answer to a request to randomise. */
export type Answered = {
  status: number
  replayed: boolean
  participants: Participant[]
  problem: Problem | null
}

/** Randomises as the wizard does. */
export const randomise = async (
  who: SignedIn,
  trialId: number,
  body: object,
  headers: Record<string, string> = {},
): Promise<Answered> => {
  const init = { method: 'POST', body: JSON.stringify(body), headers }
  const response = await who.fetch(`trials/${trialId}/participants`, init)
  const answer: unknown = await response.json()
  const facts = { status: response.status, replayed: response.headers.get('Idempotency-Replayed') === 'true' }
  if (!response.ok) return { ...facts, participants: [], problem: v.parse(problem, answer) }
  return { ...facts, participants: v.parse(randomiseParticipant.response, answer).data, problem: null }
}
