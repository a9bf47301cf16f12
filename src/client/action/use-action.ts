import type { Endpoint } from '#contract/endpoint'
import { storedInPart } from '#contract/stored-answers'
import type { Outcome } from '#domain/outcome'
import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../device/call'
import type { CallOptions, RequestArguments } from '../api/create-call'
import { fromServer, type AnswerAtHand, type Received } from '../api/answer-at-hand'
import { answerOf, type QueryKeyOf } from '../api/endpoint-query'
import { failureOf, isWriteLost, type Failure } from '../api/failure'
import { failureInPlace } from '../api/raised-failure'
import { invalidateTouched, type Touched } from '../api/invalidate-touched'
import { useWriteKey, type Attempt } from './use-write-key'

type ActionOptions<Answer, Sent> = {
  /** The query whose cached answer this answer replaces, such as the trial after a change of its status. */
  replaces?: (answer: Answer) => { queryKey: QueryKeyOf<Answer> | QueryKeyOf<AnswerAtHand<Answer, unknown>> }
  /** Awaited before the action counts as done. */
  onDone?: (answer: Answer, sent: Sent) => unknown
  /** The failure, unless the global dialog shows it. */
  onRefused?: (failure: Failure, sent: Sent) => unknown
  /** The screen also shows failures that the global dialog would. */
  isFailureShownInPlace?: boolean
  /** An attempt of an earlier page whose answer was lost: until it is settled, only that is sent, under its key. */
  lost?: Attempt<Sent> | null
  /** Gets each attempt before it is sent, and null once the server has refused it for good. */
  onAttempt?: (attempt: Attempt<Sent> | null) => void
}
type CallSettings = Pick<CallOptions, 'timeout_ms' | 'onSent'>
type SentOnce = { idempotency_key: string }

/**
 * A person's action that writes by one call. The same content is sent again under the same key until it has succeeded.
 * Once it is settled, also by a refusal, everything that the call touches is refetched. The answer is passed to
 * `onDone`, and cached only by `replaces`: it may name a study group.
 */
export const useAction = <E extends Endpoint, Sent = void>(
  endpoint: E,
  argumentsOf: (sent: Sent) => RequestArguments<E>,
  { timeout_ms, onSent, ...options }: ActionOptions<Received<E>, Sent> & CallSettings = {},
) =>
  useActionOf(
    (sent: Sent, key: SentOnce) =>
      call(endpoint, argumentsOf(sent), {
        ...key,
        ...(timeout_ms !== undefined && { timeout_ms }),
        ...(onSent && { onSent }),
      }),
    (sent) => ({ touches: endpoint.touches, parameters: argumentsOf(sent).parameters }),
    options,
  )

/** The same for an action that has a call for each of its kinds; `touchedBy` gives the paths that a sent one touches. */
export const useActionOf = <Answer, Sent>(
  send: (sent: Sent, key: SentOnce) => Promise<Outcome<Answer, Failure>>,
  touchedBy: (sent: Sent) => Touched,
  { replaces, onDone, onRefused, isFailureShownInPlace = false, lost = null, onAttempt }: ActionOptions<Answer, Sent>,
) => {
  const client = useQueryClient()
  const contentOf = (sent: Sent) => ({ sent, ...touchedBy(sent) })
  const sendOnce = useWriteKey(lost && { ...lost, content: contentOf(lost.content) })
  const last = useRef(lost && { sent: lost.content })
  const [isLostOpen, setLostOpen] = useState(lost !== null)
  const settle = () => {
    setLostOpen(false)
    onAttempt?.(null)
  }
  const mutation = useMutation({
    mutationFn: async (sent: Sent): Promise<void> => {
      last.current = { sent }
      const touched = touchedBy(sent)
      const answer = answerOf(
        await sendOnce(contentOf(sent), (key) => {
          onAttempt?.({ content: sent, ...key })
          return send(sent, key)
        }),
      )
      setLostOpen(false)
      const replaced = replaces?.(answer)
      if (replaced !== undefined) {
        const isAtHand = storedInPart(replaced.queryKey[0]) !== undefined
        const { queryKey }: { queryKey: QueryKey } = replaced
        client.setQueryData(queryKey, isAtHand ? fromServer(answer) : answer)
      }
      try {
        await onDone?.(answer, sent)
      } catch (error) {
        // The action is done, even if the screen fails: it must not look as if it could be sent again.
        reportError(error)
      }
      invalidateTouched(client, touched, replaced)
    },
    onError: async (error, sent) => {
      invalidateTouched(client, touchedBy(sent))
      const raised = failureOf(error)
      if (raised !== null && !isWriteLost(raised)) settle()
      const failure = failureInPlace(error)
      if (failure !== null) await onRefused?.(failure, sent)
    },
    meta: { isFailureShownInPlace },
  })
  const failure = failureOf(mutation.error)
  return {
    ...mutation,
    isUnknown: failure === null ? mutation.isIdle && isLostOpen : isWriteLost(failure),
    sendAgain: () => {
      if (last.current !== null) mutation.mutate(last.current.sent)
    },
    /** Lets other content be sent although the outcome of the last is unknown: that may have been done. */
    letGo: () => {
      settle()
      mutation.reset()
    },
  }
}
