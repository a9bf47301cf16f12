/** How much of what is sent has gone out, in bytes. */
export type SentBytes = { done: number; of: number }

/**
 * `fetch` for a request whose body takes long on a bad line, telling how much of it has gone out. `fetch` itself never says, so the
 * older way of the browser is used; as there, an answer of any status is an answer, and none is a TypeError. That way cannot be
 * kept from following a redirect: what comes of one is no answer.
 */
export const fetchWithUploadProgress =
  (onSent: (sent: SentBytes) => void) =>
  async (request: Request): Promise<Response> => {
    const body = await request.text()
    request.signal.throwIfAborted()
    return new Promise((resolve, reject) => {
      const sending = new XMLHttpRequest()
      sending.open(request.method, request.url)
      for (const [name, value] of request.headers) sending.setRequestHeader(name, value)
      sending.upload.addEventListener('progress', ({ loaded, total }) => onSent({ done: loaded, of: total }))
      sending.addEventListener('load', () => {
        const answer = answerOf(sending, request.url)
        if (answer === null) reject(new TypeError('The answer is not from the server'))
        else resolve(answer)
      })
      sending.addEventListener('error', () => reject(new TypeError('No answer was received')))
      sending.addEventListener('abort', () => reject(new DOMException('The request was aborted', 'AbortError')))
      request.signal.addEventListener('abort', () => sending.abort())
      sending.send(body)
    })
  }

/** The statuses that have no body, and may not be given one. */
const WITHOUT_BODY = [204, 205, 304]

/** What came back; null where somebody else answered, or in a way that no server of ours has. */
const answerOf = (sent: XMLHttpRequest, url: string): Response | null => {
  if (sent.responseURL !== url || sent.status > 599) return null
  return new Response(WITHOUT_BODY.includes(sent.status) ? null : sent.responseText, {
    status: sent.status,
    headers: headersIn(sent.getAllResponseHeaders()),
  })
}

/** `name: value`, a line each. */
const headersIn = (lines: string): [string, string][] =>
  lines.split('\r\n').flatMap((line): [string, string][] => {
    const colon = line.indexOf(':')
    return colon > 0 ? [[line.slice(0, colon), line.slice(colon + 1).trim()]] : []
  })
