import { api } from '#contract/api'
import type { SentBody } from '#contract/endpoint'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useReducer, useRef } from 'react'
import { call } from '../../../device/call'
import { invalidateTouched } from '../../../api/invalidate-touched'
import { asksAgainIn, attemptAfter, mayPress, type Attempt, type AttemptEvent } from './randomise-attempt'

type Body = SentBody<typeof api.randomiseParticipant>

/**
 * Runs one attempt: sends it when pressed, and requests the outcome of its key while that is unknown. `bodyOf` makes the
 * request; a reloaded page has none, and only requests the outcome.
 */
export const useAttempt = (
  trialId: number,
  key: string,
  initial: Attempt,
  bodyOf: ((approved: boolean) => Body) | null,
) => {
  const client = useQueryClient()
  const [attempt, dispatch] = useReducer(attemptAfter, initial)
  const isSent = useRef(false)
  const parameters = { trial_id: String(trialId) }

  const press = async () => {
    if (bodyOf === null || !mayPress(attempt) || isSent.current) return
    isSent.current = true
    dispatch({ type: 'pressed' })
    const outcome = await call(
      api.randomiseParticipant,
      { parameters, body: bodyOf(attempt.approved) },
      { idempotency_key: key },
    )
    isSent.current = false
    dispatch(
      outcome.ok
        ? { type: 'answered', participants: outcome.value.data }
        : { type: 'failed', failure: outcome.refusal },
    )
  }

  const { phase } = attempt
  const checks = 'checks' in attempt ? attempt.checks : 0
  useEffect(() => {
    if (phase !== 'checking') return undefined
    const left = new AbortController()
    const ask = async () => {
      const event = await askOutcome(trialId, key, left.signal)
      if (!left.signal.aborted) dispatch(event)
    }
    void ask()
    return () => left.abort()
  }, [phase, trialId, key])

  useEffect(() => {
    if (phase !== 'unknown') return undefined
    const timer = setTimeout(() => dispatch({ type: 'asked_again' }), asksAgainIn(checks))
    return () => clearTimeout(timer)
  }, [phase, checks])

  // Also where it was refused: the trial may have changed, and then the form must not stay open.
  const isSettled = phase === 'finished' || (attempt.phase === 'confirm' && attempt.refusal !== null)
  // Once for each outcome: not again for the empty cache after a sign-out on this page.
  const refetch = useEffectEvent(() => {
    const { touches } = api.randomiseParticipant
    invalidateTouched(client, { touches, parameters: { trial_id: String(trialId) } })
  })
  useEffect(() => {
    if (isSettled) refetch()
  }, [isSettled])

  return {
    attempt,
    press,
    approve: (approved: boolean) => dispatch({ type: 'approved', approved }),
    askAgain: () => dispatch({ type: 'asked_again' }),
  }
}

const askOutcome = async (trialId: number, key: string, signal: AbortSignal): Promise<AttemptEvent> => {
  const outcome = await call(
    api.settleRandomisation,
    { parameters: { trial_id: String(trialId) }, body: { idempotency_key: key } },
    { signal },
  )
  if (outcome.ok) return { type: 'settled', outcome: outcome.value }
  return { type: 'unsettled', failure: outcome.refusal }
}
