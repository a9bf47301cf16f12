import type { Outcome } from '#domain/outcome'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answerOf } from '../../../api/endpoint-query'
import type { Failure } from '../../../api/failure'
import { useFailureInPlace } from '../../../api/raised-failure'
import { refreshParticipants } from '../../../api/participant-queries'
import { writeFailureText } from '../../../api/write-failure-words'

/** Marks a write about a participant, so that its dialog stays open until the answer arrives. */
export const PARTICIPANT_ACTION = ['participant act']

type Send<Body, Answer> = (body: Body, options: { idempotency_key: string }) => Promise<Outcome<Answer, Failure>>

/**
 * Sends an act under one key while its dialog is open, so that a second press cannot do it twice. Only `onDone` gets the
 * answer: it is not cached.
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
      // Not awaited: the dialog need not wait for the lists. Also after a refusal, since the lists may be old.
      void refreshParticipants(client, trialId)
    },
  })
}

/** The refusal of an act, for below its field: by field where the server names any, else its message. */
export const useRefusal = (error: Error | null): string | null => {
  const failure = useFailureInPlace(error)
  return failure === null ? null : writeFailureText(failure)
}
