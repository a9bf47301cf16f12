import { problem, type Problem } from '#contract/problem'
import { listWaitingParticipants, type WaitingParticipant } from '#contract/waiting-list'
import * as v from 'valibot'
import { ask, posted, valueOf } from './ask'
import type { SignedIn } from './sign-in'

const listOf = (trialId: number) => `trials/${trialId}/waiting-list`

const write = async (who: SignedIn, path: string, body: object, headers: Record<string, string> = {}) => {
  const response = await who.fetch(path, posted(body, headers))
  const text = await response.text()
  const refusal: Problem | null = response.ok ? null : v.parse(problem, JSON.parse(text))
  return {
    status: response.status,
    replayed: response.headers.get('Idempotency-Replayed') === 'true',
    problem: refusal,
    outcome: refusal?.code ?? 'done',
  }
}

/** Asks to put a participant on the waiting list of a trial. */
export const putOnList = (who: SignedIn, trialId: number, body: object, headers?: Record<string, string>) =>
  write(who, listOf(trialId), body, headers)

/** Asks to take a row off it. */
export const removeFromList = (
  who: SignedIn,
  trialId: number,
  waitingId: number | undefined,
  reason = 'No longer eligible',
  headers?: Record<string, string>,
) => write(who, `${listOf(trialId)}/${waitingId}/remove`, { reason }, headers)

/** Those who wait, as somebody is shown them. */
export const waitingFor = async (who: SignedIn, trialId: number, query = ''): Promise<WaitingParticipant[]> =>
  valueOf(await ask(who, listWaitingParticipants.response, `${listOf(trialId)}${query}`)).data
