import type { Problem } from '#contract/problem'

/** The failed request, as far as a report may name it: never its query, which may hold a participant's id. */
export type FailedRequest = {
  method: string
  path: string
  at: string
  request_id: string | null
  /** It saved nothing, whatever its outcome. */
  saves_nothing?: true
}

/** Why a call has no answer to use: the server's refusal, another page's answer, or none. */
export type Failure = {
  request: FailedRequest
  /** The answer to the same write was lost before, and this failure does not tell what became of it. */
  is_in_doubt?: true
} & (
  | { kind: 'refused'; status: number; problem: Problem; retry_after_s?: number }
  | { kind: 'http'; status: number }
  | { kind: 'network'; code: string }
  | { kind: 'timeout'; code: 'ECONNABORTED' }
  | { kind: 'firewall'; support_id: string | null }
  | { kind: 'foreign'; foreign_status: number }
  | { kind: 'unreadable' }
  | { kind: 'unanswered' }
  | { kind: 'aborted' }
)

/** A failure that is thrown, as TanStack Query expects. */
export class CallFailed extends Error {
  override name = 'CallFailed'
  readonly failure: Failure
  constructor(failure: Failure) {
    super(messageOf(failure))
    this.failure = failure
  }
}

/** The failure in an error of a query or mutation, or null where the error is a defect. */
export const failureOf = (error: unknown): Failure | null => (error instanceof CallFailed ? error.failure : null)

/** How long to wait before a read is sent again that an overloaded server refused, in milliseconds; null for any other error. */
export const retryAfterMs = (error: unknown): number | null => {
  const failure = failureOf(error)
  if (failure?.kind !== 'refused' || !isOverloaded(failure)) return null
  return (failure.retry_after_s ?? 1) * 1000
}

const UNKNOWN = 'Unknown error occurred'
const NETWORK_ERROR = 'Network error'

/** Whether the stored words of a failure say that the connection was lost. */
export const isNetworkError = (message: string): boolean => message.startsWith(NETWORK_ERROR)

/** The message shown where the failure happened. */
export const messageOf = (failure: Failure): string => {
  switch (failure.kind) {
    case 'refused':
      return failure.problem.message === '' ? UNKNOWN : failure.problem.message
    case 'http':
      return `HTTP ${failure.status} error`
    case 'network':
    case 'timeout':
      return `${NETWORK_ERROR} (${failure.code})`
    case 'firewall':
      return 'Our firewall has blocked your request'
    case 'foreign':
      return isFailureStatus(failure.foreign_status)
        ? `HTTP ${failure.foreign_status} error`
        : 'Another page answered instead of the server'
    case 'unanswered':
      return 'The server cannot be reached'
    case 'unreadable':
    case 'aborted':
      return UNKNOWN
  }
}

/** Whether a status is an error; a success without the API's mark is another page, such as a Wi-Fi's sign-in. */
export const isFailureStatus = (status: number): boolean => status >= 400 && status !== 511

/** The server's message: those of the invalid fields, each once, where it named any. */
export const refusalWords = (failure: Failure): string => {
  const fields = failure.kind === 'refused' ? Object.values(failure.problem.fields ?? {}) : []
  return fields.length > 0 ? [...new Set(fields)].join('. ') : messageOf(failure)
}

/** The status of the answer, or null where there was none. */
export const statusOf = (failure: Failure): number | null => ('status' in failure ? failure.status : null)

/** Whether the server refused with this code. */
export const isRefusedWith = (failure: Failure, code: string): boolean =>
  failure.kind === 'refused' && failure.problem.code === code

/** Whether the global error dialog shows the failure, unless a screen does. */
export const isGlobal = (failure: Failure): boolean => {
  const status = statusOf(failure)
  if (status !== null) return status === 401 || status >= 500
  return failure.kind !== 'aborted' && failure.kind !== 'unanswered'
}

/** Whether the server withheld it: the person may not see it, or not even know that it exists. */
export const isWithheld = (failure: Failure): boolean => [403, 404].includes(statusOf(failure) ?? 0)

/** Whether the answer was lost: then the server may or may not have acted. */
export const isAnswerLost = (failure: Failure): boolean => {
  const status = statusOf(failure)
  return status === null || status === 408 || status === 425 || status >= 500
}

/** Whether it is unknown if a write was done. A stopping or overloaded server answers that nothing was changed. */
export const isWriteLost = (failure: Failure): boolean =>
  failure.is_in_doubt === true ||
  (failure.request.method !== 'GET' &&
    failure.request.saves_nothing !== true &&
    isAnswerLost(failure) &&
    !isRefusedWith(failure, 'unavailable') &&
    !isOverloaded(failure))

/** Whether the server is overloaded. */
const isOverloaded = (failure: Failure): boolean => isRefusedWith(failure, 'overloaded')
