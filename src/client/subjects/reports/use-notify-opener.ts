import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { failureOf, messageOf } from '../../api/failure'
import { adviceOf } from '../../api/failure-words'
import { notifyOpener } from './report-window'

/** Notifies the opening window when the report is shown or has failed. */
export const useNotifyOpener = ({ isSuccess, error }: Pick<UseQueryResult, 'isSuccess' | 'error'>): void => {
  useEffect(() => {
    if (isSuccess) notifyOpener({ kind: 'report_shown' })
  }, [isSuccess])
  useEffect(() => {
    const failure = failureOf(error)
    // A stored answer replaces the one still awaited.
    if (failure === null || failure.kind === 'unanswered') return
    const { request_id } = failure.request
    notifyOpener({ kind: 'report_failed', happened: messageOf(failure), next: adviceOf(failure), request_id })
  }, [error])
}
