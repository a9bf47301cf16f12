import { opaqueTag } from '#contract/entity-tag'
import type { RequestedVersion } from '../../use-cases/call/call'

/** The versions of an answer that the caller has, and whether they accept it compressed (RFC 9110). */
export const requestedVersion = ({ headers, signal }: Request): RequestedVersion => ({
  has: (headers.get('If-None-Match') ?? '').split(',').flatMap((tag) => opaqueTag(tag) ?? []),
  accepts_gzip: /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(headers.get('Accept-Encoding') ?? ''),
  disconnected: signal,
})
