import { opaqueTag } from '#contract/entity-tag'
import { replaceEqualDeep } from '@tanstack/react-query'
import { isAtHand } from './answer-at-hand'

/** The tag (ETag) of each answer in memory. It goes with its answer, and so with the cache of a person who has signed out. */
const tags = new WeakMap<object, string>()

const isObject = (answer: unknown): answer is object => typeof answer === 'object' && answer !== null

/** The tag of an answer as the server gave it; null for one without, and for one that was changed here. */
export const tagOf = (answer: unknown): string | null => (isObject(answer) ? (tags.get(answer) ?? null) : null)

/** An answer that the server has just given, with its tag noted. */
export const tagged = (answer: unknown, headers: Headers): unknown => {
  const tag = opaqueTag(headers.get('ETag'))
  if (tag !== null && isObject(answer)) tags.set(answer, tag)
  return answer
}

type Received = { status: number; headers: Headers }

/** Whether the server says that the caller has its answer. */
export const isUnchanged = ({ status }: Pick<Received, 'status'>): boolean => status === 304

/** Whether the server says that this answer in memory is unchanged. */
export const confirms = ({ status, headers }: Received, cached: unknown): boolean =>
  isUnchanged({ status }) && tagOf(cached) !== null && opaqueTag(headers.get('ETag')) === tagOf(cached)

/** An answer in memory as that of the request which confirmed it: its parts are the same objects. */
export const confirmedAnswer = (cached: unknown, headers: Headers, requestedAt: number): unknown => {
  if (!isObject(cached)) return cached
  return tagged(isAtHand(cached) ? { ...cached, requestedAt } : { ...cached }, headers)
}

/** For the cache: the new answer with the equal parts of the one before it, which no screen draws again. It has the new tag. */
export const shareEqualParts = (before: unknown, after: unknown): unknown => {
  const shared: unknown = replaceEqualDeep(before, after)
  const tag = tagOf(after)
  if (tag !== null && isObject(shared)) tags.set(shared, tag)
  return shared
}
