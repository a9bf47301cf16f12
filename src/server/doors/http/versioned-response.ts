import type { VersionedAnswer } from '../../use-cases/call/call'

/**
 * An answer with its version as ETag, or 304 where the caller has this version. `json` serialises a value that is not prepared.
 */
export const versionedResponse = (
  answer: VersionedAnswer<unknown>,
  headers: Headers,
  json: (value: unknown) => string,
): Response => {
  setVersion(headers, answer.version)
  if (answer.kind === 'unchanged') return new Response(null, { status: 304, headers })
  headers.set('Content-Type', 'application/json')
  if (answer.kind === 'value') return new Response(json(answer.value), { headers })
  if (answer.body.encoding === null) return new Response(ReadableStream.from(answer.body.pieces), { headers })
  headers.set('Content-Encoding', answer.body.encoding)
  return new Response(answer.body.bytes, { headers })
}

/** An answer whose version is its tag for this caller: 304 where they have it. */
export const taggedResponse = (
  json: string,
  headers: Headers,
  { tag, has }: { tag: string; has: readonly string[] },
): Response => {
  setVersion(headers, tag)
  if (has.includes(tag)) return new Response(null, { status: 304, headers })
  headers.set('Content-Type', 'application/json')
  return new Response(json, { headers })
}

const setVersion = (headers: Headers, version: string): void => {
  headers.set('ETag', `"${version}"`)
  // The answer depends on the sites that a person reaches.
  headers.set('Vary', 'Authorization, Accept-Encoding')
}
