import type { RequestedVersion } from '../../use-cases/call/call'

/** What a request says of the versions of an answer: those its caller has, and whether they take it compressed (RFC 9110). */
export const askedVersion = ({ headers, signal }: Request): RequestedVersion => ({
  has: (headers.get('If-None-Match') ?? '').split(',').map((tag) => tag.trim().replace(/^(?:W\/)?"(.*)"$/, '$1')),
  takes_gzip: /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(headers.get('Accept-Encoding') ?? ''),
  gone: signal,
})
