import { useState } from 'react'
import { failureOf, isAnswerLost, statusOf } from '../../api/failure'
import { useIsFilledIn } from '../../browser/busy'
import { canReachServer } from './connection'
import type { ShownQuery } from './query-view'
import { useConnectionState } from './use-connection'
import { useIsOverdue } from './use-is-overdue'

/**
 * Whether to show the stored content instead of an answer that is not stored: there is none, and the server is away or slow.
 * Never replaces a form that is being filled in.
 */
export const useFallsBackToStored = ({ data, error, isPending }: ShownQuery): boolean => {
  const isAway = !canReachServer(useConnectionState())
  const isFilledIn = useIsFilledIn()
  const isLate = useIsOverdue(isPending)
  const [was, setWas] = useState(false)

  const failure = failureOf(error)
  const isLost = failure !== null && statusOf(failure) === null && isAnswerLost(failure)
  const isNow = data === undefined && (isLost || (isPending && (isLate || isAway)))
  const isShown = isNow || (was && isFilledIn)
  if (isShown !== was) setWas(isShown)
  return isShown
}
