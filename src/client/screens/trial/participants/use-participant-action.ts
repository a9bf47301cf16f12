import type { Outcome } from '#domain/outcome'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answerOf } from '../../../api/endpoint-query'
import type { Failure } from '../../../api/failure'
import { useFailureInPlace } from '../../../api/raised-failure'
import { refreshParticipants } from '../../../api/participant-queries'
import { writeFailureText } from '../../../app/write-failure-words'

/** Marks what is being sent about a participant, so that its dialog stays open until the answer is there. */
export const PARTICIPANT_ACTION = ['participant act']

type Send<Body, Answer> = (body: Body, options: { idempotency_key: string }) => Promise<Outcome<Answer, Failure>>

/**
 * Sends an act under one key for as long as its dialog stands, so that pressing again cannot do it twice. The answer goes
 * to `onDone` alone: nothing of it stays in a cache.
 */
export const useParticipantAction = <Body, Answer>(
  trialId: number,
  send: Send<Body, Answer>,
  onDone: (answer: Answer) => void,
) => {
  const client = useQueryClient()
  const [idempotency_key] = useState(() => crypto.randomUUID())
  return useMutation({
    mutationKey: PARTICIPANT_ACTION,
    mutationFn: async (body: Body): Promise<void> => onDone(answerOf(await send(body, { idempotency_key }))),
    onSettled: () => {
      // Nobody waits until the lists say so too; a refusal may mean that they were old.
      void refreshParticipants(client, trialId)
    },
  })
}

/** Why an act was refused, for under its field: field by field where the server says so, else its message. */
export const useRefusal = (error: Error | null): string | null => {
  const failure = useFailureInPlace(error)
  return failure === null ? null : writeFailureText(failure)
}
