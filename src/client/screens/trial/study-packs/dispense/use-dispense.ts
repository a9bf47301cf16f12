import { api } from '#contract/api'
import type { SentBody } from '#contract/endpoint'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { call } from '../../../../api/browser-call'
import { answerOf } from '../../../../api/endpoint-query'
import { failureOf } from '../../../../api/failure'
import { refreshParticipants } from '../../../../api/participant-queries'
import { refreshStudyPacks, showChangedPacks } from '../../../../api/study-pack-queries'
import { canReachServer } from '../../../../offline/connection'
import { useConnectionFace } from '../../../../offline/use-connection'
import { attemptToDispense, dispenseAttemptAfter } from './dispense-attempt'

type Body = SentBody<typeof api.dispenseStudyPacks>

/** Marks what is being sent, so that no scan takes the screen away from it. */
export const DISPENSING = ['dispense']

/**
 * Dispenses one pack under one key, made when it came up, so that pressing again cannot do it twice. Where the answer is lost, the same
 * body goes again under the same key when the person presses, and by itself when the connection is back.
 */
export const useDispense = (trialId: number) => {
  const client = useQueryClient()
  const [attempt, dispatch] = useReducer(dispenseAttemptAfter, attemptToDispense)
  const [idempotency_key] = useState(() => crypto.randomUUID())
  const sent = useRef<Body | null>(null)
  const { mutate } = useMutation({
    mutationKey: DISPENSING,
    mutationFn: async (body: Body) =>
      answerOf(
        await call(api.dispenseStudyPacks, { parameters: { trial_id: String(trialId) }, body }, { idempotency_key }),
      ),
    onSuccess: ({ data }) => {
      showChangedPacks(client, trialId, data)
      dispatch({ type: 'answered' })
    },
    onError: (error) => {
      const failure = failureOf(error)
      if (failure === null) throw error
      dispatch({ type: 'failed', failure, at: Date.now() })
    },
    onSettled: () => {
      // Nobody waits until the lists say so too; a refusal may mean that they were old.
      void refreshStudyPacks(client, trialId)
      void refreshParticipants(client, trialId)
    },
    meta: { isFailureShownInPlace: true },
  })
  const press = (body: Body) => {
    sent.current = body
    dispatch({ type: 'pressed' })
    mutate(body)
  }
  const pressAgain = () => {
    if (sent.current !== null) press(sent.current)
  }

  const canReach = canReachServer(useConnectionFace())
  const isUnsure = attempt.phase === 'unsure'
  const reached = useEffectEvent(() => {
    if (isUnsure) pressAgain()
  })
  useEffect(() => {
    if (canReach) reached()
  }, [canReach])

  return { attempt, press, pressAgain }
}
