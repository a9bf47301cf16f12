import { isRefusedWith, statusOf, type Failure } from './failure'

/**
 * Whether the server judged the content of a request, so that the same one was not done before either: a repeat of what was done is
 * answered as done. Whoever is refused for another reason, such as a permission that ended since, may have been allowed to at first.
 */
export const isJudged = (failure: Failure): boolean =>
  ([400, 409, 413, 415, 422].includes(statusOf(failure) ?? 0) || isRefusedWith(failure, 'sign_in_not_fresh')) &&
  !isRefusedWith(failure, 'idempotency_key_reused')
