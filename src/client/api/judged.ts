import { isFinalRefusal } from '#contract/final-refusal'
import { isRefusedWith, isWithheld, type Failure } from './failure'

/**
 * Whether the server judged the content of a request, so that the same one was not done before either: a repeat of what was done is
 * answered as done. Whoever is refused for another reason, such as a permission that ended since, may have been allowed to at first.
 */
export const isJudged = (failure: Failure): boolean => {
  if (failure.kind !== 'refused' || isRefusedWith(failure, 'idempotency_key_reused')) return false
  if (isRefusedWith(failure, 'sign_in_not_fresh')) return true
  return isFinalRefusal(failure.status, failure.problem.code) && !isWithheld(failure)
}
