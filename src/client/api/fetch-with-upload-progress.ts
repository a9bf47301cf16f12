/** How much of the body was sent, in bytes. */
export type SentBytes = { done: number; of: number }

/**
 * `fetch` that reports the progress of its upload, by XMLHttpRequest, since `fetch` cannot. As there, any status is an answer,
 * and no answer is a TypeError. XMLHttpRequest always follows redirects: a redirected answer counts as none.
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

/** The statuses of responses that must not have a body. */
const WITHOUT_BODY = [204, 205, 304]

/** The response; null where it was redirected, or has a status that our servers never send. */
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
